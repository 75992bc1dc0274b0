import type { RequestContext } from "./http-message.js";

/** What is needed of a tracer; that of `@opentelemetry/api` fits. */
export interface TracerLike {
  startSpan(name: string, options?: SpanOptionsLike): SpanLike;
}

export interface SpanOptionsLike {
  /** OpenTelemetry's `SpanKind`; 2 is CLIENT. */
  kind?: number;
  attributes?: Record<string, string | number>;
}

export interface SpanLike {
  setAttribute(name: string, value: string | number): unknown;
  /** OpenTelemetry's `SpanStatusCode`; 2 is ERROR. */
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

const clientKind = 2;
const errorStatus = 2;

/** Operations to which 404 is an ordinary answer: the row is not there. */
const mayMiss: ReadonlySet<string> = new Set(["getEntity", "deleteEntity"]);

/**
 * One span per call, by the semantic conventions for database clients.
 * @see https://opentelemetry.io/docs/specs/semconv/database/database-spans/
 */
export function startSpan(
  tracer: TracerLike,
  context: RequestContext,
  target: { readonly url: string; readonly accountName?: string | undefined; readonly kind: string },
): SpanLike {
  const { hostname, port, protocol } = new URL(target.url);
  const attributes: Record<string, string | number> = {
    "db.system.name": target.kind === "cosmos" ? "azure.cosmosdb" : "azure.table",
    "db.operation.name": context.operation,
    "server.address": hostname,
    "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
  if (target.accountName !== undefined) attributes["db.namespace"] = target.accountName;
  if (context.table !== undefined) attributes["db.collection.name"] = context.table;
  const name = context.table === undefined ? context.operation : `${context.operation} ${context.table}`;
  return tracer.startSpan(name, { kind: clientKind, attributes });
}

/** Ends a span with what came of the call: a status, or why there is none. */
export function endSpan(
  span: SpanLike,
  context: RequestContext,
  result: { readonly status: number | undefined; readonly failure: string | undefined; readonly attempts: number },
): void {
  if (result.attempts > 1) span.setAttribute("http.request.resend_count", result.attempts - 1);
  if (result.status !== undefined) span.setAttribute("db.response.status_code", String(result.status));
  const failed =
    result.status === undefined || (result.status >= 400 && !(result.status === 404 && mayMiss.has(context.operation)));
  if (failed) {
    const type = result.status === undefined ? (result.failure ?? "unknown") : String(result.status);
    span.setAttribute("error.type", type);
    span.setStatus({ code: errorStatus, message: type });
  }
  span.end();
}
