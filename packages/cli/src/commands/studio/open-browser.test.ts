import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { temporaryProject } from "../../test/temporary-project.js";
import { openBrowser } from "./open-browser.js";

const url = "http://127.0.0.1:1/?token=a&b";

/** Puts a program in the place of the one that opens the browser. */
function openingWith(script: string) {
  const project = temporaryProject({ "bin/xdg-open": `#!/bin/sh\n${script}\n` });
  chmodSync(join(project.root, "bin/xdg-open"), 0o755);
  vi.stubEnv("PATH", `${join(project.root, "bin")}:/bin:/usr/bin`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return project;
}

describe.runIf(process.platform === "linux")("the browser", () => {
  it("is opened with the address", async () => {
    const { root, read, list } = openingWith('echo "$#: $1" > "$(dirname "$0")/opened"');
    const failed = vi.fn();
    openBrowser(url, failed);
    await vi.waitFor(() => expect(list()).toContain("bin/opened"), { timeout: 60_000 });
    await vi.waitFor(() => expect(read("bin/opened")).toBe(`1: ${url}\n`), { timeout: 60_000 });
    expect([failed.mock.calls.length, root]).toEqual([0, root]);
  });

  it("cannot be opened if the program fails", async () => {
    openingWith("exit 3");
    await expect(new Promise<void>((resolve) => openBrowser(url, () => resolve()))).resolves.toBeUndefined();
  });

  it("cannot be opened if there is no such program", async () => {
    vi.stubEnv("PATH", "/none");
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(new Promise<void>((resolve) => openBrowser(url, () => resolve()))).resolves.toBeUndefined();
  });
});
