/// <reference lib="esnext.disposable" preserve="true" />
import { parseConnectionString } from "../auth/connection-string.js";
import { SasCredential } from "../auth/sas-credential.js";
import { SharedKeyCredential } from "../auth/shared-key.js";
import type { BulkOptions } from "../bulk/bulk.js";
import type { ServiceCredential, TableServiceClientOptions } from "../connection/client-options.js";
import type { CallOptions, Connection } from "../connection/connection.js";
import { mapConcurrently } from "../connection/map-concurrently.js";
import { openConnection } from "../connection/open-connection.js";
import { schemaOf } from "../connection/schema-of.js";
import { checkArray } from "../errors/check-argument.js";
import { checkOptions } from "../errors/check-options.js";
import type { Pipeline } from "../http/pipeline.js";
import type { MetricsSnapshot } from "../http/telemetry/client-metrics.js";
import { type Endpoint, isEndpoint, parseEndpoint } from "../odata/endpoint.js";
import type { EntityClass } from "../schema/entity-schema.js";
import type { EntityTypes, Partition } from "../schema/entity-types.js";
import type { ServiceKind } from "../schema/limits.js";
import { runTransaction } from "../transaction/run-transaction.js";
import type { NotPromise, Transaction, TransactionResult } from "../transaction/transaction.js";
import { EntityClient } from "./entity-client.js";
import { PartitionClient } from "./partition-client.js";
import { TableClient } from "./table-client.js";
import { type CreateTableOptions, createTableOptionForms, TablesClient } from "./tables-client.js";

/** Any generated class, as far as its table is concerned. */
export interface TableOwner {
  readonly $schema: { readonly table: string };
}

/**
 * A client of one account of the Table service, in Azure Storage or Cosmos DB. All handles that it returns share its
 * connection pool, credential and retry policy. Create one for the life of the application; an idle client does not keep the
 * process alive.
 *
 * ```ts
 * await using service = TableServiceClient.fromConnectionString(process.env["TABLES_CONNECTION_STRING"] ?? "UseDevelopmentStorage=true");
 * await service.createTables([Order]);
 * const orders = service.entities(Order);
 * ```
 */
export class TableServiceClient {
  /** The account's address, without a trailing slash. */
  readonly endpoint: string;
  readonly kind: ServiceKind;
  /** Sends operations. Used by `@tablewright/runtime/admin`, and for operations of your own. */
  readonly connection: Connection;
  readonly #pipeline: Pipeline;

  /**
   * @param endpoint e.g. `https://myaccount.table.core.windows.net`, `http://127.0.0.1:10002/devstoreaccount1`, or a
   * custom domain
   * @param credential may be omitted if the endpoint contains a shared access signature: `https://…?sv=…&sig=…`
   * @throws TableError `config.invalid-endpoint`, `config.invalid-option`; `auth.invalid-key`, `auth.invalid-token`
   */
  constructor(endpoint: string | Endpoint, credential?: ServiceCredential, options: TableServiceClientOptions = {}) {
    // Anything else is refused there by name: an environment variable that is not set, for one.
    const address = isEndpoint(endpoint) ? endpoint : parseEndpoint(endpoint);
    const { connection, pipeline } = openConnection(address, credential, options);
    this.endpoint = connection.endpoint;
    this.kind = connection.kind;
    this.connection = connection;
    this.#pipeline = pipeline;
  }

  /**
   * Creates a client from a connection string.
   * @param text copied from the portal, with an account key or a shared access signature; or `UseDevelopmentStorage=true` for
   * the emulator
   * @throws TableError `config.invalid-connection-string`; its message never repeats the text
   * @see https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string
   */
  static fromConnectionString(text: string, options: TableServiceClientOptions = {}): TableServiceClient {
    const { endpoint, credential } = parseConnectionString(text);
    const given =
      credential.kind === "sas"
        ? new SasCredential(credential.token)
        : new SharedKeyCredential(credential.accountName, credential.accountKey);
    return new TableServiceClient(endpoint, given, options);
  }

  /** A client for the rows of one generated class: `service.entities(Order)`. Sends no request. */
  entities<T extends EntityTypes>(entity: EntityClass<T>): EntityClient<T> {
    return new EntityClient(this.connection, schemaOf(entity));
  }

  /** A client for one partition with all its kinds: `service.partition(Order.partition({ customerId: "C1" }))`. Sends no request. */
  partition<Scope extends string>(partition: Partition<Scope>): PartitionClient<Scope> {
    return new PartitionClient(this.connection, partition);
  }

  /** A client for rows without a definition. Sends no request. @throws TableError `table.invalid-name`, `table.reserved-name` */
  table(name: string): TableClient {
    return new TableClient(this.connection, name);
  }

  /** A client that lists, creates and deletes tables. Sends no request. */
  tables(): TablesClient {
    return new TablesClient(this.connection);
  }

  /**
   * Creates the tables of these classes that do not exist. Waits while a table of the same name is still being deleted.
   * @throws ServiceError `table.being-deleted` if that takes longer than the time limit; `auth.*`
   * @see https://learn.microsoft.com/rest/api/storageservices/create-table
   */
  async createTables(entities: readonly TableOwner[], options?: CreateTableOptions): Promise<void> {
    checkOptions("createTables", options, createTableOptionForms);
    checkArray("createTables", "an array of generated classes, such as [Order]", entities);
    const names = [...new Set(entities.map((entity) => schemaOf(entity).table))];
    const tables = this.tables();
    await mapConcurrently(names, 8, (name) => tables.createIfNotExists(name, options));
  }

  /**
   * Applies 1 to 100 operations on one partition, all or none of them. Each row may occur once; all together are at most
   * 4 MiB, on Cosmos 2 MiB. The callback adds the operations; they are sent when it returns.
   *
   * ```ts
   * await service.transaction(Order.partition({ customerId: "C1" }), (tx) => {
   *   tx.insert(Order, { placedAt, orderNo: 8, total: 1, sequence: 6n, currency: "EUR" });
   *   tx.merge(Customer, {}, { lastOrder: 8 }, { ifMatch: customer.$etag });
   * });
   * ```
   * @returns one result for each operation, in their order
   * @throws TransactionError naming the operation that was refused, before or after sending. Nothing was written, unless
   * its `outcome` is `"unknown"`. Its code is that of the operation: `entity.*`, `value.*`, `key.*`, or `transaction.*`
   * @throws TableError `transaction.empty`, `transaction.asynchronous`
   * @see https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
   */
  async transaction<Scope extends string = never, Result = void>(
    partition: Partition<Scope>,
    build: (tx: Transaction<Scope>) => NotPromise<Result>,
    options?: CallOptions,
  ): Promise<readonly TransactionResult[]> {
    return runTransaction(this.connection, partition, build, options);
  }

  /**
   * Deletes all rows of a partition, of any kind. Reads only keys, and memory does not grow with the partition. Rows that are
   * added meanwhile may remain.
   * @returns how many rows it deleted; rows that others delete meanwhile do not count
   * @throws TableError of the first row that could not be deleted; other rows may be gone
   */
  async deletePartition<Scope extends string>(partition: Partition<Scope>, options?: BulkOptions): Promise<number> {
    const { deletePartition } = await import("../bulk/delete-rows.js");
    return deletePartition(this.connection, partition, options);
  }

  /** Numbers of requests and bytes, and durations in milliseconds, since the client was created. */
  metrics(): MetricsSnapshot {
    return this.#pipeline.metrics();
  }

  /** Closes the connection pool. Later calls reject with `request.closed`. */
  async close(): Promise<void> {
    await this.#pipeline.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
