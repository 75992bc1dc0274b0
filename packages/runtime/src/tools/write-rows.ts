import { entityBytes } from "../codec/encode-entity.js";
import { propertyNames } from "../codec/payload.js";
import { TableError } from "../errors/table-error.js";
import { isIndexError } from "../features/indexes/index-error.js";
import { writeReservation } from "../features/indexes/reserve-values.js";
import { Changeset } from "../rest/changeset.js";
import type { CallOptions, Connection } from "../rest/connection.js";
import { Write } from "../rest/write.js";
import { encodeTableRow, type TableRow } from "../rows/table-row.js";
import type { AnySchema, EntityClass, EntityId, EntityPayload, EntityTypes, ETag } from "../schema/entity-schema.js";
import { schemaOf } from "../schema/entity-schema.js";
import { schemaIn, tableIn } from "../schema/table-names.js";
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

/** Bytes that the service counts for each row and for each property, besides keys, names and values. */
const overhead = { row: 4, property: 8 } as const;

/**
 * Checks that a service accepts a row, for a tool that predicts its writes. The size includes names and some bytes for each property, as
 * the service's documentation says. Ordinary writes do not count these, because services differ in it.
 * @param table name of the table of the row
 * @throws TableError as the write of the row would: `entity.*`, `property.*`, `value.*`, `key.*`
 */
export function checkRow({ connection }: { readonly connection: Connection }, table: string, row: TableRow): void {
  const name = tableIn(connection, table);
  const { limits, kind } = connection;
  const { body } = encodeTableRow(name, row, limits);
  if (kind !== "storage" || body.length * 4 < limits.entityBytes) return;
  const payload = JSON.parse(body) as EntityPayload;
  const bytes = propertyNames(payload).reduce(
    (sum, property) => sum + overhead.property + property.length * 2,
    overhead.row + entityBytes(payload),
  );
  if (bytes <= limits.entityBytes) return;
  const problem = `A row of ${name} has ${bytes} bytes; the limit is ${limits.entityBytes}`;
  throw new TableError("entity.too-large", problem, { entity: name });
}

/**
 * Writes an index row of an index that is unique over all partitions, before the entity of the row is written. Tools that write index rows
 * must call it instead of an ordinary write, which could replace the row of another entity.
 * @param index name of the index
 * @param id keys of the entity, under which it is stored or will be
 * @param isOwn returns whether a stored row reserves the values for this entity under the keys that it had before a move; then it is
 * replaced
 * @returns false if another entity has the values, or has reserved them
 */
export async function reserveIndexRow(
  { connection }: { readonly connection: Connection },
  entity: EntityClass<EntityTypes>,
  index: string,
  row: TableRow,
  id: EntityId,
  isOwn: (stored: EntityPayload) => boolean,
  options?: CallOptions,
): Promise<boolean> {
  const schema = schemaIn(connection, schemaOf(entity)) as unknown as AnySchema;
  const found = schema.indexes?.find(({ name }) => name === index);
  if (found === undefined) return true;
  const entry = schemaIn(connection, found.entry);
  const target = { connection, schema, index: found, entry };
  try {
    await writeReservation(target, encodeTableRow(entry.table, row, connection.limits), id, options, { isOwn });
    return true;
  } catch (error) {
    if (isIndexError(error)) return false;
    throw error;
  }
}
