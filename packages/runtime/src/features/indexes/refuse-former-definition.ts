import { TableError } from "../../errors/table-error.js";
import { hasOtherKeysNow } from "../../query/keys-notice.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import { withDecidingReads } from "../../write/deciding-reads.js";

/**
 * Rejects a call that would mend index rows by a former definition: it does not find entities under their current keys, and would take
 * their index rows for those of no entity. A caller that deletes an index row asks after it has read the row: a row that the current
 * definition has written is younger than the notice of its keys.
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
