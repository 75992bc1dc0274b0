/* Entry point for a client's events, metrics and spans: for programs that name their types or subscribe to diagnostics channels. */

export type { SpanContextLike, SpanLike, SpanOptionsLike, TracerLike } from "./http/call-span.js";
export type { ClientEvents, LogEntry, Logger, RequestEvent, ResponseEvent, RetryEvent } from "./http/client-events.js";
export { channelNames, latencyBoundsMs, type MetricsSnapshot } from "./http/telemetry.js";
