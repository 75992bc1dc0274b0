import { decodeEntity } from "../codec/decode-entity.js";
import { fieldsOf, type Values } from "../codec/keys/key-part.js";
import type { AmbiguousAttempt } from "../errors/call-errors.js";
import type { QueryHooks } from "../query/row-reader.js";
import type { Changeset } from "../rest/changeset.js";
import type { Connection } from "../rest/connection.js";
import type { Effects, Write, WriteName, WriteResult } from "../rest/write.js";
import type { AnySchema, EntityPayload, EntitySchema, EntityTypes, ETag } from "../schema/entity-schema.js";
import type { Hooks } from "../schema/hooks.js";
import type { Limits } from "../schema/limits.js";
import type { Property } from "../schema/property.js";
import type { EntityRows, RowEncoder, RowTypes } from "./row-encoder.js";
import type { ReturnOption, WriteOptions, Written } from "./write-options.js";

/** One write as its caller passes it: an operation, its row or key, and its condition. */
export type WriteItem<T extends RowTypes = RowTypes> =
  | { readonly insert: T["init"] }
  | { readonly insertOrMerge: T["init"] }
  | { readonly insertOrReplace: T["init"] }
  | ({ readonly replace: T["init"] } & Condition)
  | ({ readonly merge: T["key"]; readonly changes: T["merge"] } & Condition)
  | ({ readonly delete: T["key"] } & Condition);

/** Write of a whole entity, which may replace an existing row. */
export type WholeItem = Extract<
  WriteItem,
  { readonly insertOrMerge: object } | { readonly insertOrReplace: object } | { readonly replace: object }
>;

interface Condition {
  /** ETag that the row must have, or `*` for any. Without it the write is rejected. */
  readonly ifMatch?: string | undefined;
}

/** Writes of one partition that are applied together or not at all. */
export interface WriteBatch {
  /** Writes in the order of the change set, which has their bodies. After each write come its companions, such as its index rows. */
  readonly writes: readonly Write[];
  readonly changeset: Changeset;
  /** Position in `writes` of each operation's own row. An operation may also write other rows, which come after it. */
  readonly positions: readonly number[];
  readonly effects: readonly Effects[];
  /** Object that identifies the bulk to which the batch belongs; absent for a transaction. */
  readonly run?: object | undefined;
}

/**
 * Maximum size of the operation that writes a receipt, in bytes. It contains the keys twice. One of them is percent-encoded, with up to 9
 * bytes for each UTF-16 unit.
 */
const receiptBytes = 16 * 1024;

/** Returns the limits for the writes of one request: those of the service, minus the receipt if the call adds one. */
export function requestLimits(writer: Writer, options: WriteOptions | undefined): Limits {
  const { limits } = writer.connection;
  if (!writer.isOnce(options)) return limits;
  const { transactionOperations, transactionBytes } = limits;
  return {
    ...limits,
    transactionOperations: transactionOperations - 1,
    transactionBytes: transactionBytes - receiptBytes,
  };
}

export interface SentWrite {
  readonly write: Write;
  readonly result: WriteResult;
}

/** Types of the hooks with which a feature changes how rows are written, and adds to a client. */
export interface WriterHooks extends QueryHooks {
  readonly connection: Connection;
  readonly query: unknown;
  readonly writer: Writer;
  readonly rows: RowEncoder;
  readonly item: WholeItem;
  readonly options: WriteOptions | undefined;
  readonly result: SentWrite;
}

/** Returns the hooks of an entity with the types that are known here. */
export function hooksOf<T extends EntityTypes>({ hooks }: EntitySchema<T>): Hooks<WriterHooks> {
  return hooks as Hooks<WriterHooks>;
}

/** Interface through which a client plans and sends all its writes. The layer for indexes implements it, too. */
export interface Writer {
  readonly connection: Connection;

  /** Returns whether a call sends its writes with receipts: the call, its handle or the client has `exactly: "once"`. */
  isOnce(options: WriteOptions | undefined): boolean;

  /** Checks and encodes a write. @throws TableError naming entity and property; `write.no-condition` */
  plan<T extends RowTypes>(rows: RowEncoder<T>, item: WriteItem<T>): Write;

  /**
   * Plans one operation of a transaction from its arguments alone, without reading the row.
   * @param condition condition as the caller passed it, not yet checked: an ETag or, for an entity with indexes, the entity as it was read
   */
  planOperation<T extends RowTypes>(rows: RowEncoder<T>, item: WriteItem<T>, condition: unknown): Write;

  /** Returns whether a write depends on the stored row, which must then be read first. @param changes the properties in a merge */
  needsRow(rows: RowEncoder, name: WriteName, changes?: object): boolean;

  /**
   * Completes a planned write with everything that depends on the stored row, such as changes to index rows. The write is then conditional
   * on the row's ETag.
   * @param row the row as it was read; undefined if it does not exist
   * @returns undefined for the deletion of a row that does not exist
   * @throws TableError `entity.not-found`, `decode.*`
   */
  complete(rows: RowEncoder, planned: Write, row: EntityPayload | undefined): Write | undefined;

  /**
   * Joins two writes of one row in a transaction.
   * @returns one write that replaces both, or a sentence that says why they cannot be joined
   */
  join(earlier: Write, later: Write, effects: readonly Effects[]): Write | string;

  /** Sends a planned write. @param earlier the attempts in which previous calls sent this write: any of them may have been applied */
  send(planned: Write, options: WriteOptions | undefined, earlier?: readonly AmbiguousAttempt[]): Promise<WriteResult>;

  /** Sends a batch. Returns a result for each planned write. @throws TransactionError naming the write that was rejected */
  submit(
    batch: WriteBatch,
    options: WriteOptions | undefined,
    earlier?: readonly AmbiguousAttempt[],
  ): Promise<readonly WriteResult[]>;
}

export async function sendWrite<T extends EntityTypes>(
  writer: Writer,
  rows: EntityRows<T>,
  item: WriteItem<T>,
  options: WriteOptions | undefined,
): Promise<SentWrite> {
  const write = writer.plan(rows, item);
  return { write, result: await writer.send(write, options) };
}

/** Inserts an entity. If its definition has a feature with its own way to insert, that feature does it. */
export function sendInsert<T extends EntityTypes>(
  writer: Writer,
  rows: EntityRows<T>,
  entity: T["init"],
  options: WriteOptions | undefined,
): Promise<SentWrite> {
  const { insert } = hooksOf(rows.schema);
  if (insert === undefined) return sendWrite(writer, rows, { insert: entity }, options);
  return insert(writer, rows.schema, entity, options);
}

/** Sends a write of a whole entity, which may replace a stored row. */
export function sendWhole<T extends EntityTypes>(
  writer: Writer,
  rows: EntityRows<T>,
  item: WholeItem,
  options: WriteOptions | undefined,
): Promise<SentWrite> {
  const { writeWhole } = hooksOf(rows.schema);
  if (writeWhole === undefined) return sendWrite(writer, rows, item as WriteItem<T>, options);
  return writeWhole(writer, rows.schema, item, options);
}

/** Property that a write returns. */
interface ReturnedProperty {
  readonly field: string;
  readonly fallback: unknown;
  readonly isGuid: boolean;
}

/** Properties that a write returns, by kind of write: those in the key, and those that the library fills in. */
interface ReturnedProperties {
  readonly insert: readonly ReturnedProperty[];
  readonly replace: readonly ReturnedProperty[];
  readonly change: readonly ReturnedProperty[];
}

/** Cache by the properties of a schema. With `withTables`, an entity has several schemas that share them. */
const cache = new WeakMap<object, ReturnedProperties>();

function returnedProperties(schema: AnySchema): ReturnedProperties {
  const { properties, partitionParts, rowParts, madeDefaults, onWrite } = schema;
  let returned = cache.get(properties);
  if (returned === undefined) {
    const key = fieldsOf([...partitionParts, ...rowParts]).map((field) => properties[field] as Property);
    const distinct = (lists: readonly (readonly Property[])[]) => [...new Set(lists.flat())].map(returnedProperty);
    returned = {
      insert: distinct([key, madeDefaults, onWrite]),
      replace: distinct([key, madeDefaults.filter(({ stamp }) => stamp !== "insert"), onWrite]),
      change: distinct([key, onWrite]),
    };
    cache.set(properties, returned);
  }
  return returned;
}

function returnedProperty({ field, type, default: fallback }: Property): ReturnedProperty {
  return { field, fallback, isGuid: type.edm === "Edm.Guid" };
}

const kinds: Readonly<Record<WriteName, keyof ReturnedProperties>> = {
  insert: "insert",
  insertOrReplace: "replace",
  replace: "replace",
  insertOrMerge: "change",
  merge: "change",
  delete: "change",
};

/**
 * Adds the key of a written entity, and the values that the library filled in, to the result of the write.
 * @param name the operation that the application called
 * @param values the entity or key as it was encoded; undefined if the write has no entity
 */
export function addWrittenValues<Result extends object>(
  result: Result,
  schema: AnySchema,
  name: WriteName,
  values: object | undefined,
): Result {
  if (values === undefined) return result;
  for (const { field, fallback, isGuid } of returnedProperties(schema)[kinds[name]]) {
    const value = (values as Values)[field] ?? fallback;
    if (value === undefined) continue;
    (result as Record<string, unknown>)[field] = isGuid && typeof value === "string" ? value.toLowerCase() : value;
  }
  return result;
}

/**
 * Decodes the entity that a write stored from the request. Its `$timestamp` is undefined, because the service does not return the
 * Timestamp.
 * @param row the row before the write; undefined for a write of a whole row
 */
export function writtenEntity<T extends EntityTypes>(
  { onMismatch }: Pick<Connection, "onMismatch">,
  schema: EntitySchema<T>,
  write: Write,
  etag: ETag,
  row?: EntityPayload,
): T["entity"] {
  const { Timestamp, ...after } = write.rowAfter(row) as EntityPayload;
  return decodeEntity(schema, { ...after, "odata.etag": etag } as EntityPayload, true, onMismatch);
}

/** Builds the result of a write: the entity if the caller asks for it, otherwise its ETag, its key and the filled-in values. */
export function buildWritten(
  connection: Pick<Connection, "onMismatch">,
  schema: AnySchema,
  name: WriteName,
  { write, result }: SentWrite,
  options: Partial<ReturnOption> | undefined,
): Written {
  const $etag = result as ETag;
  if (options?.return === undefined) return addWrittenValues({ $etag }, schema, name, write.values);
  return writtenEntity(connection, schema, write, $etag);
}
