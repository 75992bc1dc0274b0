import { edm } from "../codec/edm/edm-value.js";
import type { KeyPart } from "../codec/keys/key-part.js";
import { keyText } from "../codec/keys/text.js";
import type { CallOptions, Connection } from "../rest/connection.js";
import { getEntity } from "../rest/query-entities.js";
import { insertOrReplaceEntity } from "../rest/write.js";
import { encodeTableRow, type TableRow } from "../rows/table-row.js";
import type { AnySchema, EntityId } from "../schema/entity-schema.js";

/*
 * A program cannot tell a row that a later definition wrote under other keys from a row that is wrong: in both, the values do not give the
 * stored keys. So the table itself records the current keys. While the lock file names former keys, `createTables` and `migrate` store a
 * notice for each kind that the entity has or had in the table: a hidden row with the current keys. A query of a program whose definition
 * has other keys then leaves such rows out. Without a notice of other keys, such rows are errors. A table that the entity has left gets a
 * notice from `migrate`, too. Once the lock file names no former keys any more, `migrate` deletes the notices.
 */

type DescribedSchema = Pick<AnySchema, "kind" | "kindProperty" | "partitionParts" | "rowParts">;

/** PartitionKey of notices. Their RowKeys start with it too, and so are hidden rows. */
const prefix = "~m-k-";

/** Name of the property that contains the keys. */
const content = "keys";

function noticeId(kind: string): EntityId {
  return { partitionKey: prefix, rowKey: prefix + keyText(kind) };
}

/** Describes the kind and the keys of a definition as text. Two definitions differ in one of them if these texts differ. */
function describeKeys({ kind, kindProperty, partitionParts, rowParts }: DescribedSchema): string {
  const textOf = (part: KeyPart) => (typeof part === "string" ? part : [part.field, part.form, part.shards]);
  return JSON.stringify([kind, kindProperty, partitionParts.map(textOf), rowParts.map(textOf)]);
}

/** Stores the notices of an entity that had other keys in former definitions. Does nothing for any other entity. */
export async function announceKeys(connection: Connection, schema: AnySchema, options?: CallOptions): Promise<void> {
  const { hooks, kind, table } = schema;
  if (hooks.former === undefined) return;
  for (const each of new Set([kind, ...hooks.former.kinds])) {
    const row: TableRow = { ...noticeId(each), properties: { [content]: edm.string(describeKeys(schema)) } };
    const { body } = encodeTableRow(table, row, connection.limits);
    await connection.send(insertOrReplaceEntity, { table, ...noticeId(each), body }, options);
  }
}

/**
 * Stores a notice in a table that an entity has left for another one, so that programs of the former definition learn of the move.
 * @param former the table as the former definition names it, and the kind that the entity had there
 */
export async function announceTable(
  connection: Connection,
  schema: AnySchema,
  former: Pick<AnySchema, "table" | "kind">,
  options?: CallOptions,
): Promise<void> {
  const place = { table: former.table, ...noticeId(former.kind) };
  const text = `${describeKeys(schema)} in ${schema.table}`;
  const { body } = encodeTableRow(
    place.table,
    { ...place, properties: { [content]: edm.string(text) } },
    connection.limits,
  );
  await connection.send(insertOrReplaceEntity, { ...place, body }, options);
}

/** Returns whether a row is a notice of exactly the keys of this schema. */
export function isKeysNotice(schema: AnySchema, { partitionKey, rowKey, properties }: TableRow): boolean {
  const keys = properties[content];
  return (
    partitionKey === prefix &&
    rowKey.startsWith(prefix) &&
    keys?.type === "Edm.String" &&
    keys.value === describeKeys(schema)
  );
}

/** For each connection, the tables and kinds whose notice names other keys than this program's definition. */
const changed = new WeakMap<Connection, Set<string>>();

/**
 * Returns whether the table has a notice that names other keys of this entity than the schema. Reads the notice, unless its contents are
 * known.
 */
export async function hasOtherKeysNow(
  connection: Connection,
  schema: AnySchema,
  call: CallOptions | undefined,
): Promise<boolean> {
  const { table, kind } = schema;
  const name = JSON.stringify([table, kind]);
  const known = changed.get(connection) ?? new Set();
  if (known.has(name)) return true;
  const notice = await connection.send(getEntity, { table, ...noticeId(kind) }, call);
  const keys = notice?.[content];
  if (typeof keys !== "string" || keys === describeKeys(schema)) return false;
  changed.set(connection, known.add(name));
  return true;
}
