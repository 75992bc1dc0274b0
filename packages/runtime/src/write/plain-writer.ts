import { type AmbiguousAttempt, isServiceError } from "../errors/call-errors.js";
import { checkOptions } from "../errors/check-options.js";
import type { TableError } from "../errors/table-error.js";
import { monotonicNow } from "../http/clock.js";
import type { CallOptions, Connection, SentOperation } from "../rest/connection.js";
import { entityWrites, Write, type WriteName, type WriteResult } from "../rest/write.js";
import type { ETag } from "../schema/entity-schema.js";
import { rowRules } from "./outcome/resolve-ambiguous-writes.js";
import type { RowEncoder, RowTypes } from "./row-encoder.js";
import { submitWrites } from "./submit-writes.js";
import { markAmbiguous, writeError } from "./write-errors.js";
import type { TransactionCondition, WriteOptions } from "./write-options.js";
import { checkIfMatch, transactionConditionKinds } from "./write-options.js";
import type { WriteBatch, WriteItem, Writer } from "./writer.js";

/**
 * Sends one write without a receipt and returns its result. If a response was lost and the service rejected the retry, reads the row back
 * to determine the outcome.
 * @param earlier the attempts that previous calls made with this write, and that may have been applied
 */
export async function writeRow(
  connection: Connection,
  write: Write,
  options: CallOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
): Promise<WriteResult> {
  const sentAt = monotonicNow();
  try {
    const result = await connection.send(operations[write.name], write, options);
    // The row is missing. If there was an earlier call with the same delete, that call may have deleted it, so the result is then true.
    if (typeof result === "boolean") return result || earlier !== undefined;
    connection.recentWrites.note(write, result, sentAt);
    return result;
  } catch (thrown) {
    const isOfService = isServiceError(thrown) && thrown.evidence === undefined;
    const error = markAmbiguous(isOfService ? writeError(thrown, write) : thrown, earlier);
    if (!rowRules.isOpen(error)) throw error;
    const [etag] = await rowRules.resolve(connection, [write], error as TableError, options);
    return resultOf(write, etag);
  }
}

const operations: Readonly<Record<WriteName, SentOperation<Write, WriteResult>>> = {
  insert: recoverable("insert"),
  insertOrMerge: recoverable("insertOrMerge"),
  insertOrReplace: recoverable("insertOrReplace"),
  merge: recoverable("merge"),
  replace: recoverable("replace"),
  delete: recoverable("delete"),
};

/**
 * Returns the operation that sends a write. After an attempt without a usable response, it reads the row back to find out whether the write
 * was applied.
 */
function recoverable(name: WriteName): SentOperation<Write, WriteResult> {
  return {
    ...entityWrites[name],
    async recover(connection, write, lost, options) {
      const etags = await rowRules.recover(connection, [write], lost, options);
      return typeof etags === "string" ? etags : { result: resultOf(write, etags[0]) };
    },
  };
}

function resultOf({ name }: Write, etag: ETag | undefined): WriteResult {
  return name === "delete" ? true : (etag as ETag);
}

type ReceiptSender = typeof import("./receipts/receipt-sender.js");

/** Functions that send writes with receipts, and otherwise equal those without. They are loaded when a call first needs them. */
let receipts: ReceiptSender | undefined;

async function loadReceipts(): Promise<ReceiptSender> {
  receipts ??= await import("./receipts/receipt-sender.js");
  return receipts;
}

/** Writer of rows without indexes: it sends one request for each row, or one for a batch. */
export class PlainWriter implements Writer {
  readonly connection: Connection;
  readonly #exactly: WriteOptions["exactly"];

  /** @param exactly value for calls that do not have the option themselves; by default that of the client */
  constructor(connection: Connection, exactly: WriteOptions["exactly"] = connection.exactly) {
    this.connection = connection;
    this.#exactly = exactly;
  }

  isOnce(options: WriteOptions | undefined): boolean {
    return (options?.exactly ?? this.#exactly) === "once";
  }

  plan<T extends RowTypes>(rows: RowEncoder<T>, item: WriteItem<T>): Write {
    const { limits } = this.connection;
    if ("insert" in item) return new Write("insert", rows, rows.encodeRow("insert", item.insert, limits));
    if ("insertOrMerge" in item)
      return new Write("insertOrMerge", rows, rows.encodeRow("insertOrMerge", item.insertOrMerge, limits));
    if ("insertOrReplace" in item)
      return new Write("insertOrReplace", rows, rows.encodeRow("insertOrReplace", item.insertOrReplace, limits));
    const ifMatch = checkIfMatch(rows.name, item.ifMatch);
    if ("replace" in item) return new Write("replace", rows, rows.encodeRow("replace", item.replace, limits), ifMatch);
    if ("merge" in item) return new Write("merge", rows, rows.encodeChanges(item.merge, item.changes, limits), ifMatch);
    return new Write("delete", rows, { ...rows.encodeKey(item.delete, limits), values: item.delete }, ifMatch);
  }

  planOperation<T extends RowTypes>(
    rows: RowEncoder<T>,
    item: WriteItem<T>,
    condition: TransactionCondition | undefined,
  ): Write {
    if ("insert" in item || "insertOrMerge" in item || "insertOrReplace" in item) {
      checkOptions(Object.keys(item)[0] ?? "insert", condition as object | undefined, {});
      return this.plan(rows, item);
    }
    const name = "replace" in item ? "replace" : "merge" in item ? "merge" : "delete";
    checkOptions(name, condition, transactionConditionKinds);
    return this.plan(rows, { ...item, ifMatch: condition?.ifMatch });
  }

  needsRow(): boolean {
    return false;
  }

  complete(_rows: RowEncoder, planned: Write): Write {
    return planned;
  }

  join(): string {
    return "an earlier operation writes this row; a transaction can write each row only once.";
  }

  send(planned: Write, options: WriteOptions | undefined, earlier?: readonly AmbiguousAttempt[]): Promise<WriteResult> {
    if (this.isOnce(options)) return loadReceipts().then(({ send }) => send(this.connection, planned, options));
    return writeRow(this.connection, planned, options, earlier);
  }

  async submit(
    batch: WriteBatch,
    options: WriteOptions | undefined,
    earlier?: readonly AmbiguousAttempt[],
  ): Promise<readonly WriteResult[]> {
    if (this.isOnce(options)) return (await loadReceipts()).submit(this.connection, batch, options, earlier);
    const etags = await submitWrites(this.connection, batch, options, earlier);
    // A delete has no ETag, so its result is true. The row existed, because the service rejects a transaction that deletes a missing row.
    return etags.map((etag) => etag ?? true);
  }
}
