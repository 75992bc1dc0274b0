import type { AmbiguousAttempt } from "../errors/ambiguous-attempt.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { requestIdOf } from "../odata/request-id.js";
import { loadXmlParser } from "../xml/parse-xml.js";
import { addAbortListener, removeAbortListener } from "./abort-listeners.js";
import { ambiguousError, requestError } from "./call-failure.js";
import type { CallState } from "./call-state.js";
import { type CancelCause, Cancellation } from "./cancellation.js";
import { checkResponse } from "./check-response.js";
import type { RequestEvent, ResponseEvent } from "./client-events.js";
import { headerValue } from "./headers.js";
import type { HttpRequest, HttpResponse, RequestContext } from "./http-message.js";
import { guarded } from "./observer.js";
import { backoff, retryAfter } from "./retry-delay.js";
import { type FailureKind, failureKind, judge, type Outcome } from "./retry-table.js";
import { longestTimerMs, timeLimit } from "./time-limit.js";
import { endSpan, type SpanLike, startSpan } from "./tracing.js";

/** A clock further off than this explains a 403; the service itself tolerates 15 minutes. */
const skewMs = 5 * 60_000;

const unnamed: RequestContext = { operation: "request", readOnly: false };

/** What one attempt came to: an answer, or why there is none. */
interface Ended {
  readonly response?: HttpResponse;
  /** What the answer comes to, where that is not its status. */
  readonly outcome?: Outcome;
  readonly why?: CancelCause | FailureKind;
  readonly error?: unknown;
}

/** One call with all its attempts. */
export class Call {
  readonly #state: CallState;
  readonly #request: HttpRequest;
  readonly #context: RequestContext;
  readonly #started = performance.now();
  readonly #id: string;
  readonly #headers: readonly string[];
  readonly #bytes: number;
  readonly #observed: boolean;
  #limitMs = 0;
  #attempts = 0;
  #attemptStarted = 0;
  /** How far the clock that the attempt is dated by was corrected. */
  #clockOffsetMs = 0;
  #ambiguousAttempts: AmbiguousAttempt[] | undefined;
  #onSecondary = false;
  #secondaryLags = false;
  #primary: Ended | undefined;
  #instead: Ended | undefined;
  #current: Cancellation | undefined;
  #skewCorrected = false;
  #challenged = false;

  constructor(state: CallState, request: HttpRequest) {
    this.#state = state;
    this.#request = request;
    this.#id = state.requestIds.next();
    this.#context = request.context ?? unnamed;
    this.#headers = request.headers.concat("User-Agent", state.userAgent, "x-ms-client-request-id", this.#id);
    const { body } = request;
    this.#bytes = body === undefined ? 0 : typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
    this.#observed = state.observer.active;
  }

  async run(): Promise<HttpResponse> {
    const { signal } = this.#request;
    const onAbort = signal === undefined ? undefined : () => this.#current?.cancel("caller", signal.reason);
    if (signal !== undefined && onAbort !== undefined) addAbortListener(signal, onAbort);
    let span: SpanLike | undefined;
    let last: Ended | undefined;
    try {
      this.#prepare();
      if (signal?.aborted === true) throw this.#failure({ why: "caller", error: signal.reason });
      span = this.#startSpan();
      for (;;) {
        const attempt = this.#begin();
        try {
          const response = checkResponse(await this.#state.attempt(this.#attemptRequest(attempt)));
          last = { response, outcome: this.#outcomeOf(response) };
        } catch (error) {
          last = { why: attempt.why ?? failureKind(error), error };
        }
        this.#state.deadlines.remove(attempt);
        const delayMs = this.#next(last, attempt);
        if (delayMs === undefined) break;
        if (delayMs > 0) await this.#wait(delayMs);
        // Where it was aborted between two attempts, by a hook for one, there was nothing to cancel.
        else if (this.#request.signal?.aborted) throw this.#failure({ why: "caller", error: signal?.reason });
      }
      last = this.#instead ?? last;
      if (last.response === undefined) throw this.#failure(last);
      const first = last.response.body[0];
      // `<`, or the first byte of a byte order mark: whoever parses this finds the XML library loaded.
      if (first === 0x3c || first === 0xef) await loadXmlParser();
      return this.#attempts === 1 && this.#ambiguousAttempts === undefined
        ? last.response
        : { ...last.response, attempts: this.#attempts, ambiguousAttempts: this.#ambiguousAttempts };
    } finally {
      if (signal !== undefined && onAbort !== undefined) removeAbortListener(signal, onAbort);
      this.#finish(span, last);
    }
  }

  #prepare(): void {
    const { target, readFrom, timeoutMs } = this.#state;
    const { operation, readOnly, primaryOnly, secondaryOnly, timeoutMs: own } = this.#context;
    this.#limitMs = own === undefined ? timeoutMs : timeLimit("timeoutMs", own);
    this.#onSecondary = secondaryOnly === true || (readOnly && primaryOnly !== true && readFrom === "secondary");
    if (this.#onSecondary && target.secondaryUrl === undefined) {
      throw new TableError(
        "config.invalid-option",
        `${operation} asks the secondary, but no secondary address is known: give it as TableSecondaryEndpoint or secondaryEndpoint.`,
      );
    }
  }

  #begin(): Cancellation {
    const { attemptTimeoutMs, clock, deadlines, observer } = this.#state;
    this.#attempts++;
    this.#attemptStarted = performance.now();
    this.#clockOffsetMs = clock.offsetMs;
    const total = this.#started + this.#limitMs;
    const own = this.#attemptStarted + attemptTimeoutMs;
    const attempt = new Cancellation();
    attempt.deadline = Math.min(own, total);
    attempt.deadlineCause = own < total ? "attempt-timeout" : "total-timeout";
    this.#current = attempt;
    deadlines.add(attempt);
    if (this.#observed) observer.request(this.#requestEvent());
    return attempt;
  }

  #attemptRequest(attempt: Cancellation): HttpRequest {
    const { method, url, body, onHead } = this.#request;
    const { target } = this.#state;
    const moved = this.#onSecondary && target.secondaryUrl !== undefined;
    return {
      method,
      url: moved ? target.secondaryUrl + url.slice(target.url.length) : url,
      headers: this.#headers,
      body,
      signal: attempt,
      context: this.#context,
      onHead,
    };
  }

  /** Answers to reads are read after the call; a write is sent again where its answer cannot be used. */
  #outcomeOf(response: HttpResponse): Outcome {
    const { status } = response;
    return status < 400 && !this.#context.readOnly ? (this.#context.outcomeOf?.(response) ?? status) : status;
  }

  /** Milliseconds until the next attempt; undefined where there is none. */
  #next(ended: Ended, attempt: Cancellation): number | undefined {
    const { response, outcome, why } = ended;
    const { metrics, retry, random, clock, lastWrite } = this.#state;
    const { readOnly } = this.#context;
    const now = performance.now();
    metrics.attempt(this.#bytes, response?.body.length ?? 0, response?.status);
    let delayMs: number | undefined;
    if (response !== undefined && typeof outcome === "number" && outcome < 400) {
      if (!readOnly) lastWrite.record(response.headers, this.#attemptStarted, now);
    } else if (response !== undefined && this.#learns(response)) delayMs = 0;
    else if (response?.status === 404 && this.#leavesSecondary()) delayMs = 0;
    else if (why === "caller" || why === "total-timeout") {
      if (!readOnly && attempt.wasSent !== false) this.#addAmbiguous(now);
    } else {
      const verdict = judge(outcome ?? why ?? "unknown", readOnly);
      const mayHaveApplied =
        response === undefined && attempt.wasSent !== undefined
          ? attempt.wasSent && !readOnly
          : verdict.mayHaveApplied && !isTableError(ended.error);
      if (mayHaveApplied) this.#addAmbiguous(now);
      if (verdict.retry && this.#attempts < retry.maxAttempts) {
        const asked = response === undefined ? undefined : retryAfter(response.headers, clock.now());
        delayMs = this.#switchesHost(ended) ? 0 : Math.max(asked ?? 0, backoff(this.#attempts, retry, random));
      }
    }
    if (delayMs !== undefined && now + delayMs >= this.#started + this.#limitMs) delayMs = undefined;
    if (this.#observed) this.#report(ended, now, delayMs);
    return delayMs;
  }

  #addAmbiguous(endedAt: number): void {
    this.#ambiguousAttempts ??= [];
    this.#ambiguousAttempts.push({ startedAt: this.#attemptStarted, endedAt });
  }

  /** Whether the last attempt was ended before its request was handed to a connection. */
  #isUnsent(why: Ended["why"]): boolean {
    const isCancelled = why === "caller" || why === "total-timeout" || why === "attempt-timeout";
    return isCancelled && this.#current?.wasSent === false;
  }

  /** Whether a refusal showed that the clock is off, or what token is wanted: each is heeded once. */
  #learns(response: HttpResponse): boolean {
    if (response.status !== 401 && response.status !== 403) return false;
    const { target, clock } = this.#state;
    const { credential } = target;
    if (!this.#challenged && credential.challenged?.(response, this.#request, this.#attemptStarted) === true) {
      this.#challenged = true;
      return true;
    }
    if (this.#skewCorrected || response.status !== 403 || credential.kind === "sas") return false;
    const offsetMs = Date.parse(headerValue(response.headers, "date") ?? "") - Date.now();
    // By the clock of this attempt: another call, refused for the same reason, may have corrected it since.
    if (!(Math.abs(offsetMs - this.#clockOffsetMs) > skewMs)) return false;
    clock.offsetMs = offsetMs;
    this.#skewCorrected = true;
    return true;
  }

  /** What is missing on the secondary may only be late there: the primary is asked again, or what it said before stands. */
  #leavesSecondary(): boolean {
    if (!this.#onSecondary || !this.#mayFailOver()) return false;
    this.#secondaryLags = true;
    this.#onSecondary = false;
    if (this.#attempts < this.#state.retry.maxAttempts) return true;
    this.#instead = this.#primary;
    return false;
  }

  /** With `primary-then-secondary`, reads alternate between the hosts; the first change needs no wait. */
  #switchesHost(ended: Ended): boolean {
    if (!this.#mayFailOver()) return false;
    if (!this.#onSecondary) this.#primary = ended;
    this.#onSecondary = !this.#onSecondary;
    return this.#attempts === 1;
  }

  #mayFailOver(): boolean {
    const { readOnly, primaryOnly, secondaryOnly } = this.#context;
    const isFree = readOnly && primaryOnly !== true && secondaryOnly !== true;
    return isFree && this.#state.readFrom === "primary-then-secondary" && !this.#secondaryLags;
  }

  async #wait(delayMs: number): Promise<void> {
    const waiting = new Cancellation();
    this.#current = waiting;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(delayMs, longestTimerMs));
      waiting.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
      if (this.#request.signal?.aborted === true) waiting.cancel("caller", this.#request.signal.reason);
    });
    if (waiting.aborted) throw this.#failure({ why: "caller", error: waiting.reason });
  }

  #failure({ why, error }: Ended): Error {
    const ambiguousAttempts = this.#ambiguousAttempts;
    if (isTableError(error) && why !== "caller") {
      return ambiguousAttempts === undefined ? error : ambiguousError(error, this.#attempts, ambiguousAttempts);
    }
    const { operation, table } = this.#context;
    const perAttempt = why === "attempt-timeout" ? this.#state.attemptTimeoutMs : this.#limitMs;
    // A transport may reject with more than the reason that it was given.
    const cause = why === "caller" ? this.#request.signal?.reason : error;
    return requestError(why ?? "unknown", cause, {
      operation,
      table,
      host: this.#host(),
      attempts: this.#isUnsent(why) ? this.#attempts - 1 : this.#attempts,
      ambiguousAttempts,
      limitMs: perAttempt,
      secrets: this.#state.secrets,
    });
  }

  #host(): string {
    return this.#onSecondary ? this.#state.secondaryHost : this.#state.host;
  }

  #requestEvent(): RequestEvent {
    return {
      operation: this.#context.operation,
      table: this.#context.table,
      method: this.#request.method,
      host: this.#host(),
      clientRequestId: this.#id,
      attempt: this.#attempts,
      requestBytes: this.#bytes,
    };
  }

  #report({ response, outcome, why, error }: Ended, now: number, delayMs: number | undefined): void {
    const event: ResponseEvent = {
      ...this.#requestEvent(),
      status: response?.status,
      requestId: this.#requestId(response),
      responseBytes: response?.body.length ?? 0,
      durationMs: now - this.#attemptStarted,
      failure: isTableError(error) ? error.code : typeof outcome === "string" ? outcome : why,
    };
    if (delayMs === undefined) this.#state.observer.response(event);
    else this.#state.observer.retry({ ...event, delayMs });
  }

  /** The service's own; a server that repeats a token there gives none. */
  #requestId(response: HttpResponse | undefined): string | undefined {
    const id = requestIdOf(response && headerValue(response.headers, "x-ms-request-id"));
    return id !== undefined && this.#state.secrets.removeValues(id) === id ? id : undefined;
  }

  #startSpan(): SpanLike | undefined {
    const { tracer, target } = this.#state;
    if (tracer === undefined) return undefined;
    let span: SpanLike | undefined;
    guarded(() => {
      span = startSpan(tracer, this.#context, target);
    });
    return span;
  }

  #finish(span: SpanLike | undefined, last: Ended | undefined): void {
    const isUsable = last?.outcome !== "unusable-answer";
    const status = isUsable ? last?.response?.status : undefined;
    const failure = isUsable ? last?.why : last?.outcome;
    this.#state.metrics.call(performance.now() - this.#started, status === undefined || status >= 400);
    if (span === undefined) return;
    guarded(() => endSpan(span, this.#context, { status, failure, attempts: this.#attempts }));
  }
}
