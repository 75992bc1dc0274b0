import { Write } from "../rest/write.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { checkIfMatch } from "./write-options.js";

/**
 * Returns the same write under the condition that its row has not changed since `row` was read. An upsert of a missing row becomes an
 * insert. Returns undefined if the row is missing and the write requires one.
 */
export function conditionalWrite(write: Write, row: Pick<EntityPayload, "odata.etag"> | undefined): Write | undefined {
  const { name, target, entity } = write;
  const isUpsert = name === "insertOrMerge" || name === "insertOrReplace";
  if (row === undefined) return isUpsert ? new Write("insert", target, write) : undefined;
  const ifMatch = checkIfMatch(entity, row["odata.etag"]);
  return new Write(isUpsert ? (name === "insertOrMerge" ? "merge" : "replace") : name, target, write, ifMatch);
}

/** Returns whether the write's `If-Match` is an ETag that the row no longer has. False for `*`, and for a missing row. */
export function isOutdated({ ifMatch }: Write, row: Pick<EntityPayload, "odata.etag"> | undefined): boolean {
  return ifMatch !== undefined && ifMatch !== "*" && row !== undefined && ifMatch !== row["odata.etag"];
}
