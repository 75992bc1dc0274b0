import { type EntityClient, type StoredTableRow, TableError, type TableServiceView } from "@tablewright/runtime";
import type { EntityTypes } from "@tablewright/runtime/codegen/v1";
import type { Change } from "../contract/changes.js";
import type { AnySchema } from "../project/studio-project.js";
import { type EntityWrite, removesProperty } from "./prepare-write.js";

/** Writes an entity by the generated client, on condition that its row still has the ETag in the change. Returns the new ETag. */
export async function writeEntity(service: TableServiceView, write: EntityWrite): Promise<string | undefined> {
  const { change, schema, entity, values } = write;
  const client = clientOf(service, schema);
  if (change.kind === "insert") return (await client.insert(values)).$etag;
  if (change.kind === "delete") {
    const existed = await client.delete(entity as object, { ifMatch: etagOf(change) });
    if (!existed) throw changedSince(change);
    return undefined;
  }
  if (!needsModify(write)) return (await client.merge(entity as object, values, { ifMatch: etagOf(change) })).$etag;
  const { $etag } = await client.modify(entity as object, (current) => {
    if (current.$etag !== change.etag) throw changedSince(change);
    return editsOf(write);
  });
  return $etag;
}

/**
 * Returns whether only `modify`, which reads the row, writes the right properties: it removes some, or the row may have former names of
 * them, to which a merge would write too.
 */
export function needsModify(write: EntityWrite): boolean {
  return write.schema.renamed.length > 0 || removesProperty(write);
}

/** Returns the values that a write sets and the properties that it removes, as `modify` takes them. */
function editsOf({ values }: Pick<EntityWrite, "values">) {
  const isSet = ([, value]: readonly [string, unknown]) => value !== undefined;
  const all = Object.entries(values);
  return {
    set: Object.fromEntries(all.filter(isSet)),
    unset: all.filter((each) => !isSet(each)).map(([name]) => name) as never,
  };
}

/** Returns the client of an entity whose class is known only at run time. */
export function clientOf(service: TableServiceView, schema: AnySchema): EntityClient<EntityTypes> {
  return service.entities({ $schema: schema }) as unknown as EntityClient<EntityTypes>;
}

/** Returns the ETag that the row of a change must still have. */
export function etagOf(change: Exclude<Change, { readonly kind: "insert" }>): StoredTableRow["$etag"] {
  return change.etag as StoredTableRow["$etag"];
}

/** Returns the error for a change whose row another client has changed or deleted since it was read. */
export function changedSince({ table, entity = table }: Change): TableError {
  const message = `Another client has changed or deleted this row of ${entity} since it was read.`;
  return new TableError("entity.condition-not-met", message, { entity });
}
