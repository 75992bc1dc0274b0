import type { Comparison } from "../measure/compare.js";
import type { Spread } from "../measure/statistics.js";
import type { Row } from "../rows/row.js";

const ratio = ({ median, q1, q3 }: Spread) => `${median.toFixed(2)} (${q1.toFixed(2)}–${q3.toFixed(2)})`;
const microseconds = ({ median }: Spread) => (median < 10 ? median.toFixed(2) : median.toFixed(1));
const yesOrNo = (holds: boolean) => (holds ? "yes" : "**no**");

/** CPU time of the client: one line for each work. */
export function comparisonTable(comparisons: readonly Comparison[]): string {
  return table(
    [
      "work",
      "per",
      "baseline µs",
      "floor µs",
      "ours µs",
      "ours, wall µs",
      "baseline ÷ ours",
      "at least",
      "ours ÷ floor",
      "at most",
      "A/A",
      "holds",
    ],
    comparisons.map(({ work, cpu, wall, baselineOverOurs, oursOverFloor, again }) => [
      work.title,
      work.unit,
      microseconds(cpu.baseline),
      microseconds(cpu.floor),
      microseconds(cpu.ours),
      microseconds(wall.ours),
      ratio(baselineOverOurs),
      String(work.atLeast),
      ratio(oursOverFloor),
      String(work.atMost),
      ratio(again),
      yesOrNo(baselineOverOurs.median >= work.atLeast && oursOverFloor.median <= work.atMost),
    ]),
  );
}

export function otherTable(rows: readonly Row[]): string {
  return table(
    ["what", "baseline", "floor", "ours", "budget", "holds"],
    rows.map(({ what, baseline, floor, ours, budget, holds }) => [
      what,
      baseline ?? "–",
      floor ?? "–",
      ours,
      budget,
      yesOrNo(holds),
    ]),
  );
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...lines.map(line)].join("\n");
}
