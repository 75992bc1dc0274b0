import { createRequire } from "node:module";
import type { ts } from "ts-morph";

export type { ts } from "ts-morph";

/**
 * TypeScript compiler that ts-morph bundles, so that reading does not depend on the user's TypeScript. Definitions are parsed with it
 * directly: ts-morph's wrapper around each node would double the time. `require` loads it in half the time of `import`.
 */
export const typescript: typeof ts = createRequire(import.meta.url)("ts-morph").ts;
