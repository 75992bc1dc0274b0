import type { Comparison } from "../measure/compare.js";
import type { Spread } from "../measure/statistics.js";
import type { Row } from "../rows/row.js";

const ratio = ({ median, q1, q3 }: Spread) => `${median.toFixed(2)} (${q1.toFixed(2)}–${q3.toFixed(2)})`;
const microseconds = ({ median }: Spread) => (median < 10 ? median.toFixed(2) : median.toFixed(1));
const verdict = (holds: boolean) => (holds ? "yes" : "**no**");

/** CPU time of the client: one line for each work. */
export function comparisonTable(comparisons: readonly Comparison[]): string {
  return table(
    [
      "work",
      "per",
      "incumbent µs",
      "floor µs",
      "ours µs",
      "ours, wall µs",
      "incumbent ÷ ours",
      "at least",
      "ours ÷ floor",
      "at most",
      "A/A",
      "holds",
    ],
    comparisons.map(({ work, cpu, wall, incumbentOverOurs, oursOverFloor, again }) => [
      work.title,
      work.unit,
      microseconds(cpu.incumbent),
      microseconds(cpu.floor),
      microseconds(cpu.ours),
      microseconds(wall.ours),
      ratio(incumbentOverOurs),
      String(work.atLeast),
      ratio(oursOverFloor),
      String(work.atMost),
      ratio(again),
      verdict(incumbentOverOurs.median >= work.atLeast && oursOverFloor.median <= work.atMost),
    ]),
  );
}

export function otherTable(rows: readonly Row[]): string {
  return table(
    ["what", "incumbent", "floor", "ours", "budget", "holds"],
    rows.map(({ what, incumbent, floor, ours, budget, holds }) => [
      what,
      incumbent ?? "–",
      floor ?? "–",
      ours,
      budget,
      verdict(holds),
    ]),
  );
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...lines.map(line)].join("\n");
}
