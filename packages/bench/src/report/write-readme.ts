import { readFileSync, writeFileSync } from "node:fs";
import { cpus, release, type } from "node:os";
import type { Comparison, Effort } from "../measure/compare.js";
import type { Row } from "../rows/row.js";
import { comparisonTable, otherTable } from "./tables.js";

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
