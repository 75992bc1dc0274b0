import type { Report } from "../../diagnostics/report.js";
import { startOf } from "./text-place.js";

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
