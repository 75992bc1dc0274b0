import type { BulkOptions } from "../bulk/bulk.js";
import { BulkRun } from "../bulk/bulk-run.js";
import type { DeletedRows } from "../bulk/delete-rows.js";
import { writeAll } from "../bulk/write-all.js";
import { idOf } from "../codec/payload.js";
import { isTableError, type TableError } from "../errors/table-error.js";
import { addressReader, deletionReader } from "../query/entity-reader.js";
import { and } from "../query/filter/filter.js";
import { QueryBuilder } from "../query/query-builder.js";
import { stateOfEntity } from "../query/query-state.js";
import { storedRows } from "../query/stored-rows.js";
import type { Connection } from "../rest/connection.js";
import { Write } from "../rest/write.js";
import type { AnySchema, EntityPayload, ETag } from "../schema/entity-schema.js";
import { withDecidingReads } from "../write/deciding-reads.js";
import { EntityRows } from "../write/row-encoder.js";
import { checkIfMatch } from "../write/write-options.js";
import { hooksOf, type Writer } from "../write/writer.js";

function expiredRows(
  connection: Connection,
  schema: AnySchema,
  { signal, timeoutMs }: BulkOptions,
): QueryBuilder<object> {
  const state = stateOfEntity(connection, schema, {}, { expired: true, signal, timeoutMs });
  return new QueryBuilder({
    ...state,
    filter: and([state.filter, hooksOf(schema).expiry?.(schema).expired() ?? false]),
  }) as QueryBuilder<object>;
}

export function countExpired(writer: Writer, schema: AnySchema, options: BulkOptions): Promise<number> {
  return expiredRows(withDecidingReads(writer.connection), schema, options).count();
}

/**
 * Deletes the expired rows of an entity class while it still reads others. Each row is deleted under its ETag, so it stays if another
 * writer has extended its time. Only the keys and the properties in index rows are read, because a deletion needs no more.
 * @throws TableError the first failure, if no row was deleted; otherwise BulkError `bulk.failed` with the counts
 */
export async function sweepRows(writer: Writer, schema: AnySchema, options: BulkOptions): Promise<DeletedRows> {
  const connection = withDecidingReads(writer.connection);
  const rows = new EntityRows(schema);
  const found = expiredRows(connection, schema, options);
  const plan = ({ $etag, row, ...id }: Found): Write | undefined => {
    const deletion = new Write("delete", schema, id, checkIfMatch(schema.name, $etag));
    return row === undefined ? deletion : writer.complete(rows, deletion, row);
  };
  const source = writer.needsRow(rows, "delete")
    ? addressed(storedRows(found, connection, schema, deletionReader(schema)))
    : storedRows(found, connection, schema, addressReader(schema));
  let changed = 0;
  const isChanged = (error: TableError) => {
    const isSkipped = isTableError(error, "entity.condition-not-met");
    if (isSkipped) changed++;
    return isSkipped;
  };
  const { existed } = await writeAll(new BulkRun<Found>(writer, source, plan, options), isChanged);
  return { deleted: existed, changed };
}

/** Keys and ETag of an expired row. If its deletion depends on stored properties, such as those in index rows, also the row itself. */
interface Found {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly $etag: ETag | undefined;
  readonly row?: EntityPayload;
}

async function* addressed(rows: AsyncIterable<EntityPayload>): AsyncGenerator<Found> {
  for await (const row of rows) yield { ...idOf(row), $etag: row["odata.etag"] as ETag | undefined, row };
}
