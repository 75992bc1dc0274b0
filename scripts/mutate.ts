/**
 * Changes one place of the source at a time, and lists the changes that neither a test nor the compiler detects.
 * `--seed N` selects the places (default 1). `--count N` sets their number (default 300). `--only PATH` limits them to files whose path
 * contains it. `--again` limits them to former survivors without a reason. Without `--only` it writes
 * scripts/mutate/mutation-report.json, where each survivor's reason is added by hand. Ctrl-C ends it early, with a report of the tests
 * so far.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseSeed, seededRandom } from "../packages/conformance/src/soak/random.js";
import { type Mutant, mutantsOf } from "./mutate/mutants.js";
import { isSame, readReport, writeReport } from "./mutate/survivors.js";
import { TestProcess } from "./mutate/test-process.js";
import { TypeChecker } from "./mutate/type-checker.js";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "300" },
    only: { type: "string", default: "" },
    again: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
const earlier = readReport();
const tests = new TestProcess();

const sources = ["packages/runtime/src", "packages/testing/src"]
  .flatMap((folder) => readdirSync(join(tests.tree, folder), { recursive: true }).map((name) => `${folder}/${name}`))
  .filter((file) => /\.ts$/.test(file) && !/\.(test|gen|d)\.ts$|\/(test|fixtures)\//.test(file))
  .filter((file) => file.includes(values.only));
const sample = sources
  .flatMap((file) => mutantsOf(file, readFileSync(join(tests.tree, file), "utf8")))
  .filter((mutant) => !values.again || earlier.survivors.some((one) => isSame(one, mutant)))
  .map((mutant) => ({ mutant, rank: rankOf(mutant) }))
  .sort((one, other) => one.rank - other.rank)
  .slice(0, Number(values.count))
  .map(({ mutant }) => mutant);

const types = new TypeChecker(tests.tree, sources);
const survived: Mutant[] = [];
let tested = 0;
let isEnded = false;
process.once("SIGINT", () => {
  isEnded = true;
});
process.once("exit", () => tests.close());

const started = performance.now();
const broken = await tests.failure(
  { file: "package.json", text: readFileSync(join(tests.tree, "package.json"), "utf8") },
  600_000,
);
if (broken !== undefined) throw new Error(`A test fails without any change: ${broken}`);
const limitMs = 30_000 + 3 * (performance.now() - started);

for (const mutant of sample) {
  if (isEnded) break;
  const begun = performance.now();
  const failed = isExplained(mutant) ? undefined : (types.refusal(mutant) ?? (await tests.failure(mutant, limitMs)));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  tested++;
  if (failed === undefined) survived.push(mutant);
  const { file, line, before, after } = mutant;
  process.stdout.write(
    `${tested}/${sample.length} ${failed === undefined ? "SURVIVED" : "caught"} ${file}:${line} (${seconds} s)\n`,
  );
  process.stdout.write(failed === undefined ? `  - ${before}\n  + ${after}\n` : `  by ${failed}\n`);
}
tests.close();
process.stdout.write(`\n${tested - survived.length} of ${tested} caught\n`);
for (const { file, line, before, after } of survived) {
  process.stdout.write(`\n${file}:${line}\n  - ${before}\n  + ${after}\n`);
}
if (values.only === "" && !(values.again && isEnded)) {
  // A mutant that is no longer in the source counts neither as caught nor as a survivor.
  const stillThere = earlier.tested - earlier.survivors.length + sample.length;
  const run = values.again ? { seed: earlier.seed, tested: stillThere } : { seed, tested };
  const unexplained = writeReport(run.seed, run.tested, survived).survivors.filter(({ reason }) => reason === "");
  if (unexplained.length > 0) process.exitCode = 1;
}

/** Returns whether a mutant is known to survive for a reason. It is then listed again without a test. */
function isExplained(mutant: Mutant): boolean {
  return values.again && earlier.survivors.some((one) => isSame(one, mutant) && one.reason !== "");
}

/** Returns a mutant's random rank, which does not depend on other changes. A sample keeps most of its mutants as the source grows. */
function rankOf({ file, before, after }: Mutant): number {
  return seededRandom(parseSeed(`${seed} ${file} ${before} ${after}`))();
}
