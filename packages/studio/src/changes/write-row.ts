import type { TableServiceView } from "@tablewright/runtime";
import { isEntityWrite, removesProperty, type Write } from "./prepare-write.js";
import { writeEntity } from "./write-entity.js";
import { writeStored } from "./write-stored.js";
import { writeTogether } from "./write-together.js";

/**
 * Writes one change on condition that the row still has the ETag in the change.
 * @throws TableError, also `entity.condition-not-met` if another client has changed the row
 */
export async function writeRow(service: TableServiceView, write: Write): Promise<void> {
  if (!isEntityWrite(write)) await writeStored(service, write);
  else if (isFromSeen(write)) {
    const [failure] = (await writeTogether(service, [write])) ?? [];
    if (failure !== undefined) throw failure;
  } else await writeEntity(service, write);
}

/**
 * Returns whether the index rows that a write changes follow from the entity as the user saw it. Only a transaction takes that entity; other
 * writes of an entity with indexes read it again.
 */
function isFromSeen(write: Write): boolean {
  if (!isEntityWrite(write) || write.schema.indexes === undefined || write.entity === undefined) return false;
  return write.schema.renamed.length === 0 && !removesProperty(write);
}
