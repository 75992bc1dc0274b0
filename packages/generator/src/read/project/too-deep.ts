import type { Report } from "../../diagnostics/report.js";
import { findFileStart } from "./text-place.js";

/**
 * Calls a function that parses or evaluates source text, and returns its result. Returns `undefined` if the text nests too deeply for the
 * call stack, because the compiler's parser recurses. The limit depends on the machine, and no hand-written text reaches it.
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
  report.add("definition.too-deep", findFileStart(path), message, "Write it with less nesting.");
}
