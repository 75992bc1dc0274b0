import type { Row, Spread } from "../measure/figures.js";
import type { ComparisonFigures } from "./results.js";

const ratio = ({ median, q1, q3 }: Spread) => `${median.toFixed(2)} (${q1.toFixed(2)}–${q3.toFixed(2)})`;
const verdict = (holds: boolean | undefined) => (holds === undefined ? "–" : holds ? "yes" : "**no**");

function microseconds(spread: Spread | undefined): string {
  if (spread === undefined) return "–";
  return spread.median < 10 ? spread.median.toFixed(2) : spread.median.toFixed(1);
}

/** Formats the table of CPU times, with a line for each workload on each entity. */
export function comparisonTable(comparisons: readonly ComparisonFigures[]): string {
  return table(
    [
      "work",
      "of",
      "per",
      "baseline µs",
      "floor µs",
      "by hand µs",
      "ours µs",
      "ours, wall µs",
      "baseline ÷ ours",
      "at least",
      "ours ÷ by hand",
      "at most",
      "A/A",
      "holds",
    ],
    comparisons.map(({ title, subject, unit, cpu, wall, baselineOverOurs, oursOverByHand, again, atLeast, atMost }) => [
      title,
      subject,
      unit,
      microseconds(cpu.baseline),
      microseconds(cpu.floor),
      microseconds(cpu.byHand),
      microseconds(cpu.ours),
      microseconds(wall.ours),
      ratio(baselineOverOurs),
      String(atLeast),
      ratio(oursOverByHand),
      String(atMost),
      ratio(again),
      verdict(baselineOverOurs.median >= atLeast && oursOverByHand.median <= atMost),
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
      budget ?? "–",
      verdict(holds),
    ]),
  );
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...lines.map(line)].join("\n");
}
