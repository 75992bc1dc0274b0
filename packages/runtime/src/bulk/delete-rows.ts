import { isObject } from "../codec/check-entity.js";
import { unrequestedRowError } from "../codec/decode-entity.js";
import { stringLiteral } from "../codec/edm/string.js";
import { idOf, readETag } from "../codec/payload.js";
import { checkOptions, type OptionKinds, requireOption, wholeNumber } from "../errors/check-options.js";
import { formatValue } from "../errors/format-value.js";
import { isTableError, type TableError, wrongValue } from "../errors/table-error.js";
import { addressReader, deletionReader, type RowAddress } from "../query/entity-reader.js";
import { comparison, filterText } from "../query/filter/filter.js";
import { queryText } from "../query/plan-query.js";
import { QueryBuilder } from "../query/query-builder.js";
import type { ArrayOptions } from "../query/query-options.js";
import { storedRows, storedTableRows } from "../query/stored-rows.js";
import { tableAddressReader } from "../query/table-query.js";
import type { CallOptions, Connection } from "../rest/connection.js";
import { Write, type WriteTarget } from "../rest/write.js";
import type { EntitySchema, EntityTypes, Partition, PayloadKeys } from "../schema/entity-schema.js";
import { checkPartition } from "../schema/entity-schema.js";
import { partitionIn } from "../schema/table-names.js";
import { readDecidingRows } from "../write/deciding-reads.js";
import { EntityRows, type TableRows } from "../write/row-encoder.js";
import { checkIfMatch } from "../write/write-options.js";
import type { Writer } from "../write/writer.js";
import { type BulkOptions, bulkOptionKinds } from "./bulk.js";
import { BulkRun } from "./bulk-run.js";
import { writeAll, writePlanned } from "./write-all.js";

/** Options of `deleteWhere`, beside those of a bulk. */
export interface DeleteWhereOptions extends BulkOptions {
  /** If the query finds more rows than this, nothing is deleted and the call rejects with `query.too-many-rows`. There is no default. */
  readonly max: number;
}

const deleteWhereOptionKinds: OptionKinds<DeleteWhereOptions> = { ...bulkOptionKinds, max: wholeNumber(0) };

/** Numbers of the rows that were to be deleted, by outcome. */
export interface DeletedRows {
  readonly deleted: number;
  /** Number of rows that another writer changed or deleted after the query found them. They were left alone. */
  readonly changed: number;
}

/**
 * Deletes all rows of a partition. It begins to delete while it still reads keys. Returns how many rows existed.
 * @throws TableError the first failure, if no row was deleted; otherwise BulkError `bulk.failed` with the counts
 */
export async function deletePartition(
  writer: Writer,
  partition: Partition<string>,
  options: BulkOptions = {},
): Promise<number> {
  checkOptions("deletePartition", options, bulkOptionKinds);
  const { connection } = writer;
  const { table, partitionKey } = partitionIn(connection, checkPartition(partition));
  const target = { name: table, table };
  const plan = (rowKey: string) => new Write("delete", target, { partitionKey, rowKey }, "*");
  const rowKeys = readRowKeys(connection, table, partitionKey, options);
  const { existed } = await writeAll(new BulkRun(writer, rowKeys, plan, options));
  return existed;
}

/** Reads a partition's RowKeys, always from the primary: the read-only secondary may lack rows that must be deleted too. */
async function* readRowKeys(
  connection: Connection,
  table: string,
  partitionKey: string,
  options: CallOptions,
): AsyncGenerator<string, void> {
  const filter = filterText(comparison("PartitionKey", "eq", stringLiteral(partitionKey)));
  const isRequested = (keys: PayloadKeys) => keys.PartitionKey === partitionKey;
  const input = { table, filter, select: ["PartitionKey", "RowKey"], metadata: "none", isRequested } as const;
  for await (const rows of readDecidingRows(connection, input, options)) {
    for (const row of rows) {
      if (!isRequested(row)) throw unrequestedRowError(table, row, queryText(table, [filter]));
      yield row.RowKey;
    }
  }
}

/**
 * Checks that a value is a query of this package, and returns it.
 * @throws TableError `value.wrong-type` for anything else, which only plain JavaScript can pass
 */
export function checkQuery<R>(method: string, entity: string, query: unknown): QueryBuilder<R> {
  if (isObject(query) && QueryBuilder.stateOf(query) !== undefined) return query as QueryBuilder<R>;
  const problem = `${method} takes a query of ${entity}, such as the result of query or scan, not ${formatValue(query)}.`;
  throw wrongValue(problem, { entity });
}

/** Deletes the rows that a query finds, unless there are more than `max`. Deletes each by its stored keys, regardless of its properties. */
export function deleteWhere<T extends EntityTypes>(
  writer: Writer,
  schema: EntitySchema<T>,
  query: unknown,
  options: DeleteWhereOptions,
): Promise<DeletedRows> {
  return deleteFound(writer, options, (read) => {
    return planDeletions(writer, schema, checkQuery("deleteWhere", schema.name, query), read);
  });
}

/** Deletes the rows that a query of a table without a definition finds, unless there are more than `max`. */
export function deleteTableRows(
  writer: Writer,
  rows: TableRows,
  query: unknown,
  options: DeleteWhereOptions,
): Promise<DeletedRows> {
  return deleteFound(writer, options, async (read) => {
    const found = checkQuery("deleteWhere", rows.name, query);
    const addresses = storedTableRows(found, writer.connection, tableAddressReader(rows.table));
    return (await addresses.toArray(read)).map((row) => planDeletion(rows, row));
  });
}

async function deleteFound(
  writer: Writer,
  options: DeleteWhereOptions,
  plan: (read: ArrayOptions) => Promise<(Write | undefined)[]>,
): Promise<DeletedRows> {
  checkOptions("deleteWhere", options, deleteWhereOptionKinds);
  const { max, signal, timeoutMs } = requireOption("deleteWhere", "max", options);
  const deletions = await plan({ max, signal, timeoutMs });
  const isChanged = (error: TableError) => isTableError(error, "entity.condition-not-met");
  const { existed: deleted } = await writePlanned(writer, deletions, options, isChanged);
  return { deleted, changed: deletions.length - deleted };
}

function planDeletion(target: WriteTarget, row: RowAddress): Write {
  return new Write("delete", target, row, checkIfMatch(target.name, row.$etag));
}

async function planDeletions<T extends EntityTypes>(
  writer: Writer,
  schema: EntitySchema<T>,
  found: QueryBuilder<T["entity"]>,
  read: ArrayOptions,
): Promise<(Write | undefined)[]> {
  const { connection } = writer;
  const rows = new EntityRows(schema);
  if (!writer.needsRow(rows, "delete"))
    return (await storedRows(found, connection, schema, addressReader(schema)).toArray(read)).map((row) =>
      planDeletion(schema, row),
    );
  const payloads = await storedRows(found, connection, schema, deletionReader(schema)).toArray(read);
  return payloads.map((row) => {
    return writer.complete(rows, planDeletion(schema, { ...idOf(row), $etag: readETag(row) }), row);
  });
}
