import type { EntityId } from "@tablewright/runtime";
import type { ExitCode } from "./exit-code.js";

/** Returns the `--json` output of a command that connects: one object on one line. New releases may add members. */
export function resultJson(exitCode: ExitCode, result: object): string {
  return JSON.stringify({ ok: exitCode === 0, exitCode, ...result });
}

/** Formats the keys of a row for reports: `("cust!C1", "order!7")`. */
export function keysText({ partitionKey, rowKey }: EntityId): string {
  return `(${JSON.stringify(partitionKey)}, ${JSON.stringify(rowKey)})`;
}
