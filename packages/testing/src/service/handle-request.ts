import type { Environment } from "../account/environment.js";
import { authenticate } from "../auth/authenticate.js";
import { randomId } from "../auth/random-id.js";
import { findFirstTable } from "../batch/parse-batch.js";
import { runBatch } from "../batch/run-batch.js";
import { ServiceError } from "../errors/service-error.js";
import { findRejection, findReplacement } from "../faults/delivery.js";
import type { Fault } from "../faults/fault.js";
import type { FaultRequest, OperationName } from "../faults/fault-request.js";
import type { FaultPlan } from "../faults/faults.js";
import { bodyText, type HeaderFields, type HttpRequest, headerFields } from "../http/http-message.js";
import { type Location, locate, parseQuery } from "../http/request-url.js";
import { type MetadataLevel, requestedLevel } from "../odata/dialect.js";
import { parseTarget } from "../odata/resource-path.js";
import { type Call, type Operation, type Reply, readPreference } from "../operations/call.js";
import { corsHeaders, preflight } from "../operations/preflight.js";
import { effectiveMethod, routeOperation } from "../operations/route.js";
import { writeError } from "../operations/write-error.js";
import { describeRequest, type Routed } from "./request-subject.js";

/** The outcome of a request that the service has handled. */
export interface Handled {
  readonly reply: Reply;
  readonly requestId: string;
  readonly operation: OperationName | undefined;
  readonly table: string | undefined;
  readonly errorCode: string | undefined;
  readonly fault: Fault | undefined;
  /** Time of the response by the service's clock, in milliseconds since 1970. */
  readonly respondedAt: number;
  /** Header fields that CORS rules add to the response. */
  readonly cors: readonly string[];
}

/**
 * Values of `x-ms-version` that the service accepts.
 * https://learn.microsoft.com/rest/api/storageservices/previous-azure-storage-service-versions
 */
const knownVersions: ReadonlySet<string> = new Set(
  `2009-04-14 2009-07-17 2009-09-19 2011-08-18 2012-02-12 2013-08-15 2014-02-14 2015-02-21 2015-04-05 2015-07-08
   2015-12-11 2016-05-31 2017-04-17 2017-07-29 2017-11-09 2018-03-28 2018-11-09 2019-02-02 2019-07-07 2019-10-10
   2019-12-12 2020-02-10 2020-04-08 2020-06-12 2020-08-04 2020-10-02 2020-12-06 2021-02-12 2021-04-10 2021-06-08
   2021-08-06 2021-10-04 2021-12-02 2022-11-02 2023-01-03 2023-05-03 2023-08-03 2023-11-03 2024-02-04 2024-05-04
   2024-08-04 2024-11-04 2025-01-05 2025-05-05 2025-07-05 2025-11-05 2026-02-06 2026-04-06 2026-06-06`.split(/\s+/),
);

const transaction: Pick<Operation, "name" | "writes"> = { name: "transaction", writes: true };

/** Parses a request up to its operation, without performing it. Never throws, even for malformed requests. */
export function arrive(request: HttpRequest, environment: Environment, connection?: number): ArrivedRequest {
  return new ArrivedRequest(request, environment, connection);
}

export class ArrivedRequest {
  readonly request: HttpRequest;
  readonly #environment: Environment;
  readonly #headers: HeaderFields;
  readonly #requestId: string;
  readonly #parsed: Attempt<Parsed>;
  /** The request as fault rules see it; undefined if the request does not ask for a known operation. */
  readonly subject: FaultRequest | undefined;
  readonly plan: FaultPlan;
  #level: MetadataLevel | undefined;
  #preference: string | undefined;

  constructor(request: HttpRequest, environment: Environment, connection: number | undefined) {
    this.request = request;
    this.#environment = environment;
    this.#headers = headerFields(request.headers);
    const clientId = environment.dialect.keepsClientRequestId ? this.#headers.get("x-ms-client-request-id") : undefined;
    this.#requestId = clientId ?? randomId();
    this.#parsed = attempt(() => this.#parse());
    if (this.#parsed.ok && this.#parsed.value.routed.ok) {
      this.subject = describeRequest(request, this.#parsed.value.routed.value, connection);
    }
    this.plan = this.subject === undefined ? noFaults : environment.faults.plan(this.subject);
  }

  /** Performs the operation and returns its outcome. If the operation fails or is rejected, the reply is the error. */
  handle(): Handled {
    const { clock } = this.#environment;
    const { fault } = this.plan;
    let reply: Reply;
    let errorCode: string | undefined;
    let respondedAt: number;
    if (fault?.kind === "clockSkew") clock.skew += fault.milliseconds;
    try {
      reply = this.#run();
    } catch (thrown) {
      const error = thrown instanceof ServiceError ? thrown : new ServiceError("InternalError", String(thrown));
      errorCode = error.code === "" ? undefined : error.code;
      reply = writeError(error, {
        method: this.request.method,
        requestId: this.#requestId,
        now: clock.now(),
        dialect: this.#environment.dialect,
        level: this.#level,
        acceptsJson: /\bapplication\/json\b/i.test(this.#headers.get("accept") ?? ""),
        preference: this.#preference,
      });
    } finally {
      respondedAt = clock.now();
      if (fault?.kind === "clockSkew") clock.skew -= fault.milliseconds;
    }
    const cors = corsHeaders({ headers: this.#headers, environment: this.#environment }, this.request.method);
    return {
      reply,
      requestId: this.#requestId,
      operation: this.subject?.operation,
      table: this.subject?.table,
      errorCode,
      fault,
      respondedAt,
      cors,
    };
  }

  #parse(): Parsed {
    const location = locate(this.request.url, this.#environment.account);
    const query = parseQuery(location.query);
    const xml = query.has("comp") || query.has("restype");
    if (!xml) this.#level = requestedLevel(this.#headers, query.get("$format"));
    return { location, query, routed: attempt(() => this.#route(location, query)) };
  }

  #run(): Reply {
    const environment = this.#environment;
    if (!this.#parsed.ok) throw this.#parsed.error;
    const { location, query, routed } = this.#parsed.value;
    const refused = findRejection(this.plan.fault);
    if (refused !== undefined) throw refused;
    this.#admit();
    const isPreflight = this.subject?.operation === "preflight";
    if (!isPreflight) checkVersion(this.#headers, query);
    const signed = {
      method: this.request.method,
      path: location.signedPath,
      query,
      headers: this.#headers,
      secure: location.secure,
    };
    const grant = isPreflight ? ({ kind: "owner" } as const) : authenticate(signed, environment);
    if (!routed.ok) throw routed.error;
    const { operation, target, method } = routed.value;
    if (location.secondary && operation.writes) throw new ServiceError("InsufficientAccountPermissions");
    const call: Call = {
      environment,
      method,
      target,
      query,
      headers: this.#headers,
      body: bodyText(this.request, this.#headers, environment.limits.batchBytes),
      endpoint: location.endpoint,
      secondary: location.secondary,
      grant,
      level: this.#level,
    };
    this.#preference =
      operation.name === "insert" || operation.name === "createTable" ? readPreference(call) : undefined;
    const reply = "run" in operation ? operation.run(call) : runBatch(call, this.#requestId);
    this.#charge(reply);
    const replacement = findReplacement(this.plan.fault);
    if (replacement !== undefined) throw replacement;
    return reply;
  }

  /** Rejects the request if it exceeds the limit of a `throughput` fault. */
  #admit(): void {
    const { clock, kind } = this.#environment;
    for (const limit of this.plan.limits) {
      const throttled = kind === "cosmos" ? "TooManyRequests" : "ServerBusy";
      limit.admit(this.subject?.table ?? "", this.subject?.keys ?? [], clock.now(), throttled);
    }
  }

  #charge({ entities = [] }: Reply): void {
    for (const limit of this.plan.limits) {
      limit.charge(this.subject?.table ?? "", entities, this.#environment.clock.now());
    }
  }

  #route(location: Location, query: ReadonlyMap<string, string>): Routed {
    const method = effectiveMethod(this.request.method, this.#headers);
    if (method === "OPTIONS") return { operation: preflight, target: { kind: "service" }, method, table: undefined };
    const target = parseTarget(location.path, this.#environment.limits);
    if (target.kind === "batch") {
      if (method !== "POST") throw new ServiceError("MethodNotAllowed");
      return { operation: transaction, target, method, table: findFirstTable(this.request.body) };
    }
    const operation = routeOperation(method, target, query, this.#headers, this.#environment.dialect);
    return { operation, target, method, table: "table" in target ? target.table : undefined };
  }
}

const noFaults: FaultPlan = { fault: undefined, holds: [], hooks: [], limits: [] };

interface Parsed {
  readonly location: Location;
  readonly query: ReadonlyMap<string, string>;
  readonly routed: Attempt<Routed>;
}

type Attempt<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: unknown };

/**
 * Runs a function and returns its value or its error. The error is thrown later: that of an invalid path, for example, only after the
 * request was authenticated.
 */
function attempt<Value>(run: () => Value): Attempt<Value> {
  try {
    return { ok: true, value: run() };
  } catch (error) {
    return { ok: false, error };
  }
}

/** Rejects a request with an unknown service version, or with none in its header or URL. */
function checkVersion(headers: HeaderFields, query: ReadonlyMap<string, string>): void {
  const version = headers.get("x-ms-version") ?? query.get("api-version") ?? query.get("sv");
  if (version === undefined) {
    throw new ServiceError("MissingRequiredHeader", "The x-ms-version header is not specified.");
  }
  if (!knownVersions.has(version)) throw new ServiceError("InvalidHeaderValue");
}
