import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, release, type } from "node:os";
import type { Comparison, Contender, Effort } from "../measure/compare.js";
import type { Row, Spread } from "../measure/figures.js";
import type { SubjectName } from "../subjects/subjects.js";

/** All measurements of one whole run: the content of `results.json`, and the source of tables and charts. */
export interface Results {
  /** Date such as `2026-11-21`. */
  readonly date: string;
  /** Commit that was measured, such as `a9ff7bdf`; absent from results of runs that did not note it. */
  readonly commit?: string;
  readonly machine: string;
  readonly versions: string;
  readonly effort: Effort;
  readonly comparisons: readonly ComparisonFigures[];
  readonly rows: readonly Row[];
}

/** Comparison as plain figures. */
export interface ComparisonFigures extends Omit<Comparison, "workload"> {
  readonly name: string;
  readonly title: string;
  readonly subject: SubjectName;
  readonly unit: "entity" | "operation";
  readonly atLeast: number;
  readonly atMost: number;
  readonly cpu: Readonly<Partial<Record<Contender, Spread>>>;
}

function figuresOf({ workload, ...figures }: Comparison): ComparisonFigures {
  const { name, title, unit, atLeast, atMost } = workload;
  return { name, title, unit, atLeast, atMost, ...figures };
}

export function buildResults(comparisons: readonly Comparison[], rows: readonly Row[], effort: Effort): Results {
  const [cpu] = cpus();
  const packages = ["@azure/data-tables", "undici", "@tablewright/runtime"];
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: readCommit(),
    machine: `${cpus().length} × ${cpu?.model.trim()}, ${type()} ${release()}`,
    versions: [`Node ${process.version}`, ...packages.map((name) => `${name} ${readVersion(name)}`)].join(", "),
    effort,
    comparisons: comparisons.map(figuresOf),
    rows,
  };
}

/**
 * Returns former results with these rows instead of the former rows of the same name. The new rows name their date and commit, because these
 * differ from those of the other rows.
 */
export function replaceRows(
  former: Results,
  { rows, date, commit }: Pick<Results, "rows" | "date" | "commit">,
): Results {
  const isFormer = (what: string) => rows.some((row) => what === row.what || what.startsWith(`${row.what}, on `));
  const kept = former.rows.filter(({ what }) => !isFormer(what));
  const origin = commit === undefined ? `on ${date}` : `on ${date} at ${commit}`;
  return { ...former, rows: [...kept, ...rows.map((row) => ({ ...row, what: `${row.what}, ${origin}` }))] };
}

/** Returns the results of a whole run with the former rows of separate sources, which a whole run does not measure. */
export function keepSeparateRows(results: Results, former: Results): Results {
  return { ...results, rows: [...results.rows, ...former.rows.filter(({ isSeparate }) => isSeparate)] };
}

/** Returns the commit of the working tree, and says if its sources differ from it. */
function readCommit(): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: import.meta.dirname, encoding: "utf8" }).trim();
  const hasChanges = git("status", "--porcelain", "--untracked-files=no", "--", ":(top)packages/*/src") !== "";
  return `${git("rev-parse", "--short=8", "HEAD")}${hasChanges ? " with changes" : ""}`;
}

/** Says when and where results were measured, as a sentence without its full stop. */
export function measuredOn({
  date,
  commit,
  machine,
  versions,
}: Omit<Results, "effort" | "comparisons" | "rows">): string {
  return `Measured on ${date}${commit === undefined ? "" : ` at commit ${commit}`}: ${machine}, ${versions}`;
}

function readVersion(name: string): string {
  const path = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(path, "utf8")) as { readonly version: string }).version;
}
