import { isObject } from "../codec/check-entity.js";
import { encodeChanges, nothingToWrite } from "../codec/encode-merge.js";
import { propertyParts } from "../codec/keys/key-part.js";
import { checkOptions, type OptionKinds, requireOption, wholeNumber } from "../errors/check-options.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { addressReader, payloadReader, type RowAddress } from "../query/entity-reader.js";
import type { QueryBuilder } from "../query/query-builder.js";
import type { ArrayOptions } from "../query/query-options.js";
import { storedRows, storedTableRows } from "../query/stored-rows.js";
import { tableAddressReader, tablePayloadReader } from "../query/table-query.js";
import { Write } from "../rest/write.js";
import type { EntityId, EntityPayload, EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import { type MakeChange, type MakeTableChange, planMerge, planModify, planTableChange } from "../write/plan-change.js";
import { EntityRows, type TableRows, type TableRowTypes } from "../write/row-encoder.js";
import { checkIfMatch } from "../write/write-options.js";
import type { Writer } from "../write/writer.js";
import { type BulkOptions, bulkOptionKinds } from "./bulk.js";
import { checkQuery } from "./delete-rows.js";
import { writePlanned } from "./write-all.js";

/** Options of `updateWhere`, beside those of a bulk. */
export interface UpdateWhereOptions extends BulkOptions {
  /** If the query finds more rows than this, nothing is written and the call rejects with `query.too-many-rows`. There is no default. */
  readonly max: number;
}

const updateWhereOptionKinds: OptionKinds<UpdateWhereOptions> = { ...bulkOptionKinds, max: wholeNumber(0) };

/** Numbers of the rows that were to be changed, by outcome. */
export interface UpdatedRows {
  readonly updated: number;
  /** Number of rows that another writer changed or deleted after the query found them. They were left alone. */
  readonly changed: number;
}

/** Changes the rows that a query finds, unless there are more than `max`. Plans all changes before the first write. */
export function updateWhere<T extends EntityTypes>(
  writer: Writer,
  schema: EntitySchema<T>,
  query: unknown,
  changes: T["merge"] | MakeChange<T>,
  options: UpdateWhereOptions,
): Promise<UpdatedRows> {
  return updateFound(writer, options, (read) => {
    const found = checkQuery<T["entity"]>("updateWhere", schema.name, query);
    const { connection } = writer;
    const isEach =
      typeof changes === "function" || (isObject(changes) && writer.needsRow(new EntityRows(schema), "merge", changes));
    return isEach
      ? planEach(
          writer,
          schema,
          storedRows(found, connection, schema, payloadReader(schema)),
          makeChangeOf(schema, changes),
          read,
        )
      : planSame(writer, schema, storedRows(found, connection, schema, addressReader(schema)), changes, read);
  });
}

/** Changes the rows that a query of a table without a definition finds, unless there are more than `max`. */
export function updateTableRows(
  writer: Writer,
  rows: TableRows,
  query: unknown,
  changes: TableRowTypes["merge"] | MakeTableChange,
  options: UpdateWhereOptions,
): Promise<UpdatedRows> {
  return updateFound(writer, options, async (read) => {
    const found = checkQuery("updateWhere", rows.name, query);
    const { connection } = writer;
    const { limits } = connection;
    if (typeof changes === "function") {
      const payloads = await storedTableRows(found, connection, tablePayloadReader(rows.table)).toArray(read);
      return planInTurn(payloads, (row) => planTableChange(rows, limits, "updateWhere", row, changes));
    }
    // Checks the changes before anything is read.
    rows.encodeChanges(anyRow, changes, limits);
    const addresses = await storedTableRows(found, connection, tableAddressReader(rows.table)).toArray(read);
    return addresses.map((row) => {
      return new Write("merge", rows, rows.encodeChanges(row, changes, limits), checkIfMatch(rows.name, row.$etag));
    });
  });
}

/** Keys that every service accepts, for checking the changes before any row is read. */
const anyRow: EntityId = { partitionKey: "p", rowKey: "r" };

async function updateFound(
  writer: Writer,
  options: UpdateWhereOptions,
  plan: (read: ArrayOptions) => Promise<(Write | undefined)[]>,
): Promise<UpdatedRows> {
  checkOptions("updateWhere", options, updateWhereOptionKinds);
  const { max, signal, timeoutMs } = requireOption("updateWhere", "max", options);
  const writes = await plan({ max, signal, timeoutMs });
  const { written: updated } = await writePlanned(writer, writes, options, isOvertaken);
  return { updated, changed: writes.length - updated };
}

/** Plans a merge with the same changes for every row that the query finds. Reads only the keys and ETags of the rows. */
async function planSame<T extends EntityTypes>(
  { connection: { limits } }: Writer,
  schema: EntitySchema<T>,
  rows: QueryBuilder<RowAddress>,
  changes: T["merge"],
  read: ArrayOptions,
): Promise<(Write | undefined)[]> {
  checkNoKeys(schema, changes);
  const members = encodeChanges(schema, {}, changes, limits);
  if (members === "") throw nothingToWrite(schema.name);
  const found = await rows.toArray(read);
  return found.map((row) => planMerge(schema, row, members, limits));
}

/** Reads every row that the query finds, and plans the changes that the callback returns for it. */
async function planEach<T extends EntityTypes>(
  writer: Writer,
  schema: EntitySchema<T>,
  rows: QueryBuilder<EntityPayload>,
  change: MakeChange<T>,
  read: ArrayOptions,
): Promise<Write[]> {
  return planInTurn(await rows.toArray(read), (row) => planModify(writer, schema, "updateWhere", row, change));
}

/** Plans the write of one row after the other. Leaves out rows that do not change. */
async function planInTurn(
  rows: readonly EntityPayload[],
  plan: (row: EntityPayload) => Promise<Write | undefined>,
): Promise<Write[]> {
  const writes: Write[] = [];
  for (const row of rows) {
    const planned = await plan(row);
    if (planned !== undefined) writes.push(planned);
  }
  return writes;
}

/**
 * Returns the caller's function that makes the changes of a row. If the caller passed the same changes for all rows, returns a function
 * that returns these. So the write of each row can be planned separately.
 */
function makeChangeOf<T extends EntityTypes>(
  schema: EntitySchema<T>,
  changes: T["merge"] | MakeChange<T>,
): MakeChange<T> {
  if (typeof changes === "function") return changes as MakeChange<T>;
  checkNoKeys(schema, changes);
  return () => ({ set: changes });
}

/** Rejects key properties in a change of many rows, because these have different keys. A change of a single row may repeat its key. */
function checkNoKeys<T extends EntityTypes>(schema: EntitySchema<T>, changes: T["merge"]): void {
  if (!isObject(changes)) return;
  for (const { field: property } of propertyParts(schema)) {
    if (!Object.hasOwn(changes, property)) continue;
    const problem = `${schema.name}.${property} is part of the key and cannot change; leave it out of the changes of updateWhere`;
    throw new TableError("key.changed", `${problem}.`, { entity: schema.name, property });
  }
}

/** Returns whether an error shows that another writer has changed or deleted the row since it was read. */
function isOvertaken(error: TableError): boolean {
  return isTableError(error, "entity.condition-not-met") || isTableError(error, "entity.not-found");
}
