import { channel } from "node:diagnostics_channel";
import { foreignText } from "../errors/format-value.js";
import { isError, isThenable } from "../platform/built-ins.js";
import { endSpan, type SpanLike, type SpanTarget, type TracerLike, traceparent, withSpan } from "./call-span.js";
import {
  type ClientEvents,
  describeEvent,
  type Logger,
  type RequestEvent,
  type ResponseEvent,
  type RetryEvent,
} from "./client-events.js";

/** Names of the channels of `diagnostics_channel`, for tools that observe an application without changing it. */
export const channelNames = {
  request: "tablewright:request",
  response: "tablewright:response",
  retry: "tablewright:retry",
} as const;

const requestChannel = channel(channelNames.request);
const responseChannel = channel(channelNames.response);
const retryChannel = channel(channelNames.retry);

interface TelemetryOptions {
  readonly events?: ClientEvents | undefined;
  readonly logger?: Logger | undefined;
  readonly tracer?: TracerLike | undefined;
}

/**
 * Reports the calls of one client as metrics, spans and events: to diagnostics channels, hooks and the logger. Its methods receive the
 * state of a running call, and listeners receive a copy.
 */
export class Telemetry {
  readonly metrics: ClientMetrics = new ClientMetrics();
  readonly #events: ClientEvents | undefined;
  readonly #logger: Logger | undefined;
  readonly #tracer: TracerLike | undefined;
  readonly #target: SpanTarget;

  constructor(target: SpanTarget, { events, logger, tracer }: TelemetryOptions) {
    this.#target = target;
    this.#events = events;
    this.#logger = logger;
    this.#tracer = tracer;
  }

  /** True if anyone listens to events. Otherwise no event is created. */
  get isObserved(): boolean {
    return (
      this.#events !== undefined ||
      this.#logger !== undefined ||
      requestChannel.hasSubscribers ||
      responseChannel.hasSubscribers ||
      retryChannel.hasSubscribers
    );
  }

  /** Sends a call with its span. The span is undefined if there is no tracer, or if the tracer fails. */
  inSpan<Result>(call: RequestEvent, send: (span: SpanLike | undefined) => Promise<Result>): Promise<Result> {
    const tracer = this.#tracer;
    let sending: Promise<Result> | undefined;
    if (tracer !== undefined) {
      guarded(() => {
        withSpan(tracer, call, this.#target, (span) => {
          sending = send(span);
        });
      });
    }
    return sending ?? send(undefined);
  }

  /** Returns the header `traceparent` of a call's requests; undefined if its span has no ids. */
  traceparent(span: SpanLike): string | undefined {
    let header: string | undefined;
    guarded(() => {
      header = traceparent(span);
    });
    return header;
  }

  reportRequest(call: RequestEvent): void {
    const event = requestEvent(call);
    if (requestChannel.hasSubscribers) requestChannel.publish(event);
    guarded(() => this.#events?.onRequest?.(event));
  }

  countAttempt({ requestBytes, responseBytes, status }: ResponseEvent): void {
    this.metrics.attempt(requestBytes, responseBytes, status);
  }

  /**
   * Reports the end of an attempt.
   * @param delayMs the delay before the next attempt, in milliseconds; undefined if this was the last attempt
   * @param isApplied true if a read has shown that the attempt's write was applied, although no usable response arrived
   */
  reportAttempt(call: ResponseEvent, delayMs: number | undefined, isApplied: boolean): void {
    const event = responseEvent(call);
    if (delayMs === undefined) this.#reportResponse(event, isApplied);
    else this.#reportRetry({ ...event, delayMs });
  }

  /**
   * Reports the end of a call.
   * @param durationMs the duration of the call with all its attempts, in milliseconds
   */
  endCall(call: ResponseEvent, durationMs: number, span: SpanLike | undefined): void {
    const { status, failure } = call;
    this.metrics.call(durationMs, failure !== undefined || status === undefined || status >= 400);
    if (span !== undefined) guarded(() => endSpan(span, call));
  }

  #reportResponse(event: ResponseEvent, isApplied: boolean): void {
    if (responseChannel.hasSubscribers) responseChannel.publish(event);
    guarded(() => this.#events?.onResponse?.(event));
    const isError = event.failure !== undefined || (event.status ?? 500) >= 500;
    const level = isApplied ? "warning" : isError ? "error" : "debug";
    const message = isApplied ? `${describeEvent(event)}; the write was applied` : describeEvent(event);
    guarded(() => this.#logger?.({ level, message, event }));
  }

  #reportRetry(event: RetryEvent): void {
    if (retryChannel.hasSubscribers) retryChannel.publish(event);
    guarded(() => this.#events?.onResponse?.(event));
    guarded(() => this.#events?.onRetry?.(event));
    const message = `${describeEvent(event)}; retrying in ${event.delayMs.toFixed(0)} ms`;
    guarded(() => this.#logger?.({ level: "warning", message, event }));
  }
}

function requestEvent(call: RequestEvent): RequestEvent {
  const { operation, table, method, host, clientRequestId, attempt, requestBytes } = call;
  return { operation, table, method, host, clientRequestId, attempt, requestBytes };
}

function responseEvent(call: ResponseEvent): ResponseEvent {
  const { status, requestId, responseBytes, durationMs, failure } = call;
  return { ...requestEvent(call), status, requestId, responseBytes, durationMs, failure };
}

/** Calls code of the application, such as a hook. If it fails, that must not break the call or, by an unhandled rejection, the process. */
function guarded(hook: () => unknown): void {
  try {
    const result = hook();
    if (isThenable(result)) result.then(undefined, warn);
  } catch (error) {
    warn(error);
  }
}

function warn(error: unknown): void {
  const reason = isError(error) ? foreignText(error.message, 1000) : "not an Error";
  process.emitWarning(`A hook of a Tablewright client threw: ${reason}`);
}

/** Upper bounds of the latency buckets, in milliseconds. A last bucket counts all longer calls. */
export const latencyBoundsMs: readonly number[] = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000,
];

/** Counts of one client since its creation. */
export interface MetricsSnapshot {
  /** Number of calls, whatever their outcome. */
  readonly requests: number;
  /** Number of HTTP requests sent. */
  readonly attempts: number;
  /** Number of calls that ended without a response or with a status of 400 or more. */
  readonly failures: number;
  /** Number of responses 429 and 503. */
  readonly throttles: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  /**
   * Numbers of calls by duration, one for each bound of {@link latencyBoundsMs}. Each counts the calls up to its bound and above the one
   * before. One more number at the end counts longer calls.
   */
  readonly latency: readonly number[];
  readonly latencyTotalMs: number;
}

export class ClientMetrics {
  #requests = 0;
  #attempts = 0;
  #failures = 0;
  #throttles = 0;
  #requestBytes = 0;
  #responseBytes = 0;
  #latencyTotalMs = 0;
  readonly #latency = new Array<number>(latencyBoundsMs.length + 1).fill(0);

  attempt(requestBytes: number, responseBytes: number, status: number | undefined): void {
    this.#attempts++;
    this.#requestBytes += requestBytes;
    this.#responseBytes += responseBytes;
    if (status === 429 || status === 503) this.#throttles++;
  }

  call(durationMs: number, failed: boolean): void {
    this.#requests++;
    if (failed) this.#failures++;
    this.#latencyTotalMs += durationMs;
    let bucket = 0;
    while (bucket < latencyBoundsMs.length && durationMs > (latencyBoundsMs[bucket] ?? 0)) bucket++;
    this.#latency[bucket] = (this.#latency[bucket] ?? 0) + 1;
  }

  snapshot(): MetricsSnapshot {
    return {
      requests: this.#requests,
      attempts: this.#attempts,
      failures: this.#failures,
      throttles: this.#throttles,
      requestBytes: this.#requestBytes,
      responseBytes: this.#responseBytes,
      latency: [...this.#latency],
      latencyTotalMs: this.#latencyTotalMs,
    };
  }
}
