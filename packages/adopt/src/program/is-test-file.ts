/** Matches paths of tests and of files that only tests use, such as `src/orders.test.ts` and `tests/fixtures/orders.ts`. */
const testPath =
  /(^|\/)(__tests__|__mocks__|__fixtures__|tests?|specs?|e2e|fixtures|mocks|cypress|playwright)\/|\.(test|tests|spec|e2e|cy|bench|mock|stories)\.[cm]?[jt]sx?$|(^|\/)(jest|vitest|playwright)\.[\w.]*(config|setup)\.[cm]?[jt]s$/i;

/** Returns whether a file is part of a program's tests, whose rows are no rows of the program. */
export function isTestFile(path: string): boolean {
  return testPath.test(path);
}
