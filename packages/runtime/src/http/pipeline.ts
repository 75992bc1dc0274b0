import { checkFunction } from "../errors/check-argument.js";
import { checkOptions, type OptionForms } from "../errors/check-options.js";
import { KnownSecrets } from "../errors/known-secrets.js";
import { show } from "../errors/show.js";
import { TableError } from "../errors/table-error.js";
import { Call } from "./call.js";
import type { CallState, PipelineTarget, ReadFrom } from "./call-state.js";
import { type ClientEvents, clientEventForms, type Logger } from "./client-events.js";
import { ClientMetrics, type MetricsSnapshot } from "./client-metrics.js";
import { Clock } from "./clock.js";
import { Deadlines } from "./deadlines.js";
import { heedSignal } from "./heed-signal.js";
import type { HttpRequest, Policy, Transport } from "./http-message.js";
import { LastWrite } from "./last-write.js";
import { Observer } from "./observer.js";
import { RequestIds } from "./request-ids.js";
import { type RetryOptions, retrySettings } from "./retry-delay.js";
import { signing } from "./signing.js";
import { timeLimit } from "./time-limit.js";
import type { TracerLike } from "./tracing.js";

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

const readsFrom: readonly string[] = ["primary", "secondary", "primary-then-secondary"] satisfies ReadFrom[];

/** A transport with everything that a client wants around it. */
export interface Pipeline extends Transport {
  metrics(): MetricsSnapshot;
  readonly lastWrite: LastWrite;
  close(): Promise<void>;
}

/**
 * Puts around a transport, from the outside in: time limits, events, retries and failover to the secondary, the caller's policies,
 * signing.
 * @throws TableError `config.invalid-option`
 */
export function createPipeline(transport: Transport, target: PipelineTarget, options: PipelineOptions = {}): Pipeline {
  const readFrom = options.readFrom ?? "primary";
  if (!readsFrom.includes(readFrom)) {
    const help = `it is ${readsFrom.map((name) => JSON.stringify(name)).join(" or ")}`;
    throw new TableError("config.invalid-option", `readFrom is ${show(readFrom)}; ${help}.`);
  }
  checkEvents(options.events);
  if (readFrom !== "primary" && target.secondaryUrl === undefined) {
    throw new TableError(
      "config.invalid-option",
      `readFrom is ${show(readFrom)}, but no secondary address is known: give it as TableSecondaryEndpoint or secondaryEndpoint.`,
    );
  }
  const clock = new Clock();
  const { policies = [] } = options;
  for (const policy of policies) checkFunction("policies", "functions", policy);
  const signed = signing(target.credential, clock)(transport);
  const host = new URL(target.url).host;
  const state: CallState = {
    target,
    host,
    secondaryHost: target.secondaryUrl === undefined ? host : new URL(target.secondaryUrl).host,
    readFrom,
    retry: retrySettings(options.retry),
    timeoutMs: timeLimit("timeoutMs", options.timeoutMs ?? 120_000),
    attemptTimeoutMs: timeLimit("attemptTimeoutMs", options.attemptTimeoutMs ?? 35_000),
    userAgent: userAgent(options.userAgent),
    observer: new Observer(options.events, options.logger),
    metrics: new ClientMetrics(),
    tracer: options.tracer,
    clock,
    lastWrite: new LastWrite(),
    deadlines: new Deadlines(),
    requestIds: new RequestIds(),
    random: options.random ?? Math.random,
    secrets: new KnownSecrets(() => target.credential.secrets?.() ?? []),
    attempt: policies.length === 0 ? signed : heedSignal(policies.reduceRight((next, policy) => policy(next), signed)),
  };
  return Object.assign((request: HttpRequest) => new Call(state, request).run(), {
    metrics: () => state.metrics.snapshot(),
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
