import { createRequire } from "node:module";
import type { ts } from "ts-morph";

export type { ts } from "ts-morph";

const { resolve } = createRequire(import.meta.url);

/**
 * The compiler that ts-morph bundles, so that reading does not depend on the user's TypeScript. Only its parser and its
 * module resolution are used: wrapping each node would double the time, and loading the wrappers takes a third of the start.
 * `require` loads it in half the time of `import`.
 */
export const typescript: typeof ts = createRequire(resolve("ts-morph"))("@ts-morph/common/dist/typescript.js");
