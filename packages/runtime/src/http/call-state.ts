import type { KnownSecrets } from "../errors/known-secrets.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import { isTableError } from "../errors/table-error.js";
import { requestIdOf } from "../odata/request-headers.js";
import type { CancelCause, Cancellation } from "./cancellation.js";
import type { Clock } from "./clock.js";
import type { Credential } from "./credential.js";
import { headerValue } from "./headers.js";
import type { HttpRequest, HttpResponse, RequestContext, Transport } from "./http-message.js";
import type { RetrySettings } from "./retry-delay.js";
import type { FailureKind, Outcome } from "./retry-table.js";
import type { ResponseEvent } from "./telemetry/client-events.js";
import type { Telemetry } from "./telemetry/telemetry.js";
import type { Deadlines } from "./time-limits.js";

/** Where reads go. Writes always go to the primary. */
export type ReadFrom = "primary" | "secondary" | "primary-then-secondary";

/** The account that a pipeline sends to. */
export interface PipelineTarget {
  readonly credential: Credential;
  /** Base address that all request URLs begin with. */
  readonly url: string;
  readonly secondaryUrl?: string | undefined;
  readonly accountName?: string | undefined;
  /** `storage` or `cosmos`, for spans. */
  readonly kind: string;
}

/** What all calls of one client share. */
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
  /** Sends one attempt: the caller's policies, authorization, the transport. */
  readonly attempt: Transport;
}

/** The result of one attempt: a response, or the reason why there is none. */
export interface AttemptResult {
  readonly response?: HttpResponse;
  /** How the retry table classifies the response; its status, in most cases. */
  readonly outcome?: Outcome;
  readonly why?: CancelCause | FailureKind;
  readonly error?: unknown;
}

const unnamed: RequestContext = { operation: "request", readOnly: false };

/**
 * The state of one call: the only object that the pipeline creates for it. Each policy is a module of functions that read and change its
 * part. It also has the shape of an event, so that telemetry copies it only for those who listen.
 */
export class CallState implements ResponseEvent {
  readonly pipeline: PipelineState;
  readonly request: HttpRequest;
  readonly context: RequestContext;
  readonly headers: readonly string[];
  readonly clientRequestId: string;
  readonly requestBytes: number;
  readonly isObserved: boolean;
  readonly startedAt: number = performance.now();
  /** Total time, set by the time limit. */
  limitMs = 0;

  /** The current attempt, from 1. */
  attempt = 0;
  attemptStartedAt = 0;
  attemptStartedAtDate = 0;
  attemptEndedAt = 0;
  /** The clock's correction when the attempt was dated. */
  attemptClockOffsetMs = 0;
  /** Cancels the current attempt, or the delay before the next. */
  cancellation: Cancellation | undefined = undefined;
  /** The latest attempt that has ended. */
  result: AttemptResult | undefined = undefined;
  /** Replaces the latest result as that of the call. */
  finalResult: AttemptResult | undefined = undefined;
  ambiguousAttempts: AmbiguousAttempt[] | undefined = undefined;
  /** Whether the current attempt is one of them. */
  isLost = false;

  /** The host that the current attempt is sent to; a policy may already have chosen another for the next one. */
  host: string;

  /** Failover. */
  onSecondary = false;
  secondaryLags = false;
  primaryResult: AttemptResult | undefined = undefined;

  /** Challenges and clock correction: each at most once per call. */
  challengeAnswered = false;
  /** The clock's correction before this call changed it. */
  formerClockOffsetMs: number | undefined = undefined;

  constructor(pipeline: PipelineState, request: HttpRequest) {
    this.pipeline = pipeline;
    this.host = pipeline.host;
    this.request = request;
    this.context = request.context ?? unnamed;
    this.clientRequestId = pipeline.requestIds.next();
    // Spread takes a quarter of the time of `concat`.
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

  /** The service's request ID; undefined where a server repeats a secret in its place. */
  get requestId(): string | undefined {
    const response = this.result?.response;
    const id = requestIdOf(response && headerValue(response.headers, "x-ms-request-id"));
    return id !== undefined && this.pipeline.secrets.removeValues(id) === id ? id : undefined;
  }

  /** Records that a read showed that the attempts so far were not applied. */
  ruleOutAttempts(): void {
    const ruledOutAt = performance.now();
    this.ambiguousAttempts = this.ambiguousAttempts?.map((attempt) =>
      attempt.isOpen === true ? attempt : { ruledOutAt, ...attempt },
    );
  }

  /** Records that the service may have applied the write of the attempt that just ended. @param isOpen whether it may still be under way */
  addAmbiguousAttempt(isOpen = false): void {
    this.isLost = true;
    this.ambiguousAttempts ??= [];
    const { attemptStartedAt: startedAt, attemptStartedAtDate: startedAtDate, attemptEndedAt: endedAt } = this;
    const attempt: AmbiguousAttempt = { startedAt, startedAtDate, endedAt };
    this.ambiguousAttempts.push(isOpen ? { ...attempt, isOpen: true } : attempt);
  }
}

/** Numbers the calls of one client in the form of GUIDs: a random prefix of the client's own, then a count. */
export class RequestIds {
  readonly #prefix = crypto.randomUUID().slice(0, 24);
  #count = 0;

  next(): string {
    this.#count++;
    return this.#prefix + this.#count.toString(16).padStart(12, "0");
  }
}
