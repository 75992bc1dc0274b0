import type { Write } from "../rest/write.js";
import type { EntityPayload } from "../schema/entity-schema.js";

/** Returns an entity's row as a write will leave it, without its new ETag and Timestamp; undefined if the write deletes the row. */
export function rowAfter(row: EntityPayload | undefined, { name, body }: Write): EntityPayload | undefined {
  if (name === "delete") return undefined;
  const sent = JSON.parse(body) as EntityPayload;
  if (row === undefined || (name !== "merge" && name !== "insertOrMerge")) return sent;
  const merged: Record<string, unknown> = { ...row };
  // Removes the type annotation of each overwritten property, because the new value may have another type.
  for (const property of Object.keys(sent)) delete merged[`${property}@odata.type`];
  return { ...merged, ...sent } as EntityPayload;
}
