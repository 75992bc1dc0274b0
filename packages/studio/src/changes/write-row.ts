import type { TableServiceView } from "@tablewright/runtime";
import { type EntityWrite, isEntityWrite, type Write } from "./prepare-write.js";
import { needsModify, writeEntity } from "./write-entity.js";
import { writeStored } from "./write-stored.js";
import { writeTogether } from "./write-together.js";

/**
 * Writes one change on condition that the row still has the ETag in the change.
 * @returns the ETag that the write left; undefined after a deletion
 * @throws TableError, also `entity.condition-not-met` if another client has changed the row
 */
export async function writeRow(service: TableServiceView, write: Write): Promise<string | undefined> {
  if (!isEntityWrite(write)) return await writeStored(service, write);
  if (!isFromSeen(write)) return await writeEntity(service, write);
  const { failures, etags } = await writeTogether(service, [write]);
  const [failure] = failures ?? [];
  if (failure !== undefined) throw failure;
  return etags?.[0];
}

/**
 * Returns whether the index rows that a write changes follow from the entity as the user saw it. Only a transaction takes that entity; other
 * writes of an entity with indexes read it again.
 */
function isFromSeen(write: EntityWrite): boolean {
  return write.schema.indexes !== undefined && write.entity !== undefined && !needsModify(write);
}
