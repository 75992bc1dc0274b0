import type { OptionForms } from "../../errors/check-options.js";

/**
 * One request. No event type has a field that could hold a key, signature, token, entity or row key: that, not filtering, keeps secrets
 * out of logs.
 */
export interface RequestEvent {
  /** The REST operation, e.g. `insertEntity`. */
  readonly operation: string;
  readonly table: string | undefined;
  readonly method: string;
  /** Host and port that the request goes to. */
  readonly host: string;
  /** The same for all attempts of one call; the service logs it as `x-ms-client-request-id`. */
  readonly clientRequestId: string;
  /** 1 for the first request of a call. */
  readonly attempt: number;
  readonly requestBytes: number;
}

/** The end of one attempt: `status` if there was a response, `failure` if there was none, or an unusable one. */
export interface ResponseEvent extends RequestEvent {
  readonly status: number | undefined;
  /** The service's `x-ms-request-id`. */
  readonly requestId: string | undefined;
  readonly responseBytes: number;
  readonly durationMs: number;
  /** Why there is no usable response: `unusable-response`, `not-connected`, `connection-lost`, `attempt-timeout`, `total-timeout`, `caller`, … */
  readonly failure: string | undefined;
}

/** Another attempt follows. */
export interface RetryEvent extends ResponseEvent {
  readonly delayMs: number;
}

/** Hooks of one client. What they throw, or reject with, becomes a process warning and changes nothing else. */
export interface ClientEvents {
  /** Called before each attempt. */
  onRequest?(event: RequestEvent): void;
  /** Called after each attempt, also after one without a response. */
  onResponse?(event: ResponseEvent): void;
  /** Called before the wait that precedes another attempt. */
  onRetry?(event: RetryEvent): void;
}

export const clientEventForms: OptionForms<ClientEvents> = {
  onRequest: "function",
  onResponse: "function",
  onRetry: "function",
};

/** What a logger gets of one attempt. */
export interface LogEntry {
  /** `debug` for responses, `warning` for retries, `error` for calls without a response or with a 5xx. */
  readonly level: "debug" | "warning" | "error";
  readonly message: string;
  readonly event: ResponseEvent;
}

/** Receives one entry per attempt. */
export type Logger = (entry: LogEntry) => void;

/** One line of text for an event. */
export function describeEvent(event: ResponseEvent): string {
  const about = event.table === undefined ? event.operation : `${event.operation} ${event.table}`;
  const result = [event.status, event.failure].filter((part) => part !== undefined).join(" ") || "no response";
  const id = event.requestId === undefined ? "" : ` request ${event.requestId}`;
  return `${about} ${event.host} attempt ${event.attempt}: ${result} in ${event.durationMs.toFixed(1)} ms${id}`;
}
