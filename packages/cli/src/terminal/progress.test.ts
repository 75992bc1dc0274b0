import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { formatRows, Progress, progressText } from "./progress.js";
import { createColors, type Terminal } from "./terminal.js";

describe("the text of progress", () => {
  it.each([
    [{ rows: 0 }, { rows: 12_000 }, 4000, "12,000 rows, 3,000 rows/s"],
    [{ rows: 10_000 }, { rows: 12_000 }, 4000, "12,000 rows, 500 rows/s"],
    [{ rows: 0, fraction: 0 }, { rows: 0, fraction: 0 }, 0, "0 rows, 0 rows/s, 0 %"],
    [{ rows: 0, fraction: 0 }, { rows: 500, fraction: 0.25 }, 1000, "500 rows, 500 rows/s, 25 %, 3 s left"],
    [{ rows: 5, fraction: 0.5 }, { rows: 6, fraction: 0.75 }, 120_000, "6 rows, 1 rows/s, 75 %, 2 min left"],
    [{ rows: 0, fraction: 0 }, { rows: 1, fraction: 0.01 }, 100_000, "1 row, 1 rows/s, 1 %, 2 h 45 min left"],
    [{ rows: 0, fraction: 0 }, { rows: 500, fraction: 1 }, 1000, "500 rows, 500 rows/s, 100 %"],
    [{ rows: 0 }, { rows: 5 }, 0, "5 rows, 5,000 rows/s"],
    [{ rows: 0 }, { rows: 1 }, 10_000, "1 row, 1 rows/s"],
    [{ rows: 0, fraction: 0.5 }, { rows: 0, fraction: 0.5 }, 1000, "0 rows, 0 rows/s, 50 %"],
    [{ rows: 0 }, { rows: 0, fraction: 0.999 }, 1000, "0 rows, 0 rows/s, 99 %, 1 s left"],
    [{ rows: 0, fraction: 0 }, { rows: 9, fraction: 0.5 }, 89_000, "9 rows, 1 rows/s, 50 %, 89 s left"],
    [{ rows: 0, fraction: 0 }, { rows: 9, fraction: 0.5 }, 90_000, "9 rows, 1 rows/s, 50 %, 2 min left"],
    [{ rows: 0, fraction: 0 }, { rows: 9, fraction: 0.5 }, 3_540_000, "9 rows, 1 rows/s, 50 %, 59 min left"],
    [{ rows: 0, fraction: 0 }, { rows: 9, fraction: 0.5 }, 3_540_001, "9 rows, 1 rows/s, 50 %, 1 h 0 min left"],
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

  function record(showsProgress: boolean) {
    const printed: string[] = [];
    const terminal: Terminal = {
      out: (line) => printed.push(`out ${line}`),
      write: async () => undefined,
      log: (line) => printed.push(`log ${line}`),
      progress: (text) => printed.push(text),
      showsProgress,
      showsData: false,
      colors: createColors(false),
    };
    return { terminal, printed };
  }

  it("is a bar in a terminal, which goes away at the end", () => {
    const { terminal, printed } = record(true);
    const state = { rows: 0, fraction: 0 };
    const progress = new Progress(terminal, () => state);
    expect(printed).toEqual([`${"░".repeat(24)} 0 rows, 0 rows/s, 0 %`]);
    Object.assign(state, { rows: 100, fraction: 0.5 });
    vi.advanceTimersByTime(300);
    expect(printed.at(-1)).toBe(`${"█".repeat(12)}${"░".repeat(12)} 100 rows, 333 rows/s, 50 %, 1 s left`);
    progress[Symbol.dispose]();
    vi.advanceTimersByTime(60_000);
    expect(printed.slice(4)).toEqual([""]);
  });

  it("is text alone where nobody knows how much there is", () => {
    const { terminal, printed } = record(true);
    using _progress = new Progress(terminal, () => ({ rows: 7 }));
    expect(printed).toEqual(["7 rows, 0 rows/s"]);
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

it.each([
  [0, "0 rows"],
  [1, "1 row"],
  [999, "999 rows"],
  [1000, "1,000 rows"],
  [1_234_567, "1,234,567 rows"],
])("%i is formatted as %s", (rows, text) => {
  expect(formatRows(rows)).toBe(text);
});
