import { checkFunction, checkOptions, type OptionKinds, oneOf } from "../errors/check-options.js";
import { formatValue } from "../errors/format-value.js";
import { KnownSecrets } from "../errors/known-secrets.js";
import { invalidOption } from "../errors/table-error.js";
import { isThenable } from "../platform/built-ins.js";
import { ownVersion } from "../platform/copies.js";
import { sendCall } from "./call.js";
import type { TracerLike } from "./call-span.js";
import type { Credential, PipelineState, PipelineTarget, ReadFrom } from "./call-state.js";
import { checkSecondary, RequestIds } from "./call-state.js";
import { Deadlines, orAborted, reportSent, timeLimit, withAbort } from "./cancellation.js";
import { type ClientEvents, clientEventKinds, type Logger } from "./client-events.js";
import { Clock } from "./clock.js";
import type { HttpRequest, Policy, Transport } from "./http-message.js";
import { type RetryOptions, retryCheck, retrySettings } from "./retry-delay.js";
import { type MetricsSnapshot, Telemetry } from "./telemetry.js";

/** Options for sending, retrying and observing requests. */
export interface PipelineOptions {
  /** Maximum number of attempts, and the delays between them; `false` sends every call once. Default: see {@link RetryOptions}. */
  readonly retry?: RetryOptions | false | undefined;
  /**
   * Time limit of a call with all its attempts, in milliseconds. After it the call rejects with `request.timeout`. A call's own `timeoutMs`
   * replaces it. Default 120,000.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Time limit of one attempt, in milliseconds. After this time the call is retried. Default 35,000, because the service itself stops after
   * 30 s.
   * @see https://learn.microsoft.com/rest/api/storageservices/setting-timeouts-for-table-service-operations
   */
  readonly attemptTimeoutMs?: number | undefined;
  /** Endpoint to which reads are sent. The secondary may lag behind, sometimes by minutes. Default `"primary"`. */
  readonly readFrom?: ReadFrom | undefined;
  /** Text before the runtime's own name and version in `User-Agent`: 1 to 256 printable ASCII characters. Default: none. */
  readonly userAgent?: string | undefined;
  /** Hooks before and after each attempt. No event contains a key, signature, token, row key or value. */
  readonly events?: ClientEvents | undefined;
  /** Logger that receives one entry for each attempt. */
  readonly logger?: Logger | undefined;
  /** Tracer that starts one span for each call. Requests name that span in `traceparent`. A tracer of `@opentelemetry/api` fits. */
  readonly tracer?: TracerLike | undefined;
  /** Policies around every attempt, the first outermost. They see requests before authorization. Default: none. */
  readonly policies?: readonly Policy[] | undefined;
  /** Source of the jitter, in [0, 1). Default `Math.random`. */
  readonly random?: (() => number) | undefined;
}

export const pipelineOptionKinds: OptionKinds<PipelineOptions> = {
  retry: retryCheck,
  timeoutMs: timeLimit,
  attemptTimeoutMs: timeLimit,
  readFrom: oneOf("primary", "secondary", "primary-then-secondary"),
  userAgent: "text",
  events: "object",
  logger: "function",
  tracer: "object",
  policies: "array",
  random: "function",
};

/** Transport with the client's policies around it: time limits, retries, failover, authorization, telemetry. */
export interface Pipeline extends Transport {
  metrics(): MetricsSnapshot;
  readonly clock: Clock;
  close(): Promise<void>;
}

/**
 * Wraps a transport with the client's policies, from the outside in: time limits, telemetry, challenges, failover and retries, then the
 * caller's policies and authorization for each attempt.
 * @throws TableError `config.invalid-option`
 */
export function createPipeline(transport: Transport, target: PipelineTarget, options: PipelineOptions = {}): Pipeline {
  const { policies = [], random = Math.random, readFrom = "primary" } = options;
  checkSecondary(readFrom, target);
  checkEvents(options.events);
  for (const policy of policies) checkFunction("policies", "functions", policy);
  const clock = new Clock();
  const authorized = authorizeAttempts(target.credential, clock)(transport);
  const { host } = new URL(target.url);
  const state: PipelineState = {
    target,
    host,
    secondaryHost: target.secondaryUrl === undefined ? host : new URL(target.secondaryUrl).host,
    readFrom,
    retry: retrySettings(options.retry),
    timeoutMs: options.timeoutMs ?? 120_000,
    attemptTimeoutMs: options.attemptTimeoutMs ?? 35_000,
    userAgent: userAgent(options.userAgent),
    telemetry: new Telemetry(target, options),
    clock,
    deadlines: new Deadlines(),
    requestIds: new RequestIds(),
    random,
    secrets: new KnownSecrets(() => target.credential.secrets?.() ?? []),
    attempt: policies.length === 0 ? authorized : withAbort(policies.reduceRight(wrapped, authorized)),
  };
  return Object.assign((request: HttpRequest) => sendCall(state, request), {
    metrics: () => state.telemetry.metrics.snapshot(),
    clock,
    close: async () => transport.close?.(),
  });
}

/**
 * Wraps a transport with a caller's policy.
 * @throws TableError `config.invalid-option` if the policy does not return a transport, because requests through it would never be sent
 */
function wrapped(next: Transport, policy: Policy, index: number): Transport {
  const transport: unknown = policy(next);
  if (typeof transport === "function") return transport as Transport;
  const problem = `policies[${index}] returned ${formatValue(transport)}, not a function. Write it as (next) => (request) => next(request).`;
  throw invalidOption(problem);
}

/** Rejects unknown hooks if `events` is a plain object. An instance of the application's own class may have other members. */
function checkEvents(events: ClientEvents | undefined): void {
  const isPlain = events !== undefined && Object.getPrototypeOf(events) === Object.prototype;
  if (isPlain) checkOptions("events", events, clientEventKinds);
}

/** Text for `User-Agent`. Workers have no version of Node. */
const ownUserAgent = `tablewright/${ownVersion} node/${globalThis.process?.versions?.node ?? "none"}`;

function userAgent(application: string | undefined): string {
  if (application === undefined) return ownUserAgent;
  if (/^[\x20-\x7e]{1,256}$/.test(application)) return `${application} ${ownUserAgent}`;
  throw invalidOption("userAgent must be 1 to 256 printable ASCII characters.");
}

/** Returns the policy that authorizes every attempt. If the credential has nothing to fetch, it adds no promise. */
function authorizeAttempts(credential: Credential, clock: Clock): Policy {
  return (next) => (request) => {
    let authorized: HttpRequest | Promise<HttpRequest>;
    try {
      authorized = credential.authorize(request, clock);
    } catch (error) {
      throw unsent(request, error);
    }
    if (!isThenable(authorized)) return next(authorized);
    return orAborted(authorized, request.signal).then(next, (error) => {
      throw unsent(request, error);
    });
  };
}

/** Records that a request was not sent, because it could not be authorized. Returns the error to throw. */
function unsent({ signal }: HttpRequest, error: unknown): unknown {
  reportSent(signal, false);
  return error;
}
