import { type EntityClient, type StoredTableRow, TableError, type TableServiceView } from "@tablewright/runtime";
import type { EntityTypes } from "@tablewright/runtime/codegen/v1";
import { findMismatches } from "@tablewright/runtime/edm";
import type { AnySchema } from "../project/studio-project.js";
import { encodePayload } from "../rows/related-rows.js";
import type { EntityChange, PlannedChange, TableChange } from "./plan-change.js";

/**
 * Change ready to be written. `before` is the row as read just before the write; undefined for an insert, or if the row no longer exists.
 */
export type ReadyChange = PlannedChange & { readonly before: StoredTableRow | undefined };

/**
 * Writes one change on condition that the row still has the ETag in the change.
 * @throws TableError, also `entity.condition-not-met` if another client has changed the row
 */
export async function writeRow(service: TableServiceView, ready: ReadyChange): Promise<void> {
  if (ready.schema === undefined) await writeTableRow(service, ready);
  else await writeEntity(service, ready);
}

async function writeTableRow(
  service: TableServiceView,
  { change, properties, before }: TableChange & { readonly before: StoredTableRow | undefined },
): Promise<void> {
  const table = service.table(change.table);
  if (change.kind === "insert") {
    await table.insert({ partitionKey: change.partitionKey ?? "", rowKey: change.rowKey ?? "", properties });
    return;
  }
  const { partitionKey, rowKey } = change;
  const ifMatch = { ifMatch: change.etag as StoredTableRow["$etag"] };
  if (change.kind === "delete") await deleted(table.delete({ partitionKey, rowKey }, ifMatch), change);
  else if (change.unset.length === 0) await table.merge({ partitionKey, rowKey }, properties, ifMatch);
  else {
    const removed = Object.fromEntries(change.unset.map((name) => [name, undefined]));
    await table.replace(
      { partitionKey, rowKey, properties: { ...before?.properties, ...properties, ...removed } },
      ifMatch,
    );
  }
}

async function writeEntity(
  service: TableServiceView,
  ready: EntityChange & { readonly before: StoredTableRow | undefined },
): Promise<void> {
  const { change, schema, values } = ready;
  const client = service.entities({ $schema: schema }) as unknown as EntityClient<EntityTypes>;
  if (change.kind === "insert") {
    await client.insert(values);
    return;
  }
  const key = readEntity(ready);
  const ifMatch = change.etag as StoredTableRow["$etag"];
  if (change.kind === "delete") {
    await deleted(client.delete(key, { ifMatch }), change);
    return;
  }
  await client.modify(key, (current) => {
    if (current.$etag !== ifMatch) throw changedSince(schema.name);
    return { set: values, unset: change.unset as never };
  });
}

/** Waits for a deletion with a condition. Throws if no row was found: another client has then deleted the row since it was read. */
async function deleted(deletion: Promise<boolean>, { table, entity = table }: EntityChange["change"]): Promise<void> {
  if (!(await deletion)) throw changedSince(entity);
}

function changedSince(entity: string): TableError {
  const message = `Another client has changed or deleted this row of ${entity} since it was read.`;
  return new TableError("entity.condition-not-met", message, { entity });
}

/** Error codes for rows whose keys do not match their properties. Writing such a row as an entity could write to a different row. */
const keyCodes: ReadonlySet<string> = new Set(["entity.wrong-kind", "key.malformed", "decode.key-mismatch"]);

/**
 * Decodes the row that a change is about into an entity.
 * @throws TableError if the row no longer exists, or if its kind, PartitionKey or RowKey does not match the entity's definition and
 * properties. Such a row cannot be changed as an entity, only by its stored properties.
 */
export function readEntity({
  schema,
  before,
}: {
  schema: AnySchema;
  before: StoredTableRow | undefined;
}): EntityTypes["entity"] {
  if (before === undefined) throw changedSince(schema.name);
  const mismatch = findMismatches({ $schema: schema }, before).find(({ error }) => keyCodes.has(error.code));
  if (mismatch !== undefined) throw mismatch.error;
  return schema.decode(encodePayload(schema, before), true);
}
