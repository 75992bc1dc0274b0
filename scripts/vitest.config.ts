import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { findChromium } from "../packages/docs/src/looks/find-chromium.js";
import { longTests, patternOf, repeatedTests } from "./long-tests.js";

const root = new URL("..", import.meta.url).pathname;
const conditions = ["@tablewright/source", "node", "import", "default"];
const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;

/** Tests that need a browser. */
const inBrowser = ["packages/conformance/src/studio/**", "packages/docs/src/playground/**"];
const hasBrowser = findChromium() !== undefined;
if (!hasBrowser) {
  process.stderr.write(
    `Left out, because there is no Chromium (apt install chromium, or its path in CHROMIUM): ${inBrowser.join(", ")}\n`,
  );
}
const exclude = [...configDefaults.exclude, ...(hasBrowser ? [] : inBrowser)];

/**
 * Returns a part of the tests.
 * @param seconds time after which a test hangs, unless it has a limit of its own
 */
function part(
  name: string,
  seconds: number,
  files: Pick<NonNullable<TestProjectInlineConfiguration["test"]>, "include" | "exclude" | "env">,
): TestProjectInlineConfiguration {
  const limit = (isSoak ? 7200 : seconds) * 1000;
  return {
    root,
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name,
      ...files,
      // Otherwise each file would run in a separate process, which loads the same modules again.
      pool: "forks",
      isolate: false,
      setupFiles: "scripts/test-leftovers.ts",
      testTimeout: limit,
      hookTimeout: limit,
      // Messages show whole objects, not `{ Object (…) }`.
      chaiConfig: { truncateThreshold: 10_000 },
    },
  };
}

export default defineConfig({
  root,
  test: {
    // Tests wait for processes and timers about a third of the time.
    maxWorkers: 3,
    // A missing snapshot fails; `-u` writes it.
    update: "none",
    projects: [
      part("quick", 60, {
        include: ["packages/*/src/**/*.test.ts", "examples/*/src/**/*.test.ts", "scripts/**/*.test.ts"],
        exclude: [...exclude, ...longTests.map(patternOf)],
      }),
      part("long", 300, {
        include: [...longTests, ...repeatedTests].map(patternOf),
        exclude,
        env: { TABLEWRIGHT_LONG: "1" },
      }),
    ],
  },
});
