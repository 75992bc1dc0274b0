/*
 * Measures everything, or what the filter names, prints it, and rewrites the README where everything was measured.
 * `pnpm bench [filter] [--replicates 6] [--rounds 3]`
 *
 * A replicate starts fresh processes for every driver; each of them works for so many rounds after two that warm it up.
 */
import { parseArgs } from "node:util";
import { type Comparison, compare } from "./measure/compare.js";
import { startStub } from "./measure/processes.js";
import { comparisonTable, otherTable, writeReadme } from "./report/readme.js";
import { deoptimisation, firstResponse, importCost, keyCheck, memory } from "./rows/fresh-processes.js";
import { generation, typeCost } from "./rows/generation.js";
import type { Row } from "./rows/row.js";
import { scale } from "./rows/scale.js";
import { bundleSize, installedSize } from "./rows/size.js";
import { pagesOfAQuery, works } from "./works.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { replicates: { type: "string", default: "6" }, rounds: { type: "string", default: "3" } },
});
const filter = positionals.find((text) => text !== "--") ?? "";
const effort = { replicates: Number(values.replicates), rounds: Number(values.rounds) };
const sources = [
  memory,
  importCost,
  firstResponse,
  bundleSize,
  installedSize,
  generation,
  typeCost,
  deoptimisation,
  keyCheck,
  scale,
];

const comparisons: Comparison[] = [];
const stub = await startStub(pagesOfAQuery);
for (const work of works.filter(({ name }) => name.includes(filter))) {
  const comparison = await compare(work, stub, effort);
  comparisons.push(comparison);
  const { baselineOverOurs, oursOverFloor } = comparison;
  process.stderr.write(`${work.title}: ${baselineOverOurs.median.toFixed(2)}, ${oursOverFloor.median.toFixed(2)}\n`);
}
stub.stop();

const rows: Row[] = [];
for (const source of sources.filter(({ name }) => name.includes(filter))) {
  const measured = await source.measure(effort.replicates);
  rows.push(...measured);
  for (const { what, ours } of measured) process.stderr.write(`${what}: ${ours}\n`);
}

if (comparisons.length > 0) console.log(`\n${comparisonTable(comparisons)}`);
if (rows.length > 0) console.log(`\n${otherTable(rows)}`);
if (filter === "") writeReadme(comparisons, rows, effort);
