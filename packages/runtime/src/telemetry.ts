/* Entry point for a client's events, metrics and spans: for programs that name their types or subscribe to diagnostics channels. */

export type { SpanContextLike, SpanLike, SpanOptionsLike, TracerLike } from "./http/call-span.js";
export {
  type ClientEvents,
  channelNames,
  type LogEntry,
  type Logger,
  latencyBoundsMs,
  type MetricsSnapshot,
  type RequestEvent,
  type ResponseEvent,
  type RetryEvent,
} from "./http/telemetry.js";
