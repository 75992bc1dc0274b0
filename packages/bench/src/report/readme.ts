import { readFileSync, writeFileSync } from "node:fs";
import { cpus, release, type } from "node:os";
import type { Comparison, Effort } from "../measure/compare.js";
import type { Spread } from "../measure/statistics.js";
import type { Row } from "../rows/row.js";

const readme = new URL("../../README.md", import.meta.url);
const begin = "<!-- results: written by `pnpm bench` -->";
const end = "<!-- end of results -->";

/** Replaces the results in the README; the words around them stay. */
export function writeReadme(comparisons: readonly Comparison[], rows: readonly Row[], effort: Effort): void {
  const text = readFileSync(readme, "utf8");
  const results = `${begin}

${circumstances(effort)}

### CPU time of the client

${comparisonTable(comparisons)}

### Everything else

${otherTable(rows)}

${end}`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${readme.pathname} has lost the marks around its results.`);
  writeFileSync(readme, text.slice(0, from) + results + text.slice(to + end.length));
}

function circumstances({ replicates, rounds }: Effort): string {
  const [cpu] = cpus();
  const versions = ["@azure/data-tables", "undici", "@tablewright/runtime"].map((name) => `${name} ${versionOf(name)}`);
  return `Measured on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpu?.model.trim()}, ${type()} ${release()}, Node ${process.version}, ${versions.join(", ")}; ${replicates} replicates of ${rounds} rounds.`;
}

function versionOf(name: string): string {
  const path = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(path, "utf8")) as { readonly version: string }).version;
}

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
