/**
 * Runs the tests of one file with a mistake after another, in one process that keeps all other files transformed.
 * Told by messages: a file and its text in, the test that failed out. Argument: the tree, whose files it writes.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from "vitest/node";

/** A file with a mistake. */
export interface MutantRequest {
  /** Relative to the tree. */
  readonly file: string;
  readonly text: string;
}

/** The first test that failed; undefined where every one passed. */
export interface MutantResult {
  readonly failed: string | undefined;
}

const [tree = ""] = process.argv.slice(2);

/**
 * How many files are run before asking whether one of them failed: after a failure, the files that were to follow in the
 * same run are still loaded, which takes longer than most tests do.
 */
const firstRuns = [2, 6, 12, 24];

/** Keeps files in the order in which they are given. */
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
  // They compile; what a mistake does at run time is nothing to them.
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
 * Runs the tests of a package that reach the mistake by imports, those first that do so by the fewest: they find it most
 * often.
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
  // Those that were not chosen are given as well, as they ended before.
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

/** `packages/runtime/` of a file in it; of a file outside of packages, all of them. */
function packageOf(file: string): string {
  return /^packages\/[^/]+\//.exec(file)?.[0] ?? "packages/";
}

function failureOf(module: TestModule): string | undefined {
  for (const test of module.children.allTests("failed")) return `${module.relativeModuleId}: ${test.fullName}`;
  return module.state() === "failed" ? module.relativeModuleId : undefined;
}

/** How many imports lead from one file to another; infinite where none do. A file that is not TypeScript concerns all. */
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

/** Where a relative path or an entry point of a package leads; libraries come to nothing that exists. */
function pathOf(name: string, importer: string): string {
  if (name.startsWith(".")) return join(dirname(importer), name.replace(/\.js$/, ".ts"));
  const [, owner = "", entry = "index"] = /^@tablewright\/([^/]+)(?:\/(.+))?$/.exec(name) ?? [];
  return join(tree, `packages/${owner}/src/${entry}.ts`);
}
