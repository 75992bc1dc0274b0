import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { charts } from "./charts.js";
import { measuredOn, type Results } from "./results.js";
import { comparisonTable, otherTable } from "./tables.js";

const root = new URL("../../", import.meta.url);
const begin = "<!-- results: written by `pnpm bench` -->";
const end = "<!-- end of results -->";

/** Returns the results that were written last. */
export function readResults(): Results {
  return JSON.parse(readFileSync(new URL("results.json", root), "utf8")) as Results;
}

/**
 * Writes `results.json`, the charts, the results in this README, and those in the pages of the documentation and in the README of the
 * repository. Keeps the text around them.
 */
export async function writeResults(results: Results): Promise<void> {
  writeFileSync(new URL("results.json", root), `${JSON.stringify(results, undefined, 2)}\n`);
  mkdirSync(new URL("charts/", root), { recursive: true });
  for (const { name, svg } of await charts(results)) writeFileSync(new URL(`charts/${name}.svg`, root), svg);
  const readme = new URL("README.md", root);
  const text = readFileSync(readme, "utf8");
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${readme.pathname} has lost the marks around its results.`);
  writeFileSync(readme, text.slice(0, from) + resultsText(results) + text.slice(to));
  const pages = ["--conditions=@tablewright/source", "--import", "tsx", "packages/docs/src/write-pages.ts"];
  execFileSync(process.execPath, pages, { cwd: new URL("../../", root), stdio: "inherit" });
}

function resultsText(results: Results): string {
  const { effort, comparisons, rows } = results;
  return `${begin}

${measuredOn(results)}; ${effort.replicates} replicates of ${effort.rounds} rounds.

${picture("ratios", "CPU time of the baseline over that of Tablewright, and of Tablewright over what is written by hand")}

### CPU time of the client

${comparisonTable(comparisons)}

### Everything else

${otherTable(rows)}

`;
}

/** Returns a chart that follows the reader's colour scheme. */
function picture(name: string, description: string): string {
  return `<picture>
  <source media="(prefers-color-scheme: dark)" srcset="charts/${name}-dark.svg">
  <img alt="${description}" src="charts/${name}-light.svg">
</picture>`;
}
