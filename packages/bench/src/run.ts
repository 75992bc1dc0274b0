/*
 * Measures everything, or the workloads that match the filter, and prints the results. If everything was measured, rewrites README, charts
 * and results.json. The filter is a part of `workload entity`, such as `get-1 visit`, or of the name of other rows, such as `first-get`.
 * With `--update`, rows that are not of a workload replace those in the results. Separate sources, such as `million-rows`, are measured only
 * if the filter is their name.
 * `pnpm bench [filter] [--replicates 6] [--rounds 3] [--update]`
 * With `--against`, compares the built working tree with another commit instead, and exits with 1 if something got slower.
 * `pnpm bench [filter] --against a9ff7bdf [--pairs 8]`
 */
import { parseArgs } from "node:util";
import { compareBuilds } from "./against/compare-builds.js";
import { type Comparison, compare } from "./measure/compare.js";
import type { Row, RowSource } from "./measure/figures.js";
import { startStub } from "./measure/processes.js";
import { buildResults, keepSeparateRows, replaceRows } from "./report/results.js";
import { comparisonTable, otherTable } from "./report/tables.js";
import { readResults, writeResults } from "./report/write-results.js";
import { apiLoad } from "./rows/api-load.js";
import { exportImport } from "./rows/export-import.js";
import { featurePrices } from "./rows/feature-prices.js";
import { firstGet } from "./rows/first-get.js";
import { generation } from "./rows/generation.js";
import { chunkedCache, deoptimisation, indexedInsert, keyCheck } from "./rows/in-process.js";
import { atRest, importCost, memory } from "./rows/process-start.js";
import { rewrites } from "./rows/rewrites.js";
import { scale } from "./rows/scale.js";
import { bundleSize, installedSize } from "./rows/size.js";
import { typeCost } from "./rows/type-cost.js";
import { millionRows, wholeTable } from "./rows/whole-table.js";
import { type SubjectName, subjects } from "./subjects/subjects.js";
import { pagesPerQuery, workloads } from "./workloads.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    replicates: { type: "string", default: "6" },
    rounds: { type: "string", default: "3" },
    update: { type: "boolean", default: false },
    against: { type: "string" },
    pairs: { type: "string", default: "8" },
  },
});
const filter = positionals.find((text) => text !== "--") ?? "";
if (values.against !== undefined) {
  const isFine = await compareBuilds(values.against, { pairs: Number(values.pairs), filter });
  process.exit(isFine ? 0 : 1);
}
const effort = { replicates: Number(values.replicates), rounds: Number(values.rounds) };
const sources: readonly RowSource[] = [
  memory,
  importCost,
  firstGet,
  bundleSize,
  installedSize,
  generation,
  typeCost,
  deoptimisation,
  keyCheck,
  indexedInsert,
  featurePrices,
  chunkedCache,
  exportImport,
  wholeTable,
  rewrites,
  millionRows,
  scale,
  apiLoad,
  atRest,
];

const comparisons: Comparison[] = [];
const stub = await startStub(pagesPerQuery);
for (const workload of workloads) {
  for (const subject of Object.keys(subjects) as SubjectName[]) {
    if (!`${workload.name} ${subject}`.includes(filter)) continue;
    const comparison = await compare(workload, subject, stub, effort);
    comparisons.push(comparison);
    const { baselineOverOurs, oursOverByHand } = comparison;
    const figures = [baselineOverOurs, oursOverByHand].map(({ median }) => median.toFixed(2));
    process.stderr.write(`${workload.title}, ${subject}: ${figures.join(", ")}\n`);
  }
}
stub.stop();

const rows: Row[] = [];
for (const source of sources.filter(({ name, isSeparate }) => (isSeparate ? name === filter : name.includes(filter)))) {
  const { isSeparate } = source;
  const measured = (await source.measure(effort.replicates)).map((row) => ({
    ...row,
    ...(isSeparate && { isSeparate }),
  }));
  rows.push(...measured);
  for (const { what, ours } of measured) process.stderr.write(`${what}: ${ours}\n`);
}

const results = buildResults(comparisons, rows, effort);
if (comparisons.length > 0) console.log(`\n${comparisonTable(results.comparisons)}`);
if (rows.length > 0) console.log(`\n${otherTable(rows)}`);
if (filter === "") await writeResults(keepSeparateRows(results, readResults()));
else if (values.update) await writeResults(replaceRows(readResults(), results));
