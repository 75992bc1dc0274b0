import { stringLiteral } from "../../codec/edm/string.js";
import { TableError } from "../../errors/table-error.js";
import { hasOtherKeysNow } from "../../query/keys-notice.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import type { EntityId, EntitySchema, EntityTypes } from "../../schema/entity-schema.js";
import { readDecidingRows, withDecidingReads } from "../../write/deciding-reads.js";
import type { IndexTarget } from "./read-entities.js";

/** Range of the RowKeys of hidden rows in which entities are stored while they move from one partition to another. */
const copies = { ge: "~m-c-", lt: "~m-c." } as const;

/**
 * If this program does not find an entity, returns whether it may exist all the same: under the keys of a later definition, or as a copy
 * that `migrate` has not shown yet.
 * @param owner keys of the entity by the definition of this program; undefined if its index row does not give them
 */
export async function mayHaveMoved<T extends EntityTypes, E extends EntityTypes>(
  { connection, schema }: IndexTarget<T, E>,
  owner: EntityId | undefined,
  options: CallOptions | undefined,
): Promise<boolean> {
  if (await hasOtherKeysNow(withDecidingReads(connection), schema, options)) return true;
  if (schema.hooks.former === undefined || owner === undefined) return false;
  const filter = `PartitionKey eq ${stringLiteral(owner.partitionKey)} and RowKey ge '${copies.ge}' and RowKey lt '${copies.lt}'`;
  const input = { table: schema.table, filter, metadata: "none", hidden: true } as const;
  for await (const rows of readDecidingRows(connection, input, options)) if (rows.length > 0) return true;
  return false;
}

/**
 * Rejects a call that would mend index rows by a former definition. Such a call does not find entities under their current keys, and would
 * delete their index rows as rows of no entity. To delete an index row, first read the row, then call this function: if the current
 * definition has written the row, the notice of that definition's keys is older than the row, so this function finds the notice.
 * @throws TableError `index.former-definition`
 */
export async function refuseFormerDefinition<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  options: CallOptions | undefined,
): Promise<void> {
  if (!(await hasOtherKeysNow(withDecidingReads(connection), schema, options))) return;
  const { name, table } = schema;
  const problem =
    `reindex of ${name} was refused: the table ${table} names other keys for it, or another table, than this program's definition. ` +
    "The index rows of entities that have moved would be deleted. Run reindex with the current definition.";
  throw new TableError("index.former-definition", problem, { entity: name });
}
