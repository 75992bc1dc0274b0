/* Repair of indexes: writes missing index rows and removes stale ones, also those of a former index. */

import { stringLiteral } from "./codec/edm/string.js";
import { checkOptions, type OptionKinds, wholeNumber } from "./errors/check-options.js";
import { formatValue } from "./errors/format-value.js";
import { didYouMean } from "./errors/nearest-name.js";
import { TableError } from "./errors/table-error.js";
import { refuseFormerDefinition } from "./features/indexes/former-definition.js";
import { minAgeMs } from "./features/indexes/index-row-age.js";
import type { YoungIndexRow } from "./features/indexes/remove-stale-index-row.js";
import { findStaleIndexRow, removeStaleIndexRow } from "./features/indexes/remove-stale-index-row.js";
import { dateAt, parseTime } from "./platform/time.js";
import { createScan, type EntityQueryBuilder, findPartitionKeyPrefix } from "./query/entity-query.js";
import { payloadReader } from "./query/entity-reader.js";
import type { TextRange } from "./query/filter/filter.js";
import type { FirstKey } from "./query/find-splits.js";
import { type KeyScope, partitionKeysOfKind, rowKeysOfKind } from "./query/key-scope.js";
import { storedRows } from "./query/stored-rows.js";
import { createTableQuery, type TableQuery } from "./query/table-query.js";
import { type CallOptions, type Connection, callOptionKinds } from "./rest/connection.js";
import type { StoredTableRow } from "./rows/table-row.js";
import {
  type AnySchema,
  type EntityClass,
  type EntityId,
  type EntityPayload,
  type EntityTypes,
  type ETag,
  type IndexSchema,
  schemaOf,
} from "./schema/entity-schema.js";
import { schemaIn } from "./schema/table-names.js";
import { readSideBySide } from "./tools/read-side-by-side.js";
import type { IndexRowOutcome, IndexRun, TakenValue } from "./tools/reindex-entity.js";
import { hasOwnKeys, reindexEntity } from "./tools/reindex-entity.js";
import { RowVersions } from "./tools/row-versions.js";
import { withDecidingReads } from "./write/deciding-reads.js";

export { minAgeMs as minIndexRowAgeMs } from "./features/indexes/index-row-age.js";
export { type EncodedIndexRow, encodeIndexRows } from "./features/indexes/index-row-changes.js";
export { touchIndexRow } from "./features/indexes/touch-row.js";
export { announceKeys, announceTable, isKeysNotice } from "./query/keys-notice.js";
export { readAllPayloads } from "./query/read-payloads.js";
export { isHiddenKey } from "./schema/check-key.js";
export type { TakenValue } from "./tools/reindex-entity.js";
export {
  type FormerIndex,
  type FormerIndexProgress,
  type RemoveFormerIndexOptions,
  removeFormerIndex,
} from "./tools/remove-former-index.js";
export { Turns } from "./tools/turns.js";
export { checkRow, type PartitionWrite, reserveIndexRow, writeInPartition } from "./tools/write-rows.js";

/** Maximum number of entities that {@link ReindexProgress.takenValues} lists. */
const maxTakenValues = 10;

/** Counts of {@link reindex} since it began. */
export interface ReindexProgress {
  /** Number of entities read, not counting those in `otherKeys`. */
  readonly entities: number;
  /** Number of index rows read. */
  readonly entries: number;
  /** Number of index rows written because they were missing or wrong. */
  readonly written: number;
  /** Number of index rows deleted because they belonged to no entity. */
  readonly deleted: number;
  /**
   * Number of rows in the key range of an index that may not belong to the index: they have other properties, or their keys do not match
   * their properties. They are not deleted. Counted only for an index whose rows store no kind (a property that names the index).
   */
  readonly unrecognized: number;
  /**
   * Number of entities whose stored keys match neither the definition nor any former one in the lock file. If rows store no kind (a
   * property that names the entity), rows with another shape of keys are not counted, because they may belong to another entity.
   */
  readonly otherKeys: number;
  /** Number of times that an entity was read again, because another writer had changed it or the outcome of a write was unknown. */
  readonly readAgain: number;
  /** Number of entities that are still under the keys of a former definition. `npx tablewright migrate` moves them. */
  readonly waiting: number;
  /** Number of index rows that belong to no entity, but are too young to be deleted: a write in progress may rely on them. */
  readonly young: number;
  /** Time from which {@link reindex} deletes all rows that `young` counts; undefined if there are none. */
  readonly youngUntil: Date | undefined;
  /** Number of entities that have no row in a unique index, because another entity has the same values. */
  readonly taken: number;
  /** The first 10 entities that `taken` counts. Each names the index, and the other entity that has the index row. */
  readonly takenValues: readonly TakenValue[];
}

/** Options of {@link reindex}. */
export interface ReindexOptions extends CallOptions {
  /** Maximum number of entities and rows processed concurrently. Default 16. */
  readonly concurrency?: number | undefined;
  /** Called each time that `concurrency` more entities or index rows are done, and at the end. */
  readonly onProgress?: ((progress: ReindexProgress) => void) | undefined;
}

const reindexOptionKinds: OptionKinds<ReindexOptions> = {
  ...callOptionKinds,
  concurrency: wholeNumber(1),
  onProgress: "function",
};

/**
 * Updates the index rows of all entities of a class. Run it after you add or change an index, and after writes that did not go through the
 * generated classes. Other programs may continue to write. You can run it again at any time, even after a crash.
 * ```ts
 * const { written, deleted } = await reindex(service, Person, "byTeam");
 * ```
 * An index row in another partition than its entity is not deleted before it is 20 minutes old, because a write of the entity may be in
 * progress. Until then reads leave it out, and a later `reindex` deletes it.
 * @param service a client, or a view from `withTables`
 * @param index name of one index; all indexes by default
 * @throws TableError `query.unknown-property` for an index that the entity does not have; `decode.*` for a row that does not fit;
 * `index.former-definition` in a program of a former definition, once `createTables` or `migrate` has run with the current one
 */
export async function reindex<T extends EntityTypes>(
  service: { readonly connection: Connection },
  entity: EntityClass<T>,
  index?: keyof (T extends { readonly indexes: infer Indexes } ? Indexes : never) & string,
  options: ReindexOptions = {},
): Promise<ReindexProgress> {
  checkOptions("reindex", options, reindexOptionKinds);
  const connection = withDecidingReads(service.connection);
  const schema = schemaIn(connection, schemaOf(entity)) as unknown as AnySchema;
  const indexes = findIndexes(schema, index);
  const { signal, timeoutMs } = options;
  const call = { signal, timeoutMs };
  const count = {
    entities: 0,
    entries: 0,
    written: 0,
    deleted: 0,
    unrecognized: 0,
    otherKeys: 0,
    readAgain: 0,
    waiting: 0,
    young: 0,
    taken: 0,
  };
  let youngUntil: Date | undefined;
  const takenValues: TakenValue[] = [];
  const progress = () => ({ ...count, youngUntil, takenValues: [...takenValues] });
  const report = () => options.onProgress?.(progress());
  const { concurrency = 16 } = options;
  const runs = indexes.map(
    (index): IndexRun => ({
      connection,
      schema,
      index,
      options: call,
      right: new RowVersions(),
      isNew: false,
      onReadAgain: () => void count.readAgain++,
    }),
  );
  let unreported = 0;
  const reportSome = () => {
    if (++unreported < concurrency) return;
    unreported = 0;
    report();
  };

  await refuseFormerDefinition(connection, schema, call);
  await readSideBySide<EntityPayload>(
    {
      // Rows whose keys do not match their values are let through here. They are counted in `otherKeys`.
      pagesOf: ({ ge, lt }) => {
        const partitionKeyRange = { ...(ge !== undefined && { ge }), ...(lt !== undefined && { lt }) };
        const scan = createScan(connection, schema, { ...call, expired: true, partitionKeyRange });
        const reader = payloadReader(schema, () => undefined);
        return storedRows(scan as EntityQueryBuilder<object>, connection, schema, reader).pages();
      },
      partitionKeyOf: ({ PartitionKey }) => PartitionKey,
      firstKey: firstKeyOf(schema.table),
      prefix: findPartitionKeyPrefix(schema),
      concurrency,
    },
    async (row) => {
      if (schema.hooks.former?.isWaiting(row, true) === true) count.waiting++;
      else if (!hasOwnKeys(connection, schema, row)) count.otherKeys++;
      else {
        for (const outcome of await reindexEntity(runs, row)) tally(outcome);
        count.entities++;
      }
      reportSome();
    },
  );
  report();
  for (const run of runs) await removeStale(run);
  return progress();

  function tally(outcome: IndexRowOutcome): void {
    if (outcome === "written") count.written++;
    if (typeof outcome === "string") return;
    count.taken++;
    if (takenValues.length < maxTakenValues) takenValues.push(outcome);
  }

  async function removeStale({ index: each, right }: IndexRun): Promise<void> {
    const entry = schemaIn(connection, each.entry);
    const target = { connection, schema, index: each, entry };
    await readSideBySide<StoredTableRow>(
      {
        pagesOf: (range) => rowsOfIndex(connection, entry, range, call).pages(),
        partitionKeyOf: ({ partitionKey }) => partitionKey,
        // Rows that store no kind are read in the range of their keys.
        firstKey: entry.kindProperty === undefined ? undefined : firstKeyOf(entry.table),
        prefix: findPartitionKeyPrefix(entry),
        concurrency,
      },
      async (row) => {
        // The transactions of later writes keep such a row right, or replace it.
        const outcome = right.has(row, row.$etag) ? "kept" : await removeStaleIndexRow(target, row, call);
        count.entries++;
        if (outcome === "deleted") count.deleted++;
        if (outcome === "unrecognized") count.unrecognized++;
        if (typeof outcome === "object") tallyYoung(outcome);
        reportSome();
      },
    );
    report();
  }

  function firstKeyOf(table: string): FirstKey | undefined {
    if (connection.kind !== "storage") return undefined;
    return async (range) => {
      const rows = createTableQuery(connection, table, range, { ...call, prefetch: 0 }).select("RowKey");
      return (await rows.first())?.partitionKey;
    };
  }

  function tallyYoung({ young }: YoungIndexRow): void {
    count.young++;
    const until = parseTime(young.Timestamp) + minAgeMs;
    if (youngUntil === undefined || until > youngUntil.getTime()) youngUntil = dateAt(until);
  }
}

/**
 * Index row that belongs to no entity. It has `etag` if it can be deleted, and `writtenAt` if it is so young that a write in progress may
 * rely on it.
 */
export type StaleEntry = { readonly etag: ETag } | { readonly writtenAt: Date };

/**
 * Finds out whether an index row belongs to no entity, so that {@link reindex} deletes it, now or once it is old enough. The command
 * `verify` reports these rows.
 * @param index name of the index
 * @param id keys of the index row
 * @returns undefined if the row is right or missing
 * @throws TableError `query.unknown-property` for an index that the entity does not have; `decode.*` for an entity that cannot be read
 */
export async function findStaleEntry(
  { connection }: { readonly connection: Connection },
  entity: EntityClass<EntityTypes>,
  index: string,
  id: EntityId,
  options: CallOptions = {},
): Promise<StaleEntry | undefined> {
  checkOptions("findStaleEntry", options, callOptionKinds);
  const schema = schemaIn(connection, schemaOf(entity)) as unknown as AnySchema;
  const [found] = findIndexes(schema, index);
  if (found === undefined) return undefined;
  const target = { connection, schema, index: found, entry: schemaIn(connection, found.entry) };
  const stale = await findStaleIndexRow(target, id, options);
  if (typeof stale === "string") return undefined;
  return "young" in stale ? { writtenAt: dateAt(parseTime(stale.young.Timestamp)) } : stale;
}

/**
 * Returns a query for the rows of an index. If they store a kind (a property that names the index), it finds them by that, and so also
 * finds rows under the keys of a former definition. If they store none, it finds them by the range of their keys.
 * @param range range of PartitionKeys, for rows that store a kind
 */
function rowsOfIndex(connection: Connection, entry: AnySchema, range: TextRange, call: CallOptions): TableQuery {
  const { table, kind, kindProperty } = entry;
  if (kindProperty === undefined) {
    const { partitionKey } = partitionKeysOfKind(entry, {});
    return createTableQuery(connection, table, partitionKey as KeyScope, call, rowKeysOfKind(entry));
  }
  const rows = createTableQuery(connection, table, range, call).select(kindProperty);
  return rows.where({ $odata: `${kindProperty} eq ${stringLiteral(kind)}` });
}

/**
 * Returns the indexes of an entity class: all, or only the one with this name.
 * @throws TableError `query.unknown-property` if there is none with this name
 */
function findIndexes({ name: entity, indexes = [] }: AnySchema, name: string | undefined): readonly IndexSchema[] {
  if (name === undefined) return indexes;
  const found = indexes.filter((index) => index.name === name);
  if (found.length > 0) return found;
  const names = indexes.map((index) => index.name);
  const problem = `${entity} has no index ${formatValue(name)}.${didYouMean(name, names)}`;
  throw new TableError("query.unknown-property", problem, { entity });
}
