import { chmodSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { run } from "../../run.js";
import { commandServer } from "../../test/command-server.js";
import { recordingTerminal } from "../../test/recording-terminal.js";
import { runHere } from "../../test/run-here.js";
import { seedShop, shopDefinitions } from "../../test/small-shop.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();
const shop = () => {
  seedShop(server.service, 1, 1);
  return temporaryProject({ "tables/shop.table.ts": shopDefinitions }).root;
};

/** Runs Studio until it has printed that it runs, and answered a request. Returns the exit code, what was printed, and the response. */
async function studio(root: string, ...args: string[]) {
  const { terminal, out, log } = recordingTerminal();
  let overview: object = {};
  const readOverview = async () => {
    const [url = ""] = out;
    const entered = await fetch(url, { redirect: "manual" });
    const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
    const { origin } = new URL(url);
    const headers = { cookie, origin, "content-type": "application/json" };
    const response = await fetch(`${origin}/api/overview`, { method: "POST", headers, body: "{}" });
    overview = (await response.json()) as object;
  };
  // Node's fetch would use a connection to the Studio before, which had the same port.
  const code = await run(["studio", "--port", "0", ...args], root, {
    ...terminal,
    log: (line) => {
      terminal.log(line);
      if (line.includes("Press Ctrl-C to stop.")) void readOverview().finally(() => process.emit("SIGTERM", "SIGTERM"));
    },
  });
  return { code, out, log, overview };
}

describe("studio", () => {
  it.runIf(process.platform === "linux")("opens the browser, unless told not to", async () => {
    const root = shop();
    const { root: bin, write, list } = temporaryProject({ "xdg-open": '#!/bin/sh\ntouch "$(dirname "$0")/opened"\n' });
    chmodSync(join(bin, "xdg-open"), 0o755);
    vi.stubEnv("PATH", `${bin}:/bin:/usr/bin`);
    const unopened = await studio(root, "--no-open");
    expect([unopened.code, unopened.out, unopened.log]).toEqual([
      143,
      [expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\?token=/)],
      ["Studio is at the address above, which admits one browser. Press Ctrl-C to stop."],
    ]);
    expect((await studio(root)).code).toBe(143);
    await vi.waitFor(() => expect(list()).toContain("opened"), { timeout: 60_000 });
    write("xdg-open", "#!/bin/sh\nexit 3\n");
    const failing = await studio(root);
    await vi.waitFor(() => expect(failing.log[1]).toBe("No browser was found. Open the address above."), {
      timeout: 60_000,
    });
  });

  it("rejects changes with --read-only alone", async () => {
    const root = shop();
    expect((await studio(root, "--no-open")).overview).toMatchObject({ isReadOnly: false });
    expect((await studio(root, "--no-open", "--read-only")).overview).toMatchObject({ isReadOnly: true });
  });

  it("says that its port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once("listening", resolve));
    const port = String((other.address() as AddressInfo).port);
    expect(await runHere(shop(), "studio", "--no-open", "--port", port)).toMatchObject({
      code: 2,
      log: expect.stringContaining(`✖ studio.port-in-use  Port ${port} is in use.\n`),
    });
  });

  it("exits with 2 where the definitions have errors", async () => {
    const { root } = temporaryProject({ "tables/shop.table.ts": "export const Order = entity({});\n" });
    expect((await studio(root)).code).toBe(2);
  });
});
