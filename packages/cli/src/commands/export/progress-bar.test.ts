import { spawn, spawnSync } from "node:child_process";
import xterm from "@xterm/headless";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { builtCli } from "../../test/built-cli.js";
import { sampleLines } from "../../test/sample-rows.js";
import { temporaryProject } from "../../test/temporary-project.js";

/** `script` of util-linux gives a process a pseudo-terminal. Without it, as on Windows and macOS, these tests are skipped. */
const hasScript = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") === true;

const built = builtCli();

/** Runs the published command in a terminal whose screen shows the same as a user's. */
function startInTerminal(cwd: string, args: readonly string[], columns = 80) {
  const terminal = new xterm.Terminal({ cols: columns, rows: 10, allowProposedApi: true });
  const quoted = [process.execPath, built.bin, ...args].map((word) => `'${word}'`).join(" ");
  // Input piped into `script` counts as typed, including Ctrl-C.
  const child = spawn("script", ["-qefc", `stty cols ${columns} rows 10; ${quoted}`, "/dev/null"], {
    cwd,
    env: {
      ...process.env,
      TERM: "xterm",
      TABLES_CONNECTION_STRING: built.server.connectionString,
      NO_COLOR: "1",
      NODE_NO_WARNINGS: "1",
    },
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  child.stdout.on("data", (chunk: Buffer) => terminal.write(chunk));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const screen = () => {
    const { active } = terminal.buffer;
    const lines = Array.from({ length: 10 }, (_, row) => active.getLine(row)?.translateToString(true) ?? "");
    return lines.join("\n").trimEnd();
  };
  return { screen, ended, type: (text: string) => child.stdin.write(text) };
}

function seed(delayMs: number): string {
  const { root } = temporaryProject();
  built.server.service.reset();
  built.server.service.importRows(sampleLines("Shop", 4000));
  built.server.service.seed({ Copy: [] });
  built.server.service.faults.add({ fault: { kind: "delay", milliseconds: delayMs } });
  return root;
}

const bar = /^[█░]{24} [\d,]+ rows, [\d,]+ rows\/s, \d+ %(?:, \d+ s left)?$/;
const patience = { timeout: 600_000, interval: 20 };

describe.runIf(hasScript)("progress in a terminal, which script of util-linux gives", () => {
  it("is a bar on one line, which is gone at the end", async () => {
    const root = seed(150);
    const { screen, ended } = startInTerminal(root, ["export", "Shop", "--out", "rows.ndjson", "--parallel", "1"]);
    await vi.waitFor(() => expect(screen()).toMatch(/^░{24} 1,000 rows, [\d,]+ rows\/s, 0 %$/), patience);
    expect(screen()).toMatch(bar);
    expect(await ended).toBe(0);
    await vi.waitFor(() => expect(screen()).toBe("✔ 4,000 rows of Shop exported to rows.ndjson"), patience);
  });

  it("fills with what is done, and is cut off in a narrow terminal", async () => {
    const root = seed(0);
    await startInTerminal(root, ["export", "Shop", "--out", "rows.ndjson"]).ended;
    built.server.service.faults.add({ fault: { kind: "delay", milliseconds: 60 } });
    const { screen, ended } = startInTerminal(root, ["import", "Copy", "rows.ndjson", "--parallel", "1"], 40);
    await vi.waitFor(() => expect(screen()).toMatch(/^█+░* [\d,]+ rows/), patience);
    expect(
      Math.max(
        ...screen()
          .split("\n")
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(40);
    expect(screen().split("\n").length).toBe(1);
    expect(await ended).toBe(0);
    await vi.waitFor(() => expect(screen()).toBe("✔ 4,000 rows imported to Copy"), patience);
  });

  it("leaves no bar below what is printed at the end, whatever has moved the cursor", async () => {
    const root = seed(150);
    const { screen, ended, type } = startInTerminal(root, [
      "export",
      "Shop",
      "--out",
      "rows.ndjson",
      "--parallel",
      "1",
    ]);
    await vi.waitFor(() => expect(screen()).toMatch(/ 1,000 rows/), patience);
    type("\r");
    expect(await ended).toBe(0);
    const done = "✔ 4,000 rows of Shop exported to rows.ndjson";
    await vi.waitFor(() => expect(screen().split("\n").slice(1)).toEqual([done]), patience);
  });

  it("makes room for what Ctrl-C prints", async () => {
    const root = seed(200);
    const { screen, ended, type } = startInTerminal(root, [
      "export",
      "Shop",
      "--out",
      "rows.ndjson",
      "--parallel",
      "1",
    ]);
    await vi.waitFor(() => expect(screen()).toMatch(/ 1,000 rows/), patience);
    type("\u0003");
    expect(await ended).toBe(130);
    await vi.waitFor(
      () => expect(screen()).toMatch(/^(?:\^C)?Stopped after [\d,]+ rows\. Run the same command again to continue\.$/),
      patience,
    );
  });
});
