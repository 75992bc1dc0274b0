import type { EntityId } from "@tablewright/runtime";
import type { ExitCode } from "./exit-code.js";

/** What `--json` prints for a command that connects: one object on one line. Members are only ever added. */
export function resultJson(exitCode: ExitCode, result: object): string {
  return JSON.stringify({ ok: exitCode === 0, exitCode, ...result });
}

/** A row by its keys, as reports name it: `("cust!C1", "order!7")`. */
export function keysText({ partitionKey, rowKey }: EntityId): string {
  return `(${JSON.stringify(partitionKey)}, ${JSON.stringify(rowKey)})`;
}
