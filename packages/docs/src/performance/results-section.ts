import { readFileSync } from "node:fs";

/** Results of the bench that pages show. */
export interface Results {
  readonly date: string;
  readonly commit?: string;
  readonly machine: string;
  readonly versions: string;
  readonly comparisons: readonly Comparison[];
  readonly rows: readonly {
    readonly what: string;
    readonly baseline?: string;
    readonly floor?: string;
    readonly ours: string;
  }[];
}

export interface Comparison {
  readonly name: string;
  readonly title: string;
  readonly subject: string;
  readonly unit: string;
  readonly cpu: Readonly<Record<"baseline" | "byHand" | "ours", Median>>;
  readonly baselineOverOurs: Median;
  readonly oursOverByHand: Median;
}

interface Median {
  readonly median: number;
}

const bench = new URL("../../../bench/", import.meta.url);
/**
 * Replaces the numbers of a page, between its markers, with those of the bench's last run. Keeps the text around them.
 * @param textOf formats the results for this page
 * @param part the name in the markers
 */
export function withResults(
  page: string,
  textOf: (results: Results) => string = allResults,
  part: "results" | "headline" | "rates" = "results",
): string {
  const begin = `<!-- ${part}: written by \`pnpm generate\` from the bench's last run -->`;
  const [from, to] = [page.indexOf(begin), page.indexOf(`<!-- end of ${part} -->`)];
  if (from < 0 || to < from) throw new Error("The page has lost the marks around its results.");
  return page.slice(0, from) + begin + textOf(readResults()) + page.slice(to);
}

function readResults(): Results {
  return JSON.parse(readFileSync(new URL("results.json", bench), "utf8")) as Results;
}

/** Says when and where results were measured, as a sentence without a full stop. */
export function measuredOn({ date, commit, machine, versions }: Results): string {
  return `Measured on ${date}${commit === undefined ? "" : ` at commit ${commit}`}: ${machine}, ${versions}`;
}

/** Returns the name of a measurement as its readers would say it. */
function nameOf({ title, subject, unit }: Comparison): string {
  const work = title.replace(/, concurrency 1\b/, ", one at a time").replace(/, concurrency (\d+)/, ", $1 at a time");
  return `${work}: ${unit === "entity" ? `for each ${subject}` : `one ${subject}`}`;
}

function allResults(results: Results): string {
  const { comparisons, rows } = results;
  const times = comparisons.map((comparison) => {
    const { cpu, baselineOverOurs, oursOverByHand } = comparison;
    return [
      nameOf(comparison),
      microseconds(cpu.baseline),
      microseconds(cpu.byHand),
      microseconds(cpu.ours),
      `${baselineOverOurs.median.toFixed(1)}`,
      `${oursOverByHand.median.toFixed(2)}`,
    ];
  });
  const timeHead = [
    "work",
    "data-tables µs",
    "by hand µs",
    "Tablewright µs",
    "data-tables ÷ Tablewright",
    "Tablewright ÷ by hand",
  ];
  const otherHead = ["what", "data-tables", "Tablewright"];
  const others = rows.map(({ what, baseline = "–", ours }) => [what, baseline, ours]);
  return `

${measuredOn(results)}.

${table(timeHead, times)}

${table(otherHead, others)}

`;
}

export function microseconds({ median }: Median): string {
  return median < 10 ? median.toFixed(2) : median.toFixed(1);
}

export function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...lines.map(line)].join("\n");
}
