/// <reference lib="esnext.disposable" preserve="true" />
import { parseConnectionString } from "../auth/connection-string.js";
import { SasCredential } from "../auth/sas-credential.js";
import { SharedKeyCredential } from "../auth/shared-key.js";
import { type Endpoint, isEndpoint, parseEndpoint } from "../http/endpoint.js";
import type { Pipeline } from "../http/pipeline.js";
import type { ServiceCredential, TableServiceClientOptions } from "./client-options.js";
import { openConnection } from "./open-connection.js";
import { TableServiceView } from "./table-service-view.js";

/**
 * Client of one account of the Table service, in Azure Storage or Cosmos DB. All handles that it returns share its connection pool,
 * credential and retry policy. Create one client for the life of the application. An idle client does not keep the process alive.
 *
 * ```ts
 * await using service = TableServiceClient.fromConnectionString(process.env["TABLES_CONNECTION_STRING"] ?? "UseDevelopmentStorage=true");
 * await service.createTables([Order]);
 * const orders = service.entities(Order);
 * ```
 */
export class TableServiceClient extends TableServiceView {
  readonly #pipeline: Pipeline;

  /**
   * ```ts
   * const service = new TableServiceClient("https://myaccount.table.core.windows.net", new DefaultAzureCredential());
   * ```
   * @param endpoint e.g. `https://myaccount.table.core.windows.net`, `http://127.0.0.1:10002/devstoreaccount1`, or a
   * custom domain
   * @param credential may be omitted if the endpoint contains a shared access signature: `https://…?sv=…&sig=…`
   * @throws TableError `config.invalid-endpoint`, `config.invalid-option`; `auth.invalid-key`, `auth.invalid-token`
   */
  constructor(endpoint: string | Endpoint, credential?: ServiceCredential, options: TableServiceClientOptions = {}) {
    // For any other value, such as an environment variable that is not set, `parseEndpoint` throws a TableError.
    const address = isEndpoint(endpoint) ? endpoint : parseEndpoint(endpoint);
    const { connection, pipeline } = openConnection(address, credential, options);
    super(connection, pipeline);
    this.#pipeline = pipeline;
  }

  /**
   * Creates a client from a connection string.
   * ```ts
   * const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true");
   * ```
   * @param text the connection string from the portal, with an account key or a shared access signature; or
   * `UseDevelopmentStorage=true` for the emulator
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

  /**
   * Closes the connection pool, also for all views of this client. Later calls reject with `request.closed`.
   *
   * Waits for requests in flight, within the time limits of their attempts. If the service never responds, that takes `attemptTimeoutMs`,
   * 35 s by default. A failed attempt is not repeated: its call rejects with `request.closed`, and the `outcome` of the error is
   * `"unknown"` if a write may have been applied. To wait less, abort the signals of the calls first. If you passed your own `transport` or
   * `dispatcher`, it decides how long it waits.
   * ```ts
   * process.once("SIGTERM", () => service.close());
   * ```
   */
  async close(): Promise<void> {
    await this.#pipeline.close();
  }

  /** Closes the client at the end of the scope of an `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
