/**
 * Changes one place of the source at a time, and lists the changes that neither a test nor the compiler detects.
 *
 *     pnpm mutate [area…] [--seed N] [--count N] [--only PATH] [--again] [--limit SECONDS]
 *
 * Areas are those of scripts/mutate/areas.ts (default: all). `--seed` selects the places (default 1), `--count` sets their number in each
 * area (default 60). `--only` limits them to files whose path contains it. `--again` limits them to former survivors without a reason.
 * `--limit` is how long the tests of one mutant may take (default 600). Without `--only` and `--again` it writes
 * scripts/mutate/mutation-report.json, where each survivor's reason is added by hand; one with a reason is not tested again. Exits with 1
 * if a mutant survives without a reason, or if a test fails without any change. Ctrl-C ends it early, and prints the results so far.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseSeed, seededRandom } from "../packages/conformance/src/soak/random.js";
import { type AreaName, areaNames, areas, findSources } from "./mutate/areas.js";
import { listMutants, type Mutant } from "./mutate/mutants.js";
import { type AreaResult, addResult, isExplained, isSame, readReport, writeReport } from "./mutate/survivors.js";
import { TestProcess } from "./mutate/test-process.js";
import { TypeChecker } from "./mutate/type-checker.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "60" },
    only: { type: "string", default: "" },
    again: { type: "boolean", default: false },
    limit: { type: "string", default: "600" },
  },
});
const seed = Number(values.seed);
const chosen = positionals.length === 0 ? areaNames : positionals.map(parseArea);
const former = readReport();

const tests = new TestProcess(Number(values.limit) * 1000);
let isEnded = false;
process.once("SIGINT", () => {
  isEnded = true;
});
process.once("exit", () => tests.close());

const results: AreaResult[] = [];
for (const area of chosen) if (!isEnded) results.push(await testArea(area));
const { unreliable } = tests;
tests.close();

for (const { area, tested, survived } of results) {
  process.stdout.write(`\n${area}: ${tested.length - survived.length} of ${tested.length} caught\n`);
  for (const mutant of survived) process.stdout.write(`${mutant.file}:${mutant.line}\n${formatChange(mutant)}`);
}
for (const name of unreliable) process.stdout.write(`\nFails without any change, and was left out: ${name}\n`);
if (values.only === "" && !values.again && !isEnded) writeReport(results.reduce(addResult, former));
if (unreliable.length > 0 || results.some(({ survived }) => survived.length > 0)) process.exitCode = 1;

async function testArea(area: AreaName): Promise<AreaResult> {
  const sources = findSources(tests.tree, areas[area]);
  const all = sources.flatMap((file) => listMutants(file, readFileSync(join(tests.tree, file), "utf8")));
  const sample = all
    .filter(({ file }) => file.includes(values.only))
    .filter((mutant) => !isExplained(former, mutant))
    .filter((mutant) => !values.again || former.survivors.some((one) => isSame(one, mutant)))
    .map((mutant) => ({ mutant, rank: rankOf(mutant) }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, Number(values.count))
    .map(({ mutant }) => mutant);
  const types = new TypeChecker(tests.tree, sources);
  const tested: Mutant[] = [];
  const survived: Mutant[] = [];
  for (const mutant of sample) {
    if (isEnded) break;
    const begun = performance.now();
    const failed = types.findError(mutant) ?? (await tests.failure(mutant, areas[area].tests));
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    tested.push(mutant);
    if (failed === undefined) survived.push(mutant);
    const outcome = failed === undefined ? "SURVIVED" : "caught";
    process.stdout.write(
      `${area} ${tested.length}/${sample.length} ${outcome} ${mutant.file}:${mutant.line} (${seconds} s)\n`,
    );
    process.stdout.write(failed === undefined ? formatChange(mutant) : `  by ${failed}\n`);
  }
  return { area, seed, all, tested, survived };
}

function parseArea(name: string): AreaName {
  const area = areaNames.find((one) => one === name);
  if (area === undefined) throw new Error(`There is no area ${name}. Choose from ${areaNames.join(", ")}.`);
  return area;
}

function formatChange({ before, after }: Mutant): string {
  return `  - ${before}\n  + ${after}\n`;
}

/** Returns a mutant's random rank, which does not depend on other changes. A sample keeps most of its mutants as the source grows. */
function rankOf({ file, before, after }: Mutant): number {
  return seededRandom(parseSeed(`${seed} ${file} ${before} ${after}`))();
}
