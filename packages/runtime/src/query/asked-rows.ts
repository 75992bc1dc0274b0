import type { EntityPayload } from "../schema/entity-schema.js";
import type { KeyScope } from "./plan.js";

/**
 * Whether a row of an answer lies where a query looks. Ranges of PartitionKeys are left to the service, whose order of texts they
 * follow.
 */
export function askedRows(partitionKey: KeyScope, rowKey: KeyScope): (row: EntityPayload) => boolean {
  const isInPartition = keyTest("eq" in partitionKey ? partitionKey : {});
  const isInRange = keyTest(rowKey);
  return ({ PartitionKey, RowKey }) => isInPartition(PartitionKey) && isInRange(RowKey);
}

function keyTest(scope: KeyScope): (key: unknown) => boolean {
  if ("eq" in scope) return (key) => key === scope.eq;
  const { ge = "", lt } = scope;
  if (ge === "" && lt === undefined) return (key) => typeof key === "string";
  return (key) => typeof key === "string" && key >= ge && (lt === undefined || key < lt);
}

/** What a query asks for, as errors say it. */
export function askedText(table: string, filters: readonly string[]): string {
  return `rows of table ${table} with ${filters.join(" | ") || "any key"}`;
}
