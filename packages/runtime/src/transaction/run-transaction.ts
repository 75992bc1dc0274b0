import { type CallOptions, type Connection, callOptionForms } from "../connection/connection.js";
import { checkPartition } from "../connection/schema-of.js";
import { checkFunction, isThenable } from "../errors/check-argument.js";
import { checkOptions } from "../errors/check-options.js";
import { TableError } from "../errors/table-error.js";
import type { ETag, Partition } from "../schema/entity-types.js";
import { submitWrites } from "../write/submit-writes.js";
import type { Transaction, TransactionResult } from "./transaction.js";
import { type CollectedTransaction, TransactionBuilder } from "./transaction-builder.js";

/** Sends a transaction with index rows, and returns the new ETag of each operation that the callback added. */
export type SubmitIndexed = (
  connection: Connection,
  transaction: CollectedTransaction,
  options: CallOptions | undefined,
) => Promise<readonly (ETag | undefined)[]>;

/** Collects the operations of the callback, and sends them once it has returned. */
export async function runTransaction<Scope extends string>(
  connection: Connection,
  partition: Partition<Scope>,
  build: (tx: Transaction<Scope>) => unknown,
  options: CallOptions | undefined,
  submitIndexed: SubmitIndexed,
): Promise<readonly TransactionResult[]> {
  checkOptions("transaction", options, callOptionForms);
  checkFunction("transaction", "a function that adds operations", build);
  const builder = new TransactionBuilder(connection, checkPartition(partition));
  const given: unknown = build(builder);
  const transaction = isThenable(given) ? undefined : builder.build();
  if (transaction === undefined) {
    // Its rejection would be reported as unhandled; the error below replaces it.
    Promise.resolve(given).catch(() => undefined);
    throw new TableError(
      "transaction.asynchronous",
      "The callback of a transaction returned a promise: operations after an await would be lost. Nothing was sent. Await before the transaction.",
    );
  }
  const submit = transaction.changes.length === 0 ? submitWrites : submitIndexed;
  const etags = await submit(connection, transaction, options);
  return etags.map(($etag) => ({ $etag }));
}
