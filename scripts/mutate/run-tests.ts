/**
 * Runs the tests of one mutant after another, in one process that caches the transformed code of all other files.
 * Receives messages with a file and its text, and sends the test that failed. Argument: the tree, whose files it writes.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from "vitest/node";

/** A file with a bug. */
export interface MutantRequest {
  /** Path relative to the tree. */
  readonly file: string;
  readonly text: string;
}

/** Result for one mutant: the first test that failed, or undefined if all passed. */
export interface MutantResult {
  readonly failed: string | undefined;
}

const [tree = ""] = process.argv.slice(2);

/**
 * Number of test files in each run before the next check for a failure. After a failure, the remaining files of the same run are still
 * loaded, which takes longer than most tests.
 */
const firstRuns = [2, 6, 12, 24];

/** Runs files in the given order. */
class AsGiven extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return specifications;
  }
}

const imports = new Map<string, readonly string[]>();

const vitest = await createVitest("test", {
  root: tree,
  config: join(tree, "scripts/vitest.config.ts"),
  watch: false,
  bail: 1,
  maxWorkers: 1,
  testTimeout: 20_000,
  reporters: [{}],
  sequence: { sequencer: AsGiven },
  include: ["packages/{runtime,testing}/src/**/*.test.ts"],
  // These tests only compile, so a bug at run time cannot affect them.
  exclude: ["**/types.test.ts"],
});
const specifications = await vitest.globTestSpecifications();

process.on("message", async ({ file, text }: MutantRequest) => {
  const path = join(tree, file);
  const original = readFileSync(path, "utf8");
  change(path, text);
  const failed = await firstFailure(path, join(tree, packageOf(file)));
  change(path, original);
  process.send?.({ failed });
});
process.send?.({ failed: undefined });

/**
 * Runs the tests of a package that import the mutant, directly or indirectly. Those with the fewest import steps run first, because they
 * detect it most often.
 */
async function firstFailure(path: string, folder: string): Promise<string | undefined> {
  const waiting = specifications
    .filter(({ moduleId }) => moduleId.startsWith(folder))
    .map((specification) => ({ specification, steps: stepsBetween(specification.moduleId, path) }))
    .filter(({ steps }) => steps < Number.POSITIVE_INFINITY)
    .toSorted((one, other) => one.steps - other.steps)
    .map(({ specification }) => specification);
  for (const count of [...firstRuns, waiting.length]) {
    const failed = await failureAmong(waiting.splice(0, count));
    if (failed !== undefined) return failed;
  }
  return undefined;
}

async function failureAmong(chosen: TestSpecification[]): Promise<string | undefined> {
  if (chosen.length === 0) return undefined;
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  // The result also includes modules that were not chosen, as of their last run.
  const isChosen = ({ moduleId }: TestModule) => chosen.some((one) => one.moduleId === moduleId);
  const failures = testModules.filter(isChosen).map(failureOf);
  return (
    failures.find((name) => name !== undefined) ??
    (unhandledErrors.length > 0 ? "an error outside of tests" : undefined)
  );
}

function change(path: string, text: string): void {
  writeFileSync(path, text);
  vitest.invalidateFile(path);
}

/** Returns the package folder of a file, e.g. `packages/runtime/`, or that of all packages for other files. */
function packageOf(file: string): string {
  return /^packages\/[^/]+\//.exec(file)?.[0] ?? "packages/";
}

function failureOf(module: TestModule): string | undefined {
  for (const test of module.children.allTests("failed")) return `${module.relativeModuleId}: ${test.fullName}`;
  return module.state() === "failed" ? module.relativeModuleId : undefined;
}

/**
 * Returns the number of import steps from one file to another; infinite if there is no path. A file that is not TypeScript affects all.
 */
function stepsBetween(from: string, to: string): number {
  if (!to.endsWith(".ts")) return 0;
  const seen = new Set([from]);
  let steps = 0;
  for (let files = [from]; files.length > 0; steps++) {
    if (files.includes(to)) return steps;
    files = files.flatMap(importsOf).filter((file) => !seen.has(file) && seen.add(file));
  }
  return Number.POSITIVE_INFINITY;
}

function importsOf(file: string): readonly string[] {
  const known = imports.get(file);
  if (known !== undefined) return known;
  const names = [...readFileSync(file, "utf8").matchAll(/(?:from|import\(?) ?"([^"]+)"/g)].map(([, name = ""]) => name);
  const found = [...new Set(names.map((name) => pathOf(name, file)))].filter((path) => existsSync(path));
  imports.set(file, found);
  return found;
}

/** Resolves a relative path or a package's entry point. A library resolves to a path that does not exist. */
function pathOf(name: string, importer: string): string {
  if (name.startsWith(".")) return join(dirname(importer), name.replace(/\.js$/, ".ts"));
  const [, owner = "", entry = "index"] = /^@tablewright\/([^/]+)(?:\/(.+))?$/.exec(name) ?? [];
  return join(tree, `packages/${owner}/src/${entry}.ts`);
}
