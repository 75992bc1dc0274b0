import type { OptionKinds } from "../errors/check-options.js";

/**
 * Event of one attempt of a call. No event has a field for a key, signature, token, entity or row key. So no secret can get into logs, and
 * there is nothing to filter.
 */
export interface RequestEvent {
  /** REST operation, e.g. `insertEntity`. */
  readonly operation: string;
  readonly table: string | undefined;
  readonly method: string;
  /** Host and port of the request. */
  readonly host: string;
  /** Id shared by all attempts of one call. The service logs it as `x-ms-client-request-id`. */
  readonly clientRequestId: string;
  /** Number of the attempt; 1 for the first request of a call. */
  readonly attempt: number;
  readonly requestBytes: number;
}

/** Event at the end of one attempt. It has a `status` if there was a response, and a `failure` if there was none or an unusable one. */
export interface ResponseEvent extends RequestEvent {
  readonly status: number | undefined;
  /** Value of `x-ms-request-id` in the response. */
  readonly requestId: string | undefined;
  readonly responseBytes: number;
  readonly durationMs: number;
  /**
   * Reason for a missing or unusable response: `unusable-response`, `not-connected`, `connection-lost`, `attempt-timeout`, `total-timeout`,
   * `caller`, …
   */
  readonly failure: string | undefined;
}

/** Event before a call is retried: the result of the last attempt, and the delay before the next. */
export interface RetryEvent extends ResponseEvent {
  readonly delayMs: number;
}

/** Hooks of one client. If a hook throws or rejects, a process warning reports it, and the call continues. */
export interface ClientEvents {
  /** Called before each attempt. */
  onRequest?(event: RequestEvent): void;
  /**
   * Called after each attempt, even without a response. If the attempt was a write that may have been applied, it is called after the reads
   * which find that out.
   */
  onResponse?(event: ResponseEvent): void;
  /** Called before the wait that precedes another attempt. */
  onRetry?(event: RetryEvent): void;
}

export const clientEventKinds: OptionKinds<ClientEvents> = {
  onRequest: "function",
  onResponse: "function",
  onRetry: "function",
};

/** Log entry of one attempt. */
export interface LogEntry {
  /**
   * Level: `debug` for responses, `warning` for retries and for a write that was applied although no usable response arrived, `error` for
   * calls without a response or with a 5xx.
   */
  readonly level: "debug" | "warning" | "error";
  readonly message: string;
  readonly event: ResponseEvent;
}

/** Receives one log entry for each attempt. */
export type Logger = (entry: LogEntry) => void;

/** Formats an event as one line of text. */
export function describeEvent(event: ResponseEvent): string {
  const about = event.table === undefined ? event.operation : `${event.operation} ${event.table}`;
  const result = [event.status, event.failure].filter((part) => part !== undefined).join(" ") || "no response";
  const id = event.requestId === undefined ? "" : ` request ${event.requestId}`;
  return `${about} ${event.host} attempt ${event.attempt}: ${result} in ${event.durationMs.toFixed(1)} ms${id}`;
}
