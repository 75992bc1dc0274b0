/* Entry point for a client's events, metrics and spans: for programs that name their types or subscribe to diagnostics channels. */

export type { SpanContextLike, SpanLike, SpanOptionsLike, TracerLike } from "./http/telemetry/call-span.js";
export type {
  ClientEvents,
  LogEntry,
  Logger,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from "./http/telemetry/client-events.js";
export { latencyBoundsMs, type MetricsSnapshot } from "./http/telemetry/client-metrics.js";
export { channelNames } from "./http/telemetry/telemetry.js";
