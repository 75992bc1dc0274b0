import { TableError } from "../../errors/table-error.js";
import { hasOtherKeysNow } from "../../query/keys-notice.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import { withDecidingReads } from "../../write/deciding-reads.js";

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
