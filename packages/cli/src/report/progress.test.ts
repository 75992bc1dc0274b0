import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createColors, type Terminal } from "../terminal.js";
import { Progress, progressText } from "./progress.js";

describe("the text of progress", () => {
  it.each([
    [{ rows: 0 }, { rows: 12_000 }, 4000, "12,000 rows, 3,000 rows/s"],
    [{ rows: 10_000 }, { rows: 12_000 }, 4000, "12,000 rows, 500 rows/s"],
    [{ rows: 0, fraction: 0 }, { rows: 0, fraction: 0 }, 0, "0 rows, 0 rows/s, 0 %"],
    [{ rows: 0, fraction: 0 }, { rows: 500, fraction: 0.25 }, 1000, "500 rows, 500 rows/s, 25 %, 3 s left"],
    [{ rows: 5, fraction: 0.5 }, { rows: 6, fraction: 0.75 }, 120_000, "6 rows, 1 rows/s, 75 %, 2 min left"],
    [{ rows: 0, fraction: 0 }, { rows: 1, fraction: 0.01 }, 100_000, "1 row, 1 rows/s, 1 %, 2 h 45 min left"],
    [{ rows: 0, fraction: 0 }, { rows: 500, fraction: 1 }, 1000, "500 rows, 500 rows/s, 100 %"],
  ])("from %j to %j in %i ms", (start, state, elapsedMs, text) => {
    expect(progressText(start, state, elapsedMs)).toBe(text);
  });
});

describe("progress while it is shown", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout", "Date", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function record(isScreen: boolean) {
    const printed: string[] = [];
    const written: string[] = [];
    const screen = Object.assign(new PassThrough(), { isTTY: true, columns: 60 });
    screen.on("data", (chunk) => written.push(String(chunk)));
    const terminal: Terminal = {
      out: (line) => printed.push(`out ${line}`),
      write: async () => undefined,
      log: (line) => printed.push(`log ${line}`),
      progress: (text) => printed.push(`progress ${text}`),
      screen: isScreen ? screen : undefined,
      showsData: false,
      colors: createColors(false),
    };
    return { terminal, printed, drawn: () => written.splice(0).join("") };
  }

  it("is a bar in a terminal, which goes away at the end", () => {
    const { terminal, printed, drawn } = record(true);
    const state = { rows: 0, fraction: 0 };
    const progress = new Progress(terminal, () => ({ ...state }));
    expect(drawn()).toContain(`${"░".repeat(24)} 0 rows, 0 rows/s, 0 %`);
    Object.assign(state, { rows: 100, fraction: 0.5 });
    vi.advanceTimersByTime(300);
    expect(drawn()).toMatch(/█{12}░{12} 100 rows, [\d,]+ rows\/s, 50 %, 1 s left/);
    progress[Symbol.dispose]();
    expect(drawn().endsWith("\u001b[1G\u001b[2K")).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect([drawn(), printed]).toEqual(["", []]);
  });

  it("is text alone where nobody knows how much there is", () => {
    const { terminal, drawn } = record(true);
    using _progress = new Progress(terminal, () => ({ rows: 7 }));
    expect(drawn()).toContain("7 rows, 0 rows/s");
    expect(drawn()).not.toContain("░");
  });

  it("is a line every 10 seconds elsewhere", () => {
    const { terminal, printed } = record(false);
    let rows = 0;
    const progress = new Progress(terminal, () => ({ rows }));
    rows = 5000;
    vi.advanceTimersByTime(9999);
    expect(printed).toEqual([]);
    vi.advanceTimersByTime(10_001);
    expect(printed).toEqual(["log 5,000 rows, 500 rows/s", "log 5,000 rows, 250 rows/s"]);
    progress[Symbol.dispose]();
  });
});
