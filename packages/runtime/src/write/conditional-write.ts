import type { EntityPayload } from "../schema/entity-schema.js";
import { type PlannedWrite, planRow, type RowWrite } from "./planned-write.js";
import { checkIfMatch } from "./write-options.js";

/**
 * Returns the same write under the condition that its row has not changed since `row` was read. An upsert of a missing row becomes an
 * insert. Returns undefined if the row is missing and the write requires one.
 */
export function conditionalWrite(
  { write, body }: Pick<PlannedWrite, "write" | "body">,
  row: Pick<EntityPayload, "odata.etag"> | undefined,
): PlannedWrite | undefined {
  const { name, entity, table, partitionKey, rowKey } = write;
  const target = { name: entity, table };
  const own = { partitionKey, rowKey, body };
  const isUpsert = name === "insertOrMerge" || name === "insertOrReplace";
  if (row === undefined) return isUpsert ? planRow("insert", target, own) : undefined;
  const ifMatch = checkIfMatch(entity, row["odata.etag"]);
  return planRow(isUpsert ? (name === "insertOrMerge" ? "merge" : "replace") : name, target, own, ifMatch);
}

/** Returns whether the write's `If-Match` is an ETag that the row no longer has. False for `*`, and for a missing row. */
export function isOutdated({ ifMatch }: RowWrite, row: Pick<EntityPayload, "odata.etag"> | undefined): boolean {
  return ifMatch !== undefined && ifMatch !== "*" && row !== undefined && ifMatch !== row["odata.etag"];
}
