/**
 * Runs the tests of one file with a mistake after another, in one process that keeps all other files transformed.
 * Told by messages: a file and its text in, the test that failed out. Argument: the tree, whose files it writes.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from "vitest/node";

/** A file with a mistake. */
export interface Question {
  /** Relative to the tree. */
  readonly file: string;
  readonly text: string;
}

/** The first test that failed; undefined where every one passed. */
export interface Answer {
  readonly failed: string | undefined;
}

const [tree = ""] = process.argv.slice(2);
let current = "";

/** The tests beside the mistake come first: they find it most often. */
class NearestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const near = ({ moduleId }: TestSpecification): number => shared(moduleId, join(tree, current));
    return specifications.toSorted((one, other) => near(other) - near(one));
  }
}

const vitest = await createVitest("test", {
  root: tree,
  config: join(tree, "scripts/vitest.config.ts"),
  watch: false,
  bail: 1,
  maxWorkers: 1,
  testTimeout: 20_000,
  reporters: [{}],
  sequence: { sequencer: NearestFirst },
  include: ["packages/{runtime,testing}/src/**/*.test.ts"],
  // They compile; what a mistake does at run time is nothing to them.
  exclude: ["**/types.test.ts"],
});
const specifications = await vitest.globTestSpecifications();

process.on("message", async ({ file, text }: Question) => {
  const path = join(tree, file);
  const original = readFileSync(path, "utf8");
  current = file;
  change(path, text);
  // A package is to be tested by its own tests.
  const chosen = specifications.filter(({ moduleId }) => moduleId.startsWith(join(tree, packageOf(file))));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  change(path, original);
  // Those that were not chosen are given as well, as they ended before.
  const isChosen = ({ moduleId }: TestModule) => chosen.some((one) => one.moduleId === moduleId);
  const failed = testModules
    .filter(isChosen)
    .map(failureOf)
    .find((name) => name !== undefined);
  process.send?.({ failed: failed ?? (unhandledErrors.length > 0 ? "an error outside of tests" : undefined) });
});
process.send?.({ failed: undefined });

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

/** How many characters two paths begin with in common. */
function shared(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
