import { BearerCredential } from "../auth/bearer-credential.js";
import { SasCredential } from "../auth/sas-credential.js";
import { audienceFor, isTokenCredential } from "../auth/token-credential.js";
import { checkOptions } from "../errors/check-options.js";
import { KnownSecrets } from "../errors/known-secrets.js";
import { invalidOption } from "../errors/table-error.js";
import { withoutSecrets } from "../http/call-failure.js";
import type { Credential } from "../http/call-state.js";
import { withAbort } from "../http/cancellation.js";
import { type Endpoint, parseEndpoint } from "../http/endpoint.js";
import type { HttpResponse, Transport } from "../http/http-message.js";
import { createPipeline, type Pipeline } from "../http/pipeline.js";
import { platformTransport } from "../http/transport/undici-transport.js";
import type { Connection } from "../rest/connection.js";
import { OperationCall } from "../rest/operation-call.js";
import { RecentWrites } from "../rest/recent-writes.js";
import { type Limits, limits, type ServiceKind } from "../schema/limits.js";
import { clientOptionKinds, type ServiceCredential, type TableServiceClientOptions } from "./client-options.js";

/** Connection of a client, and the request pipeline that has to be closed with it. */
export interface OpenConnection {
  readonly connection: Connection;
  readonly pipeline: Pipeline;
}

/** Opens the connection to one account: transport, credential, policies and limits. @throws TableError `config.*`, `auth.*` */
export function openConnection(
  endpoint: Endpoint,
  given: ServiceCredential | undefined,
  options: TableServiceClientOptions,
): OpenConnection {
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

/** Header of a read that decides about a write: no cache on the way may respond with an older version of the row. */
const pastCaches = ["Cache-Control", "no-cache"] as const;

/**
 * Creates a connection that sends requests through a transport. Operations only build requests and parse responses, so `send` is the one
 * place that transmits anything.
 */
function createConnection(transport: Transport, facts: Omit<Connection, "send">): Connection {
  const { endpoint } = facts;
  const connection: Connection = {
    ...facts,
    async send(operation, input, options) {
      if (operation.prepare !== undefined) await operation.prepare();
      const { method, path, query, headers, body } = operation.request(input, connection.kind);
      const context = new OperationCall(operation, input, options?.timeoutMs, connection);
      const response = await transport({
        method,
        url: endpoint + path + query,
        headers: operation.primaryOnly ? [...headers, ...pastCaches] : headers,
        body,
        signal: options?.signal,
        context,
        onHead: options?.onHead,
      });
      return context.resultOf(response);
    },
  };
  return connection;
}
