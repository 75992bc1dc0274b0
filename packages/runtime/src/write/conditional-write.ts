import type { EntityPayload } from "../schema/entity-schema.js";
import { type PlannedWrite, planRow, type RowWrite } from "./planned-write.js";
import { checkIfMatch } from "./write-options.js";

/**
 * Returns the write under the condition that its row is still as it was read. An upsert of a missing row becomes an insert. Returns
 * undefined if the write requires a row and there is none.
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

/** Returns whether the write is under an ETag that the row no longer has. */
export function isOutdated({ ifMatch }: RowWrite, row: Pick<EntityPayload, "odata.etag"> | undefined): boolean {
  return ifMatch !== undefined && ifMatch !== "*" && row !== undefined && ifMatch !== row["odata.etag"];
}
