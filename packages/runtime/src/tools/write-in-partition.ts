import { Changeset } from "../rest/changeset.js";
import type { CallOptions, Connection } from "../rest/connection.js";
import { Write } from "../rest/write.js";
import { encodeTableRow, type TableRow } from "../rows/table-row.js";
import type { EntityId, ETag } from "../schema/entity-types.js";
import { tableIn } from "../schema/mapped-tables.js";
import type { OutcomeRules } from "../write/outcome/resolve-ambiguous-writes.js";
import { submitWrites } from "../write/submit-writes.js";
import { checkIfMatch } from "../write/write-options.js";

/** Write of one row. A replacement and a deletion apply only to the row's version with this ETag. */
export type PartitionWrite =
  | { readonly insert: TableRow }
  | { readonly replace: TableRow; readonly ifMatch: ETag }
  | { readonly delete: EntityId; readonly ifMatch: ETag };

/**
 * Rules for a caller that reads its rows itself after every error. They determine no outcome, because that could require writing one of the
 * rows again, which would give it another ETag.
 */
const noRules: OutcomeRules = {
  recover: async () => "unknown",
  isOpen: () => false,
  resolve: (_connection, _sent, error) => Promise.reject(error),
};

/**
 * Writes rows of one partition in one transaction, so that all are written or none. Tools use it to write an entity together with its index
 * rows. After any error, read the rows: an attempt that lost its response may have been applied.
 * @param table the name of the table that all rows are in
 * @param writes the 1 to 100 writes, each of a different row
 * @returns the new ETag of each row; undefined for one that was deleted
 * @throws TransactionError of the write that was rejected: `entity.already-exists`, `entity.condition-not-met`, `entity.not-found`
 */
export async function writeInPartition(
  { connection }: { readonly connection: Connection },
  table: string,
  writes: readonly PartitionWrite[],
  options?: CallOptions,
): Promise<readonly (ETag | undefined)[]> {
  const name = tableIn(connection, table);
  const sent = writes.map((write) => planWrite(connection, name, write));
  const changeset = Changeset.of(sent.map((each) => each.toPart(connection)));
  return submitWrites(connection, { writes: sent, changeset }, options, undefined, noRules);
}

function planWrite({ limits }: Connection, name: string, write: PartitionWrite): Write {
  const target = { name, table: name };
  if ("insert" in write) return new Write("insert", target, encodeTableRow(name, write.insert, limits));
  const ifMatch = checkIfMatch(name, write.ifMatch);
  if ("replace" in write) return new Write("replace", target, encodeTableRow(name, write.replace, limits), ifMatch);
  const { partitionKey, rowKey } = write.delete;
  return new Write("delete", target, { partitionKey, rowKey }, ifMatch);
}
