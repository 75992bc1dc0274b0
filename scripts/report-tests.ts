/**
 * Sums up vitest's JSON reports in a folder and its folders. Where two reports of one folder have the same test file, the later one by name
 * counts. Names each failed test with the first lines of its messages, and each that failed only in the earlier report, then prints the
 * counts on one line. Exits with 1 if a test or file failed, or if another number of tests than expected was skipped.
 *
 * `node --import tsx scripts/report-tests.ts FOLDER SKIPPED`, or `… FOLDER --failed` for the paths of the failed files alone.
 */
import { type Dirent, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly TestResult[];
}

interface TestResult {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages?: readonly string[];
}

const [folder = ".", expected = "0"] = process.argv.slice(2);
/** Last result of each file in each folder of reports. */
const results = new Map<string, FileResult>();
const formerFailures: string[] = [];
for (const report of readdirSync(folder, { recursive: true, withFileTypes: true }).sort(byName)) {
  if (!report.isFile()) continue;
  const { testResults } = JSON.parse(readFileSync(join(report.parentPath, report.name), "utf8")) as {
    testResults: FileResult[];
  };
  for (const result of testResults) {
    const key = `${report.parentPath} ${result.name}`;
    const former = results.get(key);
    if (former !== undefined) formerFailures.push(...failuresOf(former));
    results.set(key, result);
  }
}

if (expected === "--failed") {
  const failed = [...results.values()].filter((result) => failuresOf(result).length > 0);
  process.stdout.write(failed.map(({ name }) => `${relative(process.cwd(), name)}\n`).join(""));
} else {
  printSummary(Number(expected));
}

function byName(one: Dirent, other: Dirent): number {
  return one.name < other.name ? -1 : 1;
}

function printSummary(expectedSkips: number): void {
  for (const failure of formerFailures)
    process.stdout.write(`! failed beside other files, run again alone: ${failure}\n`);
  const failures = [...results.values()].flatMap(failuresOf);
  for (const failure of failures) process.stdout.write(`✖ ${failure}\n`);
  const tests = [...results.values()].flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === "passed").length;
  const failed = tests.filter(({ status }) => status === "failed").length;
  const skipped = tests.length - passed - failed;
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  if (failures.length > 0) process.exitCode = 1;
  if (skipped !== expectedSkips) {
    process.exitCode = 1;
    process.stdout.write(
      `✖ ${skipped} tests are skipped in place of ${expectedSkips}. Run them, or change the number in .ci/run with the reason.\n`,
    );
  }
}

/** Returns the failed tests of a file, or the file's own failure (e.g. of an import or a hook), each with its first lines. */
function failuresOf({ name, status, message, assertionResults }: FileResult): string[] {
  const file = relative(process.cwd(), name);
  const tests = assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => `${file}: ${test.fullName}\n${firstLines(test.failureMessages?.join("\n") ?? "")}`);
  return tests.length === 0 && status === "failed" ? [`${file}\n${firstLines(message)}`] : tests;
}

/** Returns the first 20 lines of a message, indented, without the stack inside of packages. */
function firstLines(message: string): string {
  const lines = message.split("\n").filter((line) => !line.includes("/node_modules/"));
  return lines
    .slice(0, 20)
    .map((line) => `    ${line.slice(0, 500)}`)
    .join("\n");
}
