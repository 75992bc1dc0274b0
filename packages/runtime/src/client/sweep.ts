import { type BulkOptions, bulkOptionKinds } from "../bulk/bulk.js";
import type { Connection } from "../connection/connection.js";
import { schemaIn } from "../connection/mapped-tables.js";
import { schemaOf } from "../connection/schema-of.js";
import { checkOptions, type OptionKinds } from "../errors/check-options.js";
import { invalidOption } from "../errors/common-errors.js";
import { removeGuards } from "../markers/guard/remove-guards.js";
import type { EntityClass, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { addLayers, clientFeatures } from "../write/layers/client-feature.js";
import { PlainWriter } from "../write/plain-writer.js";

/** Options of {@link sweep}. */
export interface SweepOptions extends BulkOptions {
  /** If true, expired rows are counted and nothing is deleted. Default false. */
  readonly dryRun?: boolean | undefined;
}

const sweepOptionKinds: OptionKinds<SweepOptions> = { ...bulkOptionKinds, dryRun: "boolean" };

/** Outcome of a {@link sweep}. */
export interface SweptRows {
  /** Number of expired rows that were deleted; with `dryRun`, the number of expired rows that were found. */
  readonly deleted: number;
  /** Number of expired rows that another client changed or deleted meanwhile, for example to extend their time. They were left alone. */
  readonly changed: number;
  /**
   * Number of guard rows that were deleted: private rows of clients that show whether a request was applied. Only writes of an entity with
   * a `marker` leave any.
   */
  readonly guards: number;
}

/**
 * Minimum age of the guard rows to delete, in milliseconds. A guard row makes the service reject a delayed attempt of a request that has
 * ended. After a day no such attempt can still arrive.
 */
const guardAgeMs = 24 * 3_600_000;

/**
 * Deletes the rows of an entity that have expired by its `ttl`. Each is deleted under the ETag that was read, so that a row whose time was
 * extended stays. Rows of one partition are deleted in transactions of up to 100. For an entity with a `marker`, also deletes guard rows
 * older than a day: private rows that clients write beside the entity's rows, to learn whether a request was applied. Run it from time to
 * time. If a run is interrupted, the next one deletes what is left.
 * ```ts
 * const { deleted } = await sweep(service, Session);
 * ```
 * Expired rows are found by one query of keys, over the whole table unless the PartitionKey is constant.
 * @param service a client, or a view from `withTables`
 * @throws TableError `config.invalid-option` for an entity without `ttl` and `marker`; the first failure, if no row was deleted; otherwise
 *   BulkError `bulk.failed` with the counts
 */
export async function sweep<T extends EntityTypes>(
  { connection }: { readonly connection: Connection },
  entity: EntityClass<T>,
  options: SweepOptions = {},
): Promise<SweptRows> {
  checkOptions("sweep", options, sweepOptionKinds);
  const schema = schemaIn(connection, schemaOf(entity)) as unknown as EntitySchema<EntityTypes>;
  const { name, ttl, marker, table } = schema;
  if (ttl === undefined && marker === undefined) {
    const problem = `${name} has nothing to sweep: it has neither a ttl nor a marker. Declare ttl: (k) => k.expiresAt.`;
    throw invalidOption(problem, { entity: name });
  }
  const { dryRun, ...bulk } = options;
  const { countExpired, sweepRows } = await import("../bulk/sweep-rows.js");
  const writer = addLayers(new PlainWriter(connection), clientFeatures(schema));
  if (dryRun) return { deleted: ttl ? await countExpired(writer, schema, bulk) : 0, changed: 0, guards: 0 };
  const rows = ttl ? await sweepRows(writer, schema, bulk) : { deleted: 0, changed: 0 };
  const { signal, timeoutMs } = bulk;
  const guards = marker ? await removeGuards(connection, table, guardAgeMs, { signal, timeoutMs }) : 0;
  return { ...rows, guards };
}
