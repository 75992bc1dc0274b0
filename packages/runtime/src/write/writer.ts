import type { AmbiguousAttempt } from "../errors/request-error.js";
import type { QueryHooks } from "../query/row-reader.js";
import type { Changeset } from "../rest/changeset.js";
import type { CallOptions, Connection } from "../rest/connection.js";
import type { Effects, Write, WriteName, WriteResult } from "../rest/write.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { Hooks } from "../schema/hooks.js";
import type { Limits } from "../schema/limits.js";
import type { RowEncoder, RowTypes } from "./row-encoder.js";
import type { WriteOptions } from "./write-options.js";

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
  /** For each planned write, the position of its row in `writes`. */
  readonly positions: readonly number[];
  readonly effects: readonly Effects[];
  /** Object that identifies the bulk to which the batch belongs; absent for a transaction. */
  readonly run?: object | undefined;
}

/**
 * Functions that send writes with receipts. In everything else they equal the functions without receipts. Loaded when a call first needs
 * them.
 */
export interface ReceiptSender {
  send(connection: Connection, encoded: Write, options: CallOptions | undefined): Promise<WriteResult>;
  submit(
    connection: Connection,
    batch: ReceiptBatch,
    options: CallOptions | undefined,
    earlier?: readonly AmbiguousAttempt[],
  ): Promise<readonly WriteResult[]>;
}

/** Members of a batch that a transaction with a receipt needs. */
export type ReceiptBatch = Pick<WriteBatch, "writes" | "changeset" | "run">;

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

/** Write that was sent, and its result. */
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
