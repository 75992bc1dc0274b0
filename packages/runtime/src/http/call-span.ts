import type { RequestEvent, ResponseEvent } from "./client-events.js";

/** Part of a tracer that a client uses. A tracer of `@opentelemetry/api` fits. */
export interface TracerLike {
  /**
   * Starts a span, as in `@opentelemetry/api`.
   * @param name name of the span
   */
  startSpan(name: string, options?: SpanOptionsLike): SpanLike;
  /**
   * Starts a span and calls a function with it, as in `@opentelemetry/api`. During the function the span is the current one. The requests
   * of a call are sent in it, so that the spans of OpenTelemetry's instrumentations of HTTP are children of the call's span. Without this
   * function they are beside it.
   * @param name name of the span
   * @param call function that sends the requests
   */
  startActiveSpan?(name: string, options: SpanOptionsLike, call: (span: SpanLike) => unknown): unknown;
}

/** Initial data of a span. */
export interface SpanOptionsLike {
  /** `SpanKind` of OpenTelemetry; 2 is CLIENT. */
  kind?: number;
  attributes?: Record<string, string | number>;
}

/** Part of a span that a client uses. */
export interface SpanLike {
  /**
   * Adds an attribute to the span.
   * @param name name of the attribute
   */
  setAttribute(name: string, value: string | number): unknown;
  /**
   * Sets the status by OpenTelemetry's `SpanStatusCode`; 2 is ERROR.
   * @param status `code` 2 for an error, with an optional message
   */
  setStatus(status: { code: number; message?: string }): unknown;
  /** Ends the span. */
  end(): void;
  /** Ids of the span. Requests name them in the header `traceparent`, which is not sent without them. */
  spanContext?(): SpanContextLike;
}

/** Ids of a span, as in `@opentelemetry/api`. */
export interface SpanContextLike {
  /** 32 hexadecimal digits, lower case. */
  readonly traceId: string;
  /** 16 hexadecimal digits, lower case. */
  readonly spanId: string;
  /** Flags of W3C Trace Context; 1 is "sampled". */
  readonly traceFlags: number;
}

/** Account that a span names in its attributes. */
export interface SpanTarget {
  readonly url: string;
  readonly accountName?: string | undefined;
  /** Kind of service: `storage` or `cosmos`. */
  readonly kind: string;
}

const clientKind = 2;
const errorStatus = 2;

/** Operations for which 404 is not a failure: the entity does not exist. */
const mayMiss: ReadonlySet<string> = new Set(["getEntity", "deleteEntity"]);

/**
 * Starts the span of a call, by the semantic conventions for database clients, and calls a function with it. If the tracer supports it, the
 * span is the current one during the function.
 * @see https://opentelemetry.io/docs/specs/semconv/database/database-spans/
 */
export function withSpan(
  tracer: TracerLike,
  { operation, table }: RequestEvent,
  target: SpanTarget,
  run: (span: SpanLike) => void,
): void {
  const { hostname, port, protocol } = new URL(target.url);
  const attributes: Record<string, string | number> = {
    "db.system.name": target.kind === "cosmos" ? "azure.cosmosdb" : "azure.table",
    "db.operation.name": operation,
    "server.address": hostname,
    "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
  if (target.accountName !== undefined) attributes["db.namespace"] = target.accountName;
  if (table !== undefined) attributes["db.collection.name"] = table;
  const name = table === undefined ? operation : `${operation} ${table}`;
  const options = { kind: clientKind, attributes };
  if (tracer.startActiveSpan === undefined) run(tracer.startSpan(name, options));
  else tracer.startActiveSpan(name, options, run);
}

/**
 * Returns the header `traceparent` for the requests of a call. Undefined if the span has no valid ids, for example because the tracer does
 * nothing.
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function traceparent(span: SpanLike): string | undefined {
  const { traceId = "", spanId = "", traceFlags = 0 } = span.spanContext?.() ?? {};
  const isValid = /^(?!0{32})[0-9a-f]{32}$/.test(traceId) && /^(?!0{16})[0-9a-f]{16}$/.test(spanId);
  return isValid ? `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, "0")}` : undefined;
}

/** Ends a span with the result of its call: a status, or the reason for a missing or unusable response. */
export function endSpan(span: SpanLike, call: ResponseEvent): void {
  const status = call.failure === undefined ? call.status : undefined;
  if (call.attempt > 1) span.setAttribute("http.request.resend_count", call.attempt - 1);
  if (status !== undefined) span.setAttribute("db.response.status_code", String(status));
  const isExpected = status !== undefined && (status < 400 || (status === 404 && mayMiss.has(call.operation)));
  if (!isExpected) {
    const type = status === undefined ? (call.failure ?? "unknown") : String(status);
    span.setAttribute("error.type", type);
    span.setStatus({ code: errorStatus, message: type });
  }
  span.end();
}
