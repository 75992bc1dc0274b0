/// <reference lib="esnext.disposable" preserve="true" />

import { BearerCredential } from "../auth/bearer-credential.js";
import { parseConnectionString } from "../auth/connection-string.js";
import { SasCredential } from "../auth/sas-credential.js";
import { SharedKeyCredential } from "../auth/shared-key.js";
import { audienceFor, isTokenCredential, type TokenCredential } from "../auth/token-credential.js";
import type { OnMismatch } from "../codec/mismatch.js";
import { checkOptions, type OptionKinds, oneOf, wholeNumber } from "../errors/check-options.js";
import { KnownSecrets } from "../errors/known-secrets.js";
import { invalidOption } from "../errors/table-error.js";
import { withoutSecrets } from "../http/call-failure.js";
import type { Credential } from "../http/call-state.js";
import { withAbort } from "../http/cancellation.js";
import { type Endpoint, isEndpoint, parseEndpoint } from "../http/endpoint.js";
import type { HttpResponse, Transport } from "../http/http-message.js";
import { createPipeline, type Pipeline, type PipelineOptions, pipelineOptionKinds } from "../http/pipeline.js";
import type { UndiciTransportOptions } from "../http/transport/transport-options.js";
import { platformTransport, proxyCheck } from "../http/transport/undici-transport.js";
import { type Connection, createConnection } from "../rest/connection.js";
import { RecentWrites } from "../rest/recent-writes.js";
import { type Limits, limits, type ServiceKind } from "../schema/limits.js";
import { TableServiceView } from "./table-service-view.js";

/** Credential that authorizes the requests of a client: the account's key, a shared access signature, or Microsoft Entra tokens. */
export type ServiceCredential = SharedKeyCredential | SasCredential | TokenCredential;

/** Options of a {@link TableServiceClient}. {@link PipelineOptions} has those for retries, time limits, events and spans. */
export interface TableServiceClientOptions extends PipelineOptions, Pick<UndiciTransportOptions, "proxy" | "tls"> {
  /** Service that the client talks to. Selects the limits and the format of a merge. By default derived from the endpoint. */
  readonly kind?: ServiceKind | undefined;
  /**
   * Maximum length of a key, in UTF-16 units. Default 1,024, as documented; some services store only 512. The client rejects a longer key
   * with `key.too-long` before it sends anything.
   */
  readonly maxKeyUnits?: number | undefined;
  /**
   * `"once"` makes this client send every write with a receipt, as the option `exactly` of a call does for one write. By default writes
   * have no receipt.
   */
  readonly exactly?: "once" | undefined;
  /** Maximum number of connections to one host; each carries one request at a time. Default 64. */
  readonly connections?: number | undefined;
  /** Address of the account's read-only copy. By default derived from the endpoint. */
  readonly secondaryEndpoint?: string | undefined;
  /** Audience of tokens, e.g. `https://storage.azure.com`. By default derived from the endpoint's host. */
  readonly audience?: string | undefined;
  /** True to request tokens of the tenant that the service names in a challenge. Default false. */
  readonly discoverTenant?: boolean | undefined;
  /** Handler of stored rows that do not fit their definition or their keys. By default, such a row causes an error `decode.*`. */
  readonly onMismatch?: OnMismatch | undefined;
  /** Function that sends the requests instead of undici, e.g. a fake service or a recorder. Closed with the client. */
  readonly transport?: Transport | undefined;
}

export const clientOptionKinds: OptionKinds<TableServiceClientOptions> = {
  ...pipelineOptionKinds,
  proxy: proxyCheck,
  tls: "object",
  kind: oneOf("storage", "cosmos"),
  exactly: oneOf("once"),
  maxKeyUnits: wholeNumber(1),
  connections: wholeNumber(1),
  secondaryEndpoint: "text",
  audience: "text",
  discoverTenant: "boolean",
  onMismatch: "function",
  transport: "function",
};

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

/** Opens the connection to one account: transport, credential, policies and limits. @throws TableError `config.*`, `auth.*` */
function openConnection(
  endpoint: Endpoint,
  given: ServiceCredential | undefined,
  options: TableServiceClientOptions,
): { connection: Connection; pipeline: Pipeline } {
  checkOptions("the client", options, clientOptionKinds);
  const kind = options.kind ?? endpoint.kind;
  const credential = chooseCredential(given, kind, endpoint, options);
  const { connections, proxy, tls } = options;
  const transport = options.transport ? withAbort(options.transport) : platformTransport({ connections, proxy, tls });
  const { url, accountName } = endpoint;
  const secondaryUrl = parseSecondaryUrl(options.secondaryEndpoint) ?? endpoint.secondaryUrl;
  const pipeline = createPipeline(transport, { credential, url, secondaryUrl, accountName, kind }, options);
  const secrets = new KnownSecrets(() => credential.secrets?.() ?? []);
  const facts = {
    endpoint: url,
    kind,
    limits: buildLimits(kind, options.maxKeyUnits),
    onMismatch: options.onMismatch,
    timeoutMs: options.timeoutMs,
    exactly: options.exactly,
    random: options.random ?? Math.random,
    clock: pipeline.clock,
    recentWrites: new RecentWrites(),
    withoutSecrets: (response: HttpResponse) => withoutSecrets(response, secrets.removeValues),
    removeSecrets: secrets.removeParts,
  };
  return { connection: createConnection(pipeline, facts), pipeline };
}

function chooseCredential(
  given: ServiceCredential | undefined,
  kind: ServiceKind,
  { url, sas }: Endpoint,
  { audience, discoverTenant }: TableServiceClientOptions,
): Credential {
  if (sas !== undefined) {
    if (given === undefined) return new SasCredential(sas);
    const twice = "Pass a credential or an endpoint with a shared access signature, not both.";
    throw invalidOption(twice);
  }
  if (isTokenCredential(given)) {
    return new BearerCredential(given, { audience: audience ?? audienceFor(kind, url), discoverTenant });
  }
  if (given != null && typeof (given as Partial<Credential>).authorize === "function") return given;
  throw invalidOption(
    "No valid credential. Pass a SharedKeyCredential, a SasCredential, an object with getToken, or an endpoint with a shared access signature.",
  );
}

/**
 * Returns the address of the secondary that the options name; undefined if they name none. Drops a shared access signature from the
 * address, because the client's credential authorizes requests to the secondary too.
 */
function parseSecondaryUrl(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const createError = (reason: string) => invalidOption(`secondaryEndpoint cannot be used: ${reason}.`);
  return parseEndpoint(given, createError).url;
}

function buildLimits(kind: ServiceKind, maxKeyUnits: number | undefined): Limits {
  return maxKeyUnits === undefined ? limits[kind] : { ...limits[kind], keyUnits: maxKeyUnits };
}
