import { createRequire } from "node:module";
import type * as TsMorph from "ts-morph";

export type { ts } from "ts-morph";

/**
 * The compiler that ts-morph bundles, so that reading does not depend on the user's TypeScript. Only its parser and its
 * module resolution are used: wrapping each node would double the time. `require` loads it in half the time of `import`.
 */
export const { ts: typescript } = createRequire(import.meta.url)("ts-morph") as typeof TsMorph;
