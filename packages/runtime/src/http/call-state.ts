import type { AmbiguousAttempt } from "../errors/call-errors.js";
import { formatValue } from "../errors/format-value.js";
import type { KnownSecrets } from "../errors/known-secrets.js";
import { invalidOption, isTableError, type TableError } from "../errors/table-error.js";
import { randomUuid } from "../platform/node.js";
import type { CancelCause, Cancellation, Deadlines } from "./cancellation.js";
import type { ResponseEvent } from "./client-events.js";
import { type Clock, monotonicNow } from "./clock.js";
import type { HttpRequest, HttpResponse, RequestContext, Transport } from "./http-message.js";
import { findRequestId, headerValue } from "./http-message.js";
import type { RetrySettings } from "./retry-delay.js";
import type { FailureKind, Outcome } from "./retry-table.js";
import type { Telemetry } from "./telemetry.js";

/** Endpoint of the account to which reads are sent. Writes always go to the primary. */
export type ReadFrom = "primary" | "secondary" | "primary-then-secondary";

/** Credential of a client, which authorizes every attempt of a request separately. */
export interface Credential {
  /** Kind of credential, for messages; never a secret. */
  readonly kind: "shared-key" | "sas" | "token" | "anonymous";
  /** Returns the request with date, version and authorization. Returns a promise only if it has to fetch something, such as a token. */
  authorize(request: HttpRequest, clock: Clock): HttpRequest | Promise<HttpRequest>;
  /**
   * Lets the credential learn from a 401 or 403, such as which token to fetch. Returns whether another attempt makes sense, because the
   * credential has learned something from this rejection or from that of another call. A call is repeated for this only once.
   * @param startedAt `monotonicNow()` before the attempt that was rejected
   */
  challenged?(response: HttpResponse, request: HttpRequest, startedAt: number): boolean;
  /** Returns current and former keys, signatures and tokens. They are removed from errors and events, because a server may repeat them. */
  secrets?(): readonly string[];
}

/** Value of `x-ms-version` in requests with a shared key or SAS. */
export const serviceVersion = "2019-02-02";

/** Value of `x-ms-version` in requests with a bearer token. From this version on, the service responds with challenges. */
export const tokenServiceVersion = "2020-12-06";

/** Account to which a client sends its requests. */
export interface PipelineTarget {
  readonly credential: Credential;
  /** Base address of all request URLs. */
  readonly url: string;
  readonly secondaryUrl?: string | undefined;
  readonly accountName?: string | undefined;
  /** Kind of service for spans: `storage` or `cosmos`. */
  readonly kind: string;
}

/** State shared by all calls of one client. */
export interface PipelineState {
  readonly target: PipelineTarget;
  readonly host: string;
  readonly secondaryHost: string;
  readonly readFrom: ReadFrom;
  readonly retry: RetrySettings;
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly userAgent: string;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly requestIds: RequestIds;
  readonly random: () => number;
  readonly secrets: KnownSecrets;
  /** Sends one attempt through the caller's policies, authorization and the transport. */
  readonly attempt: Transport;
}

/** Result of one attempt: a response, or the reason why there is none. */
export interface AttemptResult {
  readonly response?: HttpResponse;
  /** Class of the response for the retry table. In most cases it is the status. */
  readonly outcome?: Outcome;
  readonly why?: CancelCause | FailureKind;
  readonly error?: unknown;
}

const unnamed: RequestContext = { operation: "request", readOnly: false };

/**
 * State of one call, from the first attempt to the result. Each policy (retries, failover, challenges) is a module of functions that read
 * and change a part of this state. It has the members of an event too: telemetry reads them here, and copies them to an event object only
 * if someone listens.
 */
export class CallState implements ResponseEvent {
  readonly pipeline: PipelineState;
  readonly request: HttpRequest;
  readonly context: RequestContext;
  headers: readonly string[];
  readonly clientRequestId: string;
  readonly requestBytes: number;
  readonly isObserved: boolean;
  readonly startedAt: number = monotonicNow();
  /** Maximum total time of the call with all its attempts, in milliseconds. */
  limitMs = 0;

  /** Number of the current attempt: 1 for the first, 0 before it starts. */
  attempt = 0;
  attemptStartedAt = 0;
  attemptStartedAtDate = 0;
  attemptEndedAt = 0;
  /** Correction of the clock, in milliseconds, with which the current attempt is dated. */
  attemptClockOffsetMs = 0;
  /** Cancellation of the current attempt, or of the delay before the next; undefined before the first attempt. */
  cancellation: Cancellation | undefined = undefined;
  /** Result of the last completed attempt; undefined before the first one has completed. */
  result: AttemptResult | undefined = undefined;
  /** Result of the call, if it is not the result of the last attempt. */
  finalResult: AttemptResult | undefined = undefined;
  ambiguousAttempts: AmbiguousAttempt[] | undefined = undefined;
  /** True if the service may have applied the write of the current attempt, although its response was lost. */
  isLost = false;

  /** True if the call would have been tried again, but the next attempt would begin too late. */
  isTooLate = false;

  /** Host of the current attempt. A policy may already have chosen another host for the next attempt. */
  host: string;

  /** True if the call currently sends its attempts to the secondary. A policy may change it between two attempts. */
  onSecondary = false;
  secondaryLags = false;
  primaryResult: AttemptResult | undefined = undefined;

  /**
   * True once the credential has learned from a challenge. After a challenge, a call is repeated only once, and after a clock correction
   * too.
   */
  challengeHandled = false;
  /** Correction of the clock before this call changed it, in milliseconds; undefined if the call has not changed it. */
  formerClockOffsetMs: number | undefined = undefined;

  constructor(pipeline: PipelineState, request: HttpRequest) {
    this.pipeline = pipeline;
    this.host = pipeline.host;
    this.request = request;
    this.context = request.context ?? unnamed;
    this.clientRequestId = pipeline.requestIds.next();
    // A spread, because `concat` takes four times as long.
    this.headers = [
      ...request.headers,
      "User-Agent",
      pipeline.userAgent,
      "x-ms-client-request-id",
      this.clientRequestId,
    ];
    const { body } = request;
    this.requestBytes = body === undefined ? 0 : typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
    this.isObserved = pipeline.telemetry.isObserved;
  }

  /** Adds a header to all attempts; does nothing if the value is undefined. */
  addHeader(name: string, value: string | undefined): void {
    if (value !== undefined) this.headers = [...this.headers, name, value];
  }

  get operation(): string {
    return this.context.operation;
  }

  get table(): string | undefined {
    return this.context.table;
  }

  get method(): string {
    return this.request.method;
  }

  get status(): number | undefined {
    return this.result?.response?.status;
  }

  get responseBytes(): number {
    return this.result?.response?.body.length ?? 0;
  }

  get durationMs(): number {
    return this.attemptEndedAt - this.attemptStartedAt;
  }

  get failure(): string | undefined {
    const { outcome, why, error } = this.result ?? {};
    return isTableError(error) ? error.code : typeof outcome === "string" ? outcome : why;
  }

  /** Request id of the service. Undefined if there is none, or if a server has put a secret in its place. */
  get requestId(): string | undefined {
    const response = this.result?.response;
    const id = findRequestId(response && headerValue(response.headers, "x-ms-request-id"));
    return id !== undefined && this.pipeline.secrets.removeValues(id) === id ? id : undefined;
  }

  /**
   * Records that a read has shown that none of the attempts so far was applied. Attempts that the service may still be processing do not
   * change, because it may yet apply them.
   */
  ruleOutAttempts(): void {
    const ruledOutAt = monotonicNow();
    this.ambiguousAttempts = this.ambiguousAttempts?.map((attempt) =>
      attempt.isOpen === true ? attempt : { ruledOutAt, ...attempt },
    );
  }

  /**
   * Records that the service may have applied the write that the last attempt sent.
   * @param kind `open` if the service may still be processing the write; `refused` if something between client and service refused the
   * request
   */
  addAmbiguousAttempt(kind?: "open" | "refused"): void {
    this.isLost = true;
    this.ambiguousAttempts ??= [];
    const { attemptStartedAt: startedAt, attemptStartedAtDate: startedAtDate, attemptEndedAt: endedAt } = this;
    const attempt: AmbiguousAttempt = { startedAt, startedAtDate, endedAt };
    const marks = { open: { isOpen: true }, refused: { isRefused: true } } as const;
    this.ambiguousAttempts.push(kind === undefined ? attempt : { ...attempt, ...marks[kind] });
  }
}

/** Generator of ids for the calls of one client. They have the format of GUIDs: a random prefix for the client, then a count. */
export class RequestIds {
  readonly #prefix = randomUuid().slice(0, 24);
  #count = 0;

  next(): string {
    this.#count++;
    return this.#prefix + this.#count.toString(16).padStart(12, "0");
  }
}

/** Checks that the address of the secondary is known if the client reads from it. @throws TableError `config.invalid-option` */
export function checkSecondary(readFrom: ReadFrom, { secondaryUrl }: PipelineTarget): void {
  if (readFrom !== "primary" && secondaryUrl === undefined) throw noSecondary(`readFrom is ${formatValue(readFrom)}`);
}

/**
 * Chooses the host of a call's first attempt: the primary or the secondary.
 * @throws TableError `config.invalid-option` if the operation needs a secondary and there is none
 */
export function chooseHost(call: CallState): void {
  const { operation, readOnly, primaryOnly, secondaryOnly } = call.context;
  const { readFrom, target } = call.pipeline;
  call.onSecondary = secondaryOnly === true || (readOnly && primaryOnly !== true && readFrom === "secondary");
  if (call.onSecondary && target.secondaryUrl === undefined) throw noSecondary(`${operation} reads from the secondary`);
  call.host = chosenHost(call);
}

/** Returns the host that the call sends its next attempt to. */
export function chosenHost({ onSecondary, pipeline }: CallState): string {
  return onSecondary ? pipeline.secondaryHost : pipeline.host;
}

/** Returns the URL of the request on the host that the current attempt uses. */
export function attemptUrl(call: CallState): string {
  const { url } = call.request;
  const { target } = call.pipeline;
  const isMoved = call.onSecondary && target.secondaryUrl !== undefined;
  return isMoved ? target.secondaryUrl + url.slice(target.url.length) : url;
}

/**
 * If the secondary responded with 404, makes the call return to the primary for its remaining attempts, because the secondary may not have
 * the entity yet. If no attempt is left, the call ends with the primary's earlier result. Returns whether to send the request again.
 */
export function leaveSecondary(call: CallState): boolean {
  if (!call.onSecondary || !mayFailOver(call)) return false;
  call.secondaryLags = true;
  call.onSecondary = false;
  if (call.attempt < call.pipeline.retry.maxAttempts) return true;
  call.finalResult = call.primaryResult;
  return false;
}

/**
 * If `readFrom` is `primary-then-secondary`, switches a read to the other host for its next attempt. Returns true if that attempt needs no
 * delay, which is so only after the first attempt.
 */
export function switchHost(call: CallState, result: AttemptResult): boolean {
  if (!mayFailOver(call)) return false;
  if (!call.onSecondary) call.primaryResult = result;
  call.onSecondary = !call.onSecondary;
  return call.attempt === 1;
}

function mayFailOver({ context, pipeline, secondaryLags }: CallState): boolean {
  const { readOnly, primaryOnly, secondaryOnly } = context;
  const isFree = readOnly && primaryOnly !== true && secondaryOnly !== true;
  return isFree && pipeline.readFrom === "primary-then-secondary" && !secondaryLags;
}

function noSecondary(reason: string): TableError {
  return invalidOption(`${reason}, but the account's secondary address is unknown. Set the option secondaryEndpoint.`);
}
