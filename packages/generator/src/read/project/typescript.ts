import { createRequire } from "node:module";
import type { ts } from "ts-morph";
import type { Report } from "../../diagnostics/report.js";
import { startOf } from "./text-place.js";

export type { ts } from "ts-morph";

/**
 * The compiler that ts-morph bundles, so that reading does not depend on the user's TypeScript. Reading uses only its
 * parser and its module resolution: wrapping each node would double the time. `require` loads it in half the time of `import`.
 */
export const typescript: typeof ts = createRequire(import.meta.url)("ts-morph").ts;

/**
 * Runs a reader of source text; `undefined` where the text nests deeper than the call stack goes. The compiler's parser recurses,
 * so where that is depends on the machine; it is beyond anything that a person writes.
 */
export function unlessTooDeep<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError && error.message === "Maximum call stack size exceeded") return undefined;
    throw error;
  }
}

export function reportTooDeep(path: string, report: Report): void {
  const message = `${path} nests its expressions too deeply to be read.`;
  report.add("definition.too-deep", startOf(path), message, "Write it with less nesting.");
}
