import type { BulkOptions } from "../bulk/bulk.js";
import { checkArray, checkOptions, type OptionKinds, oneOf } from "../errors/check-options.js";
import { mapConcurrently } from "../http/map-concurrently.js";
import type { Pipeline } from "../http/pipeline.js";
import type { MetricsSnapshot } from "../http/telemetry.js";
import { announceKeys } from "../query/keys-notice.js";
import type { ScopedClass } from "../query/kinds-query.js";
import type { TypesOf } from "../query/shared-properties.js";
import type { Connection } from "../rest/connection.js";
import type { EntityClass, EntityTypes, IndexedTypes, Partition, PlainTypes } from "../schema/entity-schema.js";
import { schemaOf } from "../schema/entity-schema.js";
import type { ServiceKind } from "../schema/limits.js";
import { MappedTables, schemaIn, type TableNames } from "../schema/table-names.js";
import { PlainWriter } from "../write/plain-writer.js";
import { runTransaction } from "../write/transaction/run-transaction.js";
import type { AsyncCallback, Transaction, TransactionResults } from "../write/transaction/transaction.js";
import type { WriteOptions } from "../write/write-options.js";
import { hooksOf, type Writer } from "../write/writer.js";
import { EntityClient } from "./entity-client.js";
import { PartitionClient } from "./partition-client.js";
import { TableClient } from "./table-client.js";
import { type CreateTableOptions, createTableOptionKinds, TablesClient } from "./tables-client.js";

/** Members of a generated class that name the tables of the class and its indexes. */
export interface TableOwner {
  readonly $schema: {
    readonly table: string;
    readonly indexes?: readonly { readonly entry: { readonly table: string } }[];
  };
}

/** Options of a handle, such as the client that `entities` returns. */
export type HandleOptions = Pick<WriteOptions, "exactly">;

const handleOptionKinds: OptionKinds<HandleOptions> = { exactly: oneOf("once") };

function tablesOf(owner: TableOwner): string[] {
  const { table, indexes = [] } = schemaOf(owner);
  return [table, ...indexes.map(({ entry }) => entry.table)];
}

/**
 * All operations of a client on its account. They use the tables that the definitions name. A view from `withTables` uses other tables
 * instead. It shares the client's connection pool, credential, retry policy and metrics, and is closed with the client.
 */
export class TableServiceView {
  /** Address of the account, without a trailing slash. */
  readonly endpoint: string;
  readonly kind: ServiceKind;
  /** Connection through which `@tablewright/runtime/admin` and `@tablewright/runtime/reindex` send operations. */
  readonly connection: Connection;
  readonly #pipeline: Pipeline;
  /**
   * Writer without the layers that some definitions need, such as the one for indexes. Each client or transaction adds those that its
   * definitions need.
   */
  readonly #plain: Writer;

  /** @internal Applications create a view with `service.withTables`. A `TableServiceClient` is a view too. */
  constructor(connection: Connection, pipeline: Pipeline) {
    this.endpoint = connection.endpoint;
    this.kind = connection.kind;
    this.connection = connection;
    this.#pipeline = pipeline;
    this.#plain = new PlainWriter(connection);
  }

  /**
   * Returns a view of this client with other table names, such as those of a tenant, an environment or a month. A view is cheap, so you can
   * create one for each request that you handle. Sends no request.
   *
   * ```ts
   * const tenant = service.withTables((name) => `${name}Tenant42`);
   * await tenant.createTables([Order]); // ShopTenant42
   * await tenant.entities(Order).query({ customerId: "C1" }).toArray();
   * // ShopTenant42: PartitionKey eq 'cust!C1' and RowKey ge 'order!' and RowKey lt 'order"'
   * ```
   * Every operation of the view maps table names. These are the names of entities, partitions, transactions and `createTables`, and those
   * that you pass to `table("Shop")`, to the methods of `tables` and to access policies. Only `tables.list()` returns the actual names.
   * Errors, events and plans contain the actual names too. If `names` is an object that lacks a name, that name stays as it is, so for
   * tenants a function is safer. A view of a view maps the names in the definitions, not the first view's names.
   * @param names an object that maps the name in each definition to that of the table, checked immediately; or a function, called once
   *   for each name when the view first uses it
   * @throws TableError `table.invalid-name`, `table.reserved-name`, naming both names
   * @see https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model#table-names
   */
  withTables(names: TableNames): TableServiceView {
    return new TableServiceView({ ...this.connection, tables: new MappedTables(names, this.kind) }, this.#pipeline);
  }

  /**
   * Returns a client for the rows of one generated class: `service.entities(Order)`. Sends no request.
   * ```ts
   * const orders = service.entities(Order);
   * await orders.get({ customerId: "C1", placedAt, orderNo: 7 });
   * ```
   */
  entities<T extends PlainTypes>(entity: EntityClass<T>, options?: HandleOptions): EntityClient<T>;
  /**
   * Returns a client for the rows of a generated class with indexes. The indexes are members of the client:
   * `service.entities(Employee).byName`.
   */
  entities<T extends IndexedTypes>(entity: EntityClass<T>, options?: HandleOptions): EntityClient<T> & T["indexes"];
  /**
   * Returns a client for a class that is one of several for the compiler, such as the variable of a loop.
   * ```ts
   * for (const entity of [Order, OrderLine]) console.log(await service.entities(entity).scan().count());
   * ```
   * Its methods accept and return the rows of any of these classes. If you write a row that does not fit the class, the write fails at run
   * time.
   */
  entities<C extends ScopedClass<string>>(entity: C, options?: HandleOptions): EntityClient<TypesOf<C>>;
  entities<T extends EntityTypes>(entity: EntityClass<T>, options?: HandleOptions): EntityClient<T>;
  entities<T extends EntityTypes>(entity: EntityClass<T>, options?: HandleOptions): EntityClient<T> {
    const schema = schemaIn(this.connection, schemaOf(entity));
    const hooks = hooksOf(schema);
    const plain = this.#writer("entities", options);
    const client = new EntityClient(hooks.layer?.(plain) ?? plain, schema);
    hooks.addMembers?.(client, this.connection, schema);
    return client;
  }

  /**
   * Returns a client for one partition, with the rows of all entity classes in it. Sends no request.
   * ```ts
   * const partition = service.partition(Order.partition({ customerId: "C1" }));
   * for await (const row of partition.query(Order, OrderLine)) console.log(row.$kind);
   * ```
   */
  partition<Scope extends string>(partition: Partition<Scope>, options?: HandleOptions): PartitionClient<Scope> {
    return new PartitionClient(this.#writer("partition", options), partition);
  }

  /**
   * Returns a client for rows without a definition. Sends no request.
   * ```ts
   * const row = await service.table("Legacy").get({ partitionKey: "p", rowKey: "1" });
   * ```
   * @param name name of the table; a view from `withTables` maps it too
   * @throws TableError `table.invalid-name`, `table.reserved-name`
   */
  table(name: string, options?: HandleOptions): TableClient {
    return new TableClient(this.#writer("table", options), name);
  }

  #writer(method: string, options: HandleOptions | undefined): Writer {
    checkOptions(method, options, handleOptionKinds);
    return options?.exactly === undefined ? this.#plain : new PlainWriter(this.connection, options.exactly);
  }

  /** Client that lists, creates and deletes tables. Sends no request. */
  get tables(): TablesClient {
    return new TablesClient(this.connection);
  }

  /**
   * Creates the tables of these classes and of their indexes, unless they exist. Waits while a table of the same name is still being
   * deleted. This is not a lock: it succeeds whoever created the tables. For a lock, insert an entity with a unique value.
   * ```ts
   * await service.createTables([Order, OrderLine]);
   * ```
   * @throws ServiceError `table.being-deleted` if the deletion takes longer than the time limit; `auth.*`
   * @see https://learn.microsoft.com/rest/api/storageservices/create-table
   */
  async createTables(entities: readonly TableOwner[], options?: CreateTableOptions): Promise<void> {
    checkOptions("createTables", options, createTableOptionKinds);
    checkArray("createTables", "an array of generated classes, such as [Order]", entities);
    const names = [...new Set(entities.flatMap(tablesOf))];
    const { tables, connection } = this;
    await mapConcurrently(names, 8, (name) => tables.createIfNotExists(name, options));
    for (const entity of entities) {
      const schema = schemaOf(entity as unknown as EntityClass<EntityTypes>);
      await announceKeys(connection, schemaIn(connection, schema));
    }
  }

  /**
   * Applies 1 to 100 operations on one partition, all or none of them. Each row may occur once. All operations together may have 4 MiB, on
   * Cosmos 2 MiB. Your callback adds the operations, and they are sent when it returns.
   *
   * ```ts
   * await service.transaction(Order.partition({ customerId: "C1" }), (tx) => {
   *   tx.insert(Order, { placedAt, orderNo: 8, total: 1, sequence: 6n, currency: "EUR" });
   *   tx.insert(OrderLine, { orderNo: 8, lineNo: 1, sku: "A1", quantity: 2 });
   * });
   * ```
   * The methods of `tx` return the key and the values that the library filled in, so that later operations can use them. If the callback
   * returns an operation or an array of operations, you get their results, with types:
   * ```ts
   * const [order] = await service.transaction(Order.partition({ customerId: "C1" }), (tx) => [tx.insert(Order, first)]);
   * ```
   * @returns one result for each operation, in the same order, unless the callback returns operations
   * @throws TransactionError naming the operation that was rejected, before or after sending. Nothing was written, unless
   * the error's `outcome` is `"unknown"`. The code is that of the operation: `entity.*`, `value.*`, `key.*`, or `transaction.*`
   * @throws TableError `transaction.empty`, `transaction.asynchronous`
   * @see https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
   */
  async transaction<Scope extends string = never, Result = void>(
    partition: Partition<Scope>,
    build: (tx: Transaction<Scope>) => Result extends PromiseLike<unknown> ? AsyncCallback : Result,
    options?: WriteOptions,
  ): Promise<TransactionResults<Result>> {
    const results = await runTransaction(this.#plain, partition, build, options);
    return results as unknown as TransactionResults<Result>;
  }

  /**
   * Deletes all rows of a partition, of any kind. Reads only keys, and memory does not grow with the partition. Rows that are added
   * during the call may remain.
   * ```ts
   * const deleted = await service.deletePartition(Order.partition({ customerId: "C1" }));
   * ```
   * @returns the number of rows that it deleted. Rows that another client deletes meanwhile do not count. But if an attempt got no usable
   * response, a missing row counts, whoever deleted it
   * @throws TableError the first failure, if no row was deleted; otherwise BulkError `bulk.failed` with the counts
   */
  async deletePartition<Scope extends string>(partition: Partition<Scope>, options?: BulkOptions): Promise<number> {
    const { deletePartition } = await import("../bulk/delete-rows.js");
    return deletePartition(this.#plain, partition, options);
  }

  /**
   * Returns the numbers of requests and bytes, and durations in milliseconds, since the client was created.
   * ```ts
   * const { requests, failures } = service.metrics();
   * ```
   */
  metrics(): MetricsSnapshot {
    return this.#pipeline.metrics();
  }
}
