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
    // A separate process for each file would load the same modules again and again.
    pool: "forks",
    isolate: false,
    maxWorkers: 2,
    // A missing snapshot fails; `-u` writes it.
    update: "none",
    // Ends a test that hangs. No test gets here because a machine is slow.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
  },
});
