import { checkOptions } from "../errors/check-options.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import type { Connection } from "../rest/connection.js";
import { Write, type WriteResult } from "../rest/write.js";
import type { RowEncoder, RowTypes } from "./row-encoder.js";
import { submitWrites } from "./submit-writes.js";
import {
  checkIfMatch,
  type TransactionCondition,
  transactionConditionKinds,
  type WriteOptions,
} from "./write-options.js";
import { writeRow } from "./write-row.js";
import type { ReceiptSender, WriteBatch, WriteItem, Writer } from "./writer.js";

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
