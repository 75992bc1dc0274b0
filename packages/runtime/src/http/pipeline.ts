import { checkFunction } from "../errors/check-argument.js";
import { checkOptions, type OptionForms } from "../errors/check-options.js";
import { KnownSecrets } from "../errors/known-secrets.js";
import { TableError } from "../errors/table-error.js";
import { sendCall } from "./call.js";
import { type PipelineState, type PipelineTarget, type ReadFrom, RequestIds } from "./call-state.js";
import { withAbort } from "./cancellation.js";
import { Clock, LastWrite } from "./clock.js";
import { authorizeAttempts } from "./credential.js";
import { checkReadFrom } from "./failover.js";
import type { HttpRequest, Policy, Transport } from "./http-message.js";
import { type RetryOptions, retrySettings } from "./retry-delay.js";
import type { TracerLike } from "./telemetry/call-span.js";
import { type ClientEvents, clientEventForms, type Logger } from "./telemetry/client-events.js";
import type { MetricsSnapshot } from "./telemetry/client-metrics.js";
import { Telemetry } from "./telemetry/telemetry.js";
import { checkTimeLimit, Deadlines } from "./time-limits.js";

export interface PipelineOptions {
  /** How often a call is tried, and with what waits; `false` tries once. */
  readonly retry?: RetryOptions | false | undefined;
  /** Limit of a call with all its attempts, in milliseconds; a call's own `timeoutMs` replaces it. Default 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Limit of one attempt, in milliseconds. Default 35,000: the service gives up after 30 s by itself. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Default `"primary"`. A secondary may lag behind, by minutes at times. */
  readonly readFrom?: ReadFrom | undefined;
  /** Put before the runtime's own name in `User-Agent`. */
  readonly userAgent?: string | undefined;
  /** Hooks before and after each attempt. No event holds a key, signature, token, row key or value. */
  readonly events?: ClientEvents | undefined;
  /** Given one line for each attempt. */
  readonly logger?: Logger | undefined;
  /** Gets one span for each call; the tracer of `@opentelemetry/api` fits. */
  readonly tracer?: TracerLike | undefined;
  /** Wrap every attempt, the first outermost; they see requests that are not signed yet. */
  readonly policies?: readonly Policy[] | undefined;
  /** Source of the jitter, in [0, 1). Default `Math.random`. */
  readonly random?: (() => number) | undefined;
}

export const pipelineOptionForms: OptionForms<PipelineOptions> = {
  retry: "any",
  timeoutMs: "any",
  attemptTimeoutMs: "any",
  readFrom: "any",
  userAgent: "text",
  events: "object",
  logger: "function",
  tracer: "object",
  policies: "array",
  random: "function",
};

/** A transport with everything that a client wants around it. */
export interface Pipeline extends Transport {
  metrics(): MetricsSnapshot;
  readonly lastWrite: LastWrite;
  close(): Promise<void>;
}

/**
 * Wraps a transport with the client's policies, from the outside in: time limits, telemetry, challenges, failover and retries, then the
 * caller's policies and authorization for each attempt.
 * @throws TableError `config.invalid-option`
 */
export function createPipeline(transport: Transport, target: PipelineTarget, options: PipelineOptions = {}): Pipeline {
  const { policies = [], random = Math.random } = options;
  checkEvents(options.events);
  for (const policy of policies) checkFunction("policies", "functions", policy);
  const clock = new Clock();
  const authorized = authorizeAttempts(target.credential, clock)(transport);
  const { host } = new URL(target.url);
  const state: PipelineState = {
    target,
    host,
    secondaryHost: target.secondaryUrl === undefined ? host : new URL(target.secondaryUrl).host,
    readFrom: checkReadFrom(options.readFrom ?? "primary", target),
    retry: retrySettings(options.retry),
    timeoutMs: checkTimeLimit("timeoutMs", options.timeoutMs ?? 120_000),
    attemptTimeoutMs: checkTimeLimit("attemptTimeoutMs", options.attemptTimeoutMs ?? 35_000),
    userAgent: userAgent(options.userAgent),
    telemetry: new Telemetry(target, options),
    clock,
    lastWrite: new LastWrite(),
    deadlines: new Deadlines(),
    requestIds: new RequestIds(),
    random,
    secrets: new KnownSecrets(() => target.credential.secrets?.() ?? []),
    attempt:
      policies.length === 0 ? authorized : withAbort(policies.reduceRight((next, policy) => policy(next), authorized)),
  };
  return Object.assign((request: HttpRequest) => sendCall(state, request), {
    metrics: () => state.telemetry.metrics.snapshot(),
    lastWrite: state.lastWrite,
    close: async () => transport.close?.(),
  });
}

/** An object of a class of the application's may have members of its own. */
function checkEvents(events: ClientEvents | undefined): void {
  const isPlain = events !== undefined && Object.getPrototypeOf(events) === Object.prototype;
  if (isPlain) checkOptions("events", events, clientEventForms);
}

const ownUserAgent = `tablewright node/${process.versions.node}`;

function userAgent(application: string | undefined): string {
  if (application === undefined) return ownUserAgent;
  if (/^[\x20-\x7e]{1,256}$/.test(application)) return `${application} ${ownUserAgent}`;
  throw new TableError("config.invalid-option", "userAgent must be 1 to 256 printable ASCII characters.");
}
