import type { OptionForms } from "../errors/check-options.js";

/**
 * What the runtime tells about its requests. No type here has a field that could hold a key, signature, token, entity or row key:
 * that, not filtering, is what keeps secrets out of logs.
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

/** The end of one attempt: `status` where an answer came, `failure` where none did, or none that can be used. */
export interface ResponseEvent extends RequestEvent {
  readonly status: number | undefined;
  /** The service's `x-ms-request-id`. */
  readonly requestId: string | undefined;
  readonly responseBytes: number;
  readonly durationMs: number;
  /** Why no usable answer came: `unusable-answer`, `not-connected`, `connection-lost`, `attempt-timeout`, `total-timeout`, `caller`, … */
  readonly failure: string | undefined;
}

/** Another attempt follows. */
export interface RetryEvent extends ResponseEvent {
  readonly delayMs: number;
}

/** Hooks of one client; what they throw, or reject with, is reported as a process warning and changes nothing. */
export interface ClientEvents {
  onRequest?(event: RequestEvent): void;
  onResponse?(event: ResponseEvent): void;
  onRetry?(event: RetryEvent): void;
}

export const clientEventForms: OptionForms<ClientEvents> = {
  onRequest: "function",
  onResponse: "function",
  onRetry: "function",
};

export interface LogEntry {
  /** `debug` for answers, `warning` for what is retried, `error` for calls without an answer or with a 5xx. */
  readonly level: "debug" | "warning" | "error";
  readonly message: string;
  readonly event: ResponseEvent;
}

/** Receives one line per attempt. */
export type Logger = (entry: LogEntry) => void;

/** One line of text for an event. */
export function describeEvent(event: ResponseEvent): string {
  const about = event.table === undefined ? event.operation : `${event.operation} ${event.table}`;
  const result = [event.status, event.failure].filter((part) => part !== undefined).join(" ") || "no answer";
  const id = event.requestId === undefined ? "" : ` request ${event.requestId}`;
  return `${about} ${event.host} attempt ${event.attempt}: ${result} in ${event.durationMs.toFixed(1)} ms${id}`;
}
