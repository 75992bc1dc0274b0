/**
 * Runs the tests of one mutant after another, in one process that caches the transformed code of all other files.
 * Receives messages with a file and its text, and sends the test that failed. Argument: the tree, whose files it writes.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from "vitest/node";

/** A file with a bug. */
export interface MutantRequest {
  /** Path relative to the tree. */
  readonly file: string;
  readonly text: string;
  /** Folders of the tests, relative to the tree. */
  readonly folders: readonly string[];
  /** Paths of test files to skip. */
  readonly without: readonly string[];
}

/** Result for one mutant. */
export interface MutantResult {
  /** The first test that failed, or undefined if all passed. */
  readonly failed: string | undefined;
  /** Paths of test files that fail without the bug too. They show nothing about the mutant. */
  readonly unreliable: readonly string[];
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
  // The longest test takes half a minute on an idle machine.
  testTimeout: 300_000,
  reporters: [{}],
  sequence: { sequencer: AsGiven },
});
// The tests `types.test.ts` only compile, so a bug at run time cannot affect them.
const specifications = (await vitest.globTestSpecifications()).filter(
  ({ moduleId }) => moduleId.startsWith(join(tree, "packages/")) && !moduleId.endsWith("/types.test.ts"),
);

process.on("message", async (request: MutantRequest) => {
  const path = join(tree, request.file);
  const original = readFileSync(path, "utf8");
  const without = new Set(request.without);
  const waiting = testsOf(path, request.folders);
  let failed: string | undefined;
  for (const count of [...firstRuns, waiting.length]) {
    const next = waiting.splice(0, count);
    while (failed === undefined) {
      change(path, request.text);
      const failure = await failureAmong(next.filter(({ moduleId }) => !without.has(relative(tree, moduleId))));
      change(path, original);
      if (failure === undefined) break;
      // A test that fails without the bug too shows nothing about it, e.g. one that needs a faster machine.
      const again = failure.specification && (await failureAmong([failure.specification]));
      if (again?.specification === undefined) failed = failure.name;
      else without.add(relative(tree, again.specification.moduleId));
    }
    if (failed !== undefined) break;
  }
  const unreliable = [...without].filter((name) => !request.without.includes(name));
  process.send?.({ failed, unreliable } satisfies MutantResult);
});
process.send?.({ failed: undefined, unreliable: [] } satisfies MutantResult);

/**
 * Returns the tests that import a file, directly or not. Those in its folder come first, then those with the fewest import steps: they
 * detect its bugs most often.
 */
function testsOf(path: string, folders: readonly string[]): TestSpecification[] {
  return specifications
    .filter(({ moduleId }) => folders.some((folder) => moduleId.startsWith(`${join(tree, folder)}/`)))
    .map((specification) => {
      const isBeside = dirname(specification.moduleId) === dirname(path);
      const steps = stepsBetween(specification.moduleId, path);
      return { specification, steps: isBeside && steps < Number.POSITIVE_INFINITY ? 0 : steps };
    })
    .filter(({ steps }) => steps < Number.POSITIVE_INFINITY)
    .toSorted((one, other) => one.steps - other.steps)
    .map(({ specification }) => specification);
}

/** A test that failed, and its file; no file for an error outside of tests. */
interface Failure {
  readonly name: string;
  readonly specification: TestSpecification | undefined;
}

async function failureAmong(chosen: TestSpecification[]): Promise<Failure | undefined> {
  if (chosen.length === 0) return undefined;
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  // The result also includes modules that were not chosen, as of their last run.
  for (const module of testModules) {
    const specification = chosen.find(({ moduleId }) => moduleId === module.moduleId);
    const name = specification && failureOf(module);
    if (name !== undefined) return { name, specification };
  }
  return unhandledErrors.length > 0 ? { name: "an error outside of tests", specification: undefined } : undefined;
}

function change(path: string, text: string): void {
  writeFileSync(path, text);
  vitest.invalidateFile(path);
}

function failureOf(module: TestModule): string | undefined {
  for (const test of module.children.allTests("failed")) return `${module.relativeModuleId}: ${test.fullName}`;
  return module.state() === "failed" ? module.relativeModuleId : undefined;
}

/** Returns the number of import steps from one file to another; infinite if there is no path. */
function stepsBetween(from: string, to: string): number {
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
