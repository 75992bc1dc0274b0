import { TableError } from "@tablewright/runtime";
import type { Change } from "../contract/changes.js";

/** Returns the error for a change whose row another client has changed or deleted since it was read. */
export function changedSince({ table, entity = table }: Change): TableError {
  const message = `Another client has changed or deleted this row of ${entity} since it was read.`;
  return new TableError("entity.condition-not-met", message, { entity });
}
