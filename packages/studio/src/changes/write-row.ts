import type { TableServiceView } from "@tablewright/runtime";
import { isEntityWrite, type Write } from "./prepare-write.js";
import { writeEntity } from "./write-entity.js";
import { writeStored } from "./write-stored.js";

/**
 * Writes one change on condition that the row still has the ETag in the change.
 * @throws TableError, also `entity.condition-not-met` if another client has changed the row
 */
export async function writeRow(service: TableServiceView, write: Write): Promise<void> {
  if (isEntityWrite(write)) await writeEntity(service, write);
  else await writeStored(service, write);
}
