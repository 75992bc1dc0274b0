import { configDefaults, defineConfig } from "vitest/config";
import { findChromium } from "../packages/docs/src/looks/find-chromium.js";

const conditions = ["@tablewright/source", "node", "import", "default"];

/** Tests that need a browser. */
const inBrowser = "packages/conformance/src/studio/**";
const hasBrowser = findChromium() !== undefined;
if (!hasBrowser) {
  process.stderr.write(
    `Left out, because there is no Chromium (apt install chromium, or its path in CHROMIUM): ${inBrowser}\n`,
  );
}

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "examples/*/src/**/*.test.ts", "scripts/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(hasBrowser ? [] : [inBrowser])],
    // Otherwise each file would run in a separate process, which loads the same modules again.
    pool: "forks",
    isolate: false,
    setupFiles: "scripts/test-leftovers.ts",
    // Tests wait for processes and timers about a third of the time.
    maxWorkers: 3,
    // A missing snapshot fails; `-u` writes it.
    update: "none",
    // Ends a test that hangs. Even on a slow machine, no test takes this long.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
  },
});
