import { type BulkOptions, bulkOptionKinds } from "../bulk/bulk.js";
import { checkOptions, type OptionKinds } from "../errors/check-options.js";
import { isTableError } from "../errors/table-error.js";
import type { Connection } from "../rest/connection.js";
import { type AnySchema, type EntityClass, type EntityTypes, schemaOf } from "../schema/entity-schema.js";
import { schemaIn } from "../schema/table-names.js";
import { PlainWriter } from "../write/plain-writer.js";
import { removeReceipts } from "../write/receipts/remove-receipts.js";
import { hooksOf } from "../write/writer.js";

/** Options of {@link sweep}. */
export interface SweepOptions extends BulkOptions {
  /** If true, expired rows are counted and nothing is deleted. Default false. */
  readonly dryRun?: boolean | undefined;
  /** If false, receipts are not deleted. Default true. Set it to false for all but one of the entities that share a table. */
  readonly receipts?: boolean | undefined;
}

const sweepOptionKinds: OptionKinds<SweepOptions> = { ...bulkOptionKinds, dryRun: "boolean", receipts: "boolean" };

/** Outcome of a {@link sweep}. */
export interface SweptRows {
  /** Number of expired rows that were deleted; with `dryRun`, the number of expired rows that were found. */
  readonly deleted: number;
  /** Number of expired rows that another client changed or deleted meanwhile, for example to extend their time. They were left alone. */
  readonly changed: number;
  /** Number of receipts that were deleted: small rows that writes with `exactly: "once"` leave. 0 with `dryRun`. */
  readonly receipts: number;
}

/**
 * Minimum age of the receipts to delete, in milliseconds. While a receipt exists, the service rejects a delayed attempt of a request that
 * has ended. After a day no such attempt can arrive any more: that is far longer than `requestLifeMs`, and longer than most tokens and
 * shared access signatures are valid.
 */
const receiptAgeMs = 24 * 3_600_000;

/**
 * Deletes the rows of an entity that have expired by its `ttl`. Each is deleted under the ETag that was read, so that a row whose time was
 * extended stays. Rows of one partition are deleted in transactions of up to 100. From the tables of the entity and its
 * indexes, it also deletes receipts that are older than a day. Receipts are the small rows that writes with `exactly: "once"` leave. Run it
 * from time to time. If a run is interrupted, the next one deletes what is left.
 * ```ts
 * const { deleted } = await sweep(service, Session);
 * ```
 * Expired rows are found by one query of keys, over the whole table unless the PartitionKey is constant. Receipts are found by one query of
 * each table.
 * @param service a client, or a view from `withTables`
 * @throws TableError the first failure, if no row was deleted; otherwise BulkError `bulk.failed` with the counts
 */
export async function sweep<T extends EntityTypes>(
  { connection }: { readonly connection: Connection },
  entity: EntityClass<T>,
  options: SweepOptions = {},
): Promise<SweptRows> {
  checkOptions("sweep", options, sweepOptionKinds);
  const schema = schemaIn(connection, schemaOf(entity)) as unknown as AnySchema;
  const { ttl, table, indexes = [] } = schema;
  const { dryRun, receipts = true, ...bulk } = options;
  const { countExpired, sweepRows } = await import("./sweep-rows.js");
  const plain = new PlainWriter(connection);
  const writer = hooksOf(schema).layer?.(plain) ?? plain;
  if (dryRun) return { deleted: ttl ? await countExpired(writer, schema, bulk) : 0, changed: 0, receipts: 0 };
  const rows = ttl ? await sweepRows(writer, schema, bulk) : { deleted: 0, changed: 0 };
  const { signal, timeoutMs } = bulk;
  const tables = new Set(receipts ? [table, ...indexes.map(({ entry }) => schemaIn(connection, entry).table)] : []);
  let removed = 0;
  for (const each of tables)
    removed += await removeReceipts(connection, each, receiptAgeMs, { signal, timeoutMs }).catch((error: unknown) => {
      // A table that does not exist has no receipts.
      if (isTableError(error, "table.not-found")) return 0;
      throw error;
    });
  return { ...rows, receipts: removed };
}
