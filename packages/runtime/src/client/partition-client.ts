import { createPartitionQuery, type EntityOf, type KindsQuery, type ScopedClass } from "../query/kinds-query.js";
import type { TypesOf } from "../query/shared-properties.js";
import { checkPartition, type Partition } from "../schema/entity-schema.js";
import { runTransaction } from "../write/transaction/run-transaction.js";
import type { AsyncCallback, Transaction, TransactionResults } from "../write/transaction/transaction.js";
import type { WriteOptions } from "../write/write-options.js";
import type { Writer } from "../write/writer.js";

/**
 * Reads and writes one partition, with the rows of all entity classes in it. `service.partition(Order.partition({ customerId: "C1" }))`
 * creates one, which costs almost nothing.
 */
export class PartitionClient<Scope extends string> {
  readonly partition: Partition<Scope>;
  readonly #writer: Writer;

  /** @internal */
  constructor(writer: Writer, partition: Partition<Scope>) {
    this.#writer = writer;
    this.partition = checkPartition(partition);
  }

  /**
   * Queries the rows of these entity classes, in the order of their RowKeys. `$kind` names the kind of a row. Sends no request until rows
   * are read.
   * ```ts
   * for await (const row of partition.query(Order, OrderLine)) {
   *   if (row.$kind === "order") console.log(row.total);
   * }
   * ```
   */
  query<C extends readonly [ScopedClass<Scope>, ...ScopedClass<Scope>[]]>(
    ...entities: C
  ): KindsQuery<EntityOf<C[number]>, TypesOf<C[number]>> {
    return createPartitionQuery<Scope, C[number]>(this.#writer.connection, this.partition, entities);
  }

  /**
   * Applies 1 to 100 operations on this partition, all or none of them. See `TableServiceClient.transaction`.
   * ```ts
   * await partition.transaction((tx) => {
   *   tx.insert(OrderLine, { orderNo: 7, lineNo: 1, sku: "A1", quantity: 2 });
   *   tx.merge(Order, order, { total: 25 }, { ifMatch: order.$etag });
   * });
   * ```
   */
  async transaction<Result = void>(
    build: (tx: Transaction<Scope>) => Result extends PromiseLike<unknown> ? AsyncCallback : Result,
    options?: WriteOptions,
  ): Promise<TransactionResults<Result>> {
    const results = await runTransaction(this.#writer, this.partition, build, options);
    return results as unknown as TransactionResults<Result>;
  }
}
