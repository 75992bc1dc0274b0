import type { Environment } from "../account/environment.js";
import { authenticate } from "../auth/authenticate.js";
import { firstTableOf } from "../batch/parse-batch.js";
import { runBatch } from "../batch/run-batch.js";
import { ServiceError } from "../errors/service-error.js";
import { refusalOf } from "../faults/delivery.js";
import type { Fault, OperationName } from "../faults/faults.js";
import { bodyText, type HeaderFields, type HttpRequest, headerFields } from "../http/http-message.js";
import { type Location, locate, parseQuery } from "../http/request-url.js";
import { type MetadataLevel, requestedLevel } from "../odata/dialect.js";
import { parseTarget, type Target } from "../odata/resource-path.js";
import { type Call, type Operation, preferenceOf, type Reply } from "../operations/call.js";
import { corsHeaders, preflight } from "../operations/preflight.js";
import { effectiveMethod, routeOperation } from "../operations/route.js";
import { writeError } from "../operations/write-error.js";
import { checkVersion } from "./check-version.js";

/** A request after the service has handled it. */
export interface Handled {
  readonly reply: Reply;
  readonly requestId: string;
  readonly operation: OperationName | undefined;
  readonly table: string | undefined;
  readonly errorCode: string | undefined;
  readonly fault: Fault | undefined;
  /** The service's clock at the time of the response. */
  readonly respondedAt: number;
  /** Header fields by CORS rules. */
  readonly cors: readonly string[];
}

const transaction: Pick<Operation, "name" | "writes"> = { name: "transaction", writes: true };

/** Handles a request from its URL to its reply. Never throws, whatever the caller sends. */
export function handleRequest(request: HttpRequest, environment: Environment): Handled {
  return new RequestHandler(request, environment).handle();
}

class RequestHandler {
  readonly #request: HttpRequest;
  readonly #environment: Environment;
  readonly #headers: HeaderFields;
  readonly #requestId = crypto.randomUUID();
  #operation: OperationName | undefined;
  #table: string | undefined;
  #level: MetadataLevel | undefined;
  #preference: string | undefined;
  #fault: Fault | undefined;

  constructor(request: HttpRequest, environment: Environment) {
    this.#request = request;
    this.#environment = environment;
    this.#headers = headerFields(request.headers);
  }

  handle(): Handled {
    const { clock } = this.#environment;
    let reply: Reply;
    let errorCode: string | undefined;
    let respondedAt: number;
    try {
      reply = this.#run();
    } catch (thrown) {
      const error = thrown instanceof ServiceError ? thrown : new ServiceError("InternalError", String(thrown));
      errorCode = error.code;
      reply = writeError(error, {
        requestId: this.#requestId,
        now: clock.now(),
        dialect: this.#environment.dialect,
        level: this.#level,
        acceptsJson: /\bapplication\/json\b/i.test(this.#headers.get("accept") ?? ""),
        preference: this.#preference,
      });
    } finally {
      respondedAt = clock.now();
      if (this.#fault?.kind === "clockSkew") clock.skew -= this.#fault.milliseconds;
    }
    const cors = corsHeaders({ headers: this.#headers, environment: this.#environment }, this.#request.method);
    return {
      reply,
      requestId: this.#requestId,
      operation: this.#operation,
      table: this.#table,
      errorCode,
      fault: this.#fault,
      respondedAt,
      cors,
    };
  }

  #run(): Reply {
    const environment = this.#environment;
    const location = locate(this.#request.url, environment.account);
    const query = parseQuery(location.query);
    const xml = query.has("comp") || query.has("restype");
    if (!xml) this.#level = requestedLevel(this.#headers, query.get("$format"));
    const routed = attempt(() => this.#route(location, query));
    if (routed.ok) {
      this.#operation = routed.value.operation.name;
      this.#table = routed.value.table;
      this.#fault = environment.faults.take(this.#operation, this.#table);
      if (this.#fault?.kind === "clockSkew") environment.clock.skew += this.#fault.milliseconds;
      const refused = refusalOf(this.#fault);
      if (refused !== undefined) throw refused;
    }
    if (this.#operation !== "preflight") checkVersion(this.#headers, query);
    const grant =
      this.#operation === "preflight"
        ? ({ kind: "owner" } as const)
        : authenticate(
            {
              method: this.#request.method,
              path: location.signedPath,
              query,
              headers: this.#headers,
              secure: location.secure,
            },
            environment,
          );
    if (!routed.ok) throw routed.error;
    const { operation, target, method } = routed.value;
    if (location.secondary && operation.writes) throw new ServiceError("InsufficientAccountPermissions");
    const call: Call = {
      environment,
      method,
      target,
      query,
      headers: this.#headers,
      body: bodyText(this.#request.body, environment.limits.batchBytes),
      endpoint: location.endpoint,
      secondary: location.secondary,
      grant,
      level: this.#level,
    };
    this.#preference = operation.name === "insert" || operation.name === "createTable" ? preferenceOf(call) : undefined;
    const reply = "run" in operation ? operation.run(call) : runBatch(call, this.#requestId);
    if (this.#fault?.kind === "timeout") throw new ServiceError("OperationTimedOut");
    return reply;
  }

  #route(location: Location, query: ReadonlyMap<string, string>): Routed {
    const method = effectiveMethod(this.#request.method, this.#headers);
    if (method === "OPTIONS") return { operation: preflight, target: { kind: "service" }, method, table: undefined };
    const target = parseTarget(location.path, this.#environment.limits);
    if (target.kind === "batch") {
      if (method !== "POST") throw new ServiceError("MethodNotAllowed");
      return { operation: transaction, target, method, table: firstTableOf(this.#request.body) };
    }
    const operation = routeOperation(method, target, query, this.#headers, this.#environment.dialect);
    return { operation, target, method, table: "table" in target ? target.table : undefined };
  }
}

interface Routed {
  readonly operation: Operation | Pick<Operation, "name" | "writes">;
  readonly target: Target;
  readonly method: string;
  readonly table: string | undefined;
}

type Attempt<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: unknown };

/** A routing error waits until the caller is known to be authorized to see it. */
function attempt<Value>(run: () => Value): Attempt<Value> {
  try {
    return { ok: true, value: run() };
  } catch (error) {
    return { ok: false, error };
  }
}
