import { checkFunction, checkOptions } from "../../errors/check-options.js";
import { TableError } from "../../errors/table-error.js";
import { isThenable } from "../../platform/built-ins.js";
import { checkPartition, type Partition } from "../../schema/entity-schema.js";
import { type WriteOptions, writeOptionKinds } from "../write-options.js";
import { requestLimits, type Writer } from "../writer.js";
import type { Transaction, TransactionResult } from "./transaction.js";
import { TransactionBuilder } from "./transaction-builder.js";

/**
 * Runs a transaction: collects the operations that the callback adds, and sends them once the callback has returned.
 * @param plain the writer for rows whose definitions use no features
 */
export async function runTransaction<Scope extends string>(
  plain: Writer,
  partition: Partition<Scope>,
  build: (tx: Transaction<Scope>) => unknown,
  options: WriteOptions | undefined,
): Promise<readonly TransactionResult[]> {
  checkOptions("transaction", options, writeOptionKinds);
  checkFunction("transaction", "a function that adds operations", build);
  const builder = new TransactionBuilder(plain, checkPartition(partition), requestLimits(plain, options));
  const given: unknown = build(builder);
  if (isThenable(given)) {
    // The error below says that the callback must not be async. Without this `catch`, Node would also report a rejection of its promise as
    // unhandled.
    Promise.resolve(given).catch(() => undefined);
    throw new TableError(
      "transaction.asynchronous",
      "The callback of a transaction returned a promise, so nothing was sent. Await before the transaction.",
    );
  }
  let batch = builder.build();
  if (builder.needsRows) {
    await builder.completeFromRows(options);
    batch = builder.build();
  }
  const results = await builder.writer.submit(batch, options);
  return builder.resultsOf(given, results);
}
