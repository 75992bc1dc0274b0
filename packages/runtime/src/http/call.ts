import { isTableError, retraced } from "../errors/table-error.js";
import { isBytes } from "../platform/built-ins.js";
import { currentTime, longestTimerMs, Timer } from "../platform/time.js";
import { ambiguousError, requestError } from "./call-failure.js";
import type { SpanLike } from "./call-span.js";
import type { AttemptResult, PipelineState } from "./call-state.js";
import { attemptUrl, CallState, chooseHost, chosenHost, leaveSecondary, switchHost } from "./call-state.js";
import { addAbortListener, Cancellation, removeAbortListener } from "./cancellation.js";
import { monotonicNow } from "./clock.js";
import { isCutOff, isFromService, isRejection } from "./error-body.js";
import type { HttpRequest, HttpResponse } from "./http-message.js";
import { backoff, retryAfter } from "./retry-delay.js";
import { failureKind, type Outcome, retryRule } from "./retry-table.js";

/**
 * Sends a request. Repeats it while a policy requires that, for a challenge, a wrong clock, failover or a retry, within the time limits.
 * @throws RequestError if the last attempt got no response
 */
export async function sendCall(pipeline: PipelineState, request: HttpRequest): Promise<HttpResponse> {
  const call = new CallState(pipeline, request);
  const { telemetry } = pipeline;
  const { signal } = request;
  const onAbort = signal === undefined ? undefined : () => call.cancellation?.cancel("caller", signal.reason);
  if (signal !== undefined && onAbort !== undefined) addAbortListener(signal, onAbort);
  let span: SpanLike | undefined;
  try {
    call.limitMs = call.context.timeoutMs ?? pipeline.timeoutMs;
    chooseHost(call);
    throwIfAborted(call);
    return await telemetry.inSpan(call, (started) => {
      span = started;
      if (span !== undefined) call.addHeader("traceparent", telemetry.traceparent(span));
      return sendAttempts(call);
    });
  } finally {
    if (signal !== undefined && onAbort !== undefined) removeAbortListener(signal, onAbort);
    telemetry.endCall(call, monotonicNow() - call.startedAt, span);
  }
}

async function sendAttempts(call: CallState): Promise<HttpResponse> {
  const { pipeline } = call;
  const { telemetry } = pipeline;
  for (;;) {
    const result = await sendAttempt(call);
    const plannedMs = nextDelay(call, result);
    let delayMs: number | undefined;
    try {
      const isApplied = call.isLost && (await recover(call, plannedMs === undefined));
      delayMs = isApplied ? undefined : plannedMs;
    } finally {
      // The attempt is reported only after `recover`. The report says whether a retry follows, and `recover` may end the call instead.
      if (call.isObserved) telemetry.reportAttempt(call, delayMs, call.finalResult !== undefined);
    }
    if (delayMs === undefined) break;
    const restMs = call.attemptEndedAt + delayMs - monotonicNow();
    if (restMs > 0) await wait(call, restMs);
    // A wait would reject if the signal aborted. There is no wait here, so the signal is checked: a hook may have aborted it after the
    // attempt, for example.
    else throwIfAborted(call);
  }
  if (call.finalResult !== undefined) {
    call.result = call.finalResult;
    call.host = pipeline.host;
  }
  const response = call.result?.response;
  if (response === undefined) throw buildFailure(call, call.result);
  const { attempt: attempts, ambiguousAttempts } = call;
  return attempts === 1 && ambiguousAttempts === undefined ? response : { ...response, attempts, ambiguousAttempts };
}

async function sendAttempt(call: CallState): Promise<AttemptResult> {
  const { pipeline, request } = call;
  const cancellation = beginAttempt(call);
  try {
    const response = checkResponse(
      await pipeline.attempt({
        method: request.method,
        url: attemptUrl(call),
        headers: call.headers,
        body: request.body,
        signal: cancellation,
        context: call.context,
        onHead: request.onHead,
      }),
    );
    call.result = { response, outcome: determineOutcome(call, response) };
  } catch (error) {
    call.result = { why: cancellation.why ?? failureKind(error), error };
  }
  pipeline.deadlines.remove(cancellation);
  call.attemptEndedAt = monotonicNow();
  pipeline.telemetry.countAttempt(call);
  return call.result;
}

function beginAttempt(call: CallState): Cancellation {
  const { attemptTimeoutMs, clock, deadlines, telemetry } = call.pipeline;
  call.attempt++;
  call.isLost = false;
  call.host = chosenHost(call);
  call.attemptStartedAt = call.attempt === 1 ? call.startedAt : monotonicNow();
  call.attemptStartedAtDate = currentTime();
  call.attemptClockOffsetMs = clock.offsetMs;
  const callEnd = call.startedAt + call.limitMs;
  const attemptEnd = call.attemptStartedAt + attemptTimeoutMs;
  const cancellation = new Cancellation();
  cancellation.deadline = Math.min(attemptEnd, callEnd);
  cancellation.deadlineCause = attemptEnd < callEnd ? "attempt-timeout" : "total-timeout";
  call.cancellation = cancellation;
  deadlines.add(cancellation);
  if (call.isObserved) telemetry.reportRequest(call);
  return cancellation;
}

/**
 * Returns the outcome of a response, which determines whether the call is retried. A response that is unusable, or that is an error not
 * sent by the service, counts as no response.
 */
function determineOutcome({ context }: CallState, response: HttpResponse): Outcome {
  const { status } = response;
  if (status >= 500 || status === 408) return status;
  if (status >= 400 && !isRejection(response)) return "unusable-response";
  // A write may be rejected because an earlier attempt of it was applied. The operation finds that out later: it parses the response, which
  // lists the earlier attempts.
  if (status >= 400 && !context.readOnly) return isCutOff(response) ? "cut-off-refusal" : status;
  return context.outcomeOf?.(response) ?? status;
}

/**
 * Asks each policy in turn for the delay before the next attempt, in milliseconds. Returns undefined if there is no next attempt, for
 * example because it would begin after the call's time limit.
 */
function nextDelay(call: CallState, result: AttemptResult): number | undefined {
  const delayMs = policyDelay(call, result);
  call.isTooLate = delayMs !== undefined && call.attemptEndedAt + delayMs >= call.startedAt + call.limitMs;
  return call.isTooLate ? undefined : delayMs;
}

function policyDelay(call: CallState, result: AttemptResult): number | undefined {
  const { response, outcome, why, error } = result;
  const { retry, random, clock } = call.pipeline;
  const { readOnly } = call.context;
  if (response !== undefined && typeof outcome === "number" && outcome < 400) return undefined;
  if (response !== undefined && learnFromRejection(call, response)) return 0;
  if (response?.status === 404 && leaveSecondary(call)) return 0;
  const wasSent = call.cancellation?.wasSent;
  if (why === "caller" || why === "total-timeout") {
    if (!readOnly && wasSent !== false) call.addAmbiguousAttempt("open");
    return undefined;
  }
  const rule = retryRule(outcome ?? why ?? "unknown", readOnly);
  const mayHaveApplied =
    response === undefined && wasSent !== undefined
      ? wasSent && !readOnly
      : rule.mayHaveApplied && !isTableError(error);
  const isRefused = outcome === "unusable-response" && response !== undefined && response.status >= 400;
  if (mayHaveApplied) call.addAmbiguousAttempt(why === "attempt-timeout" ? "open" : isRefused ? "refused" : undefined);
  if (!rule.retry || isLastAttempt(call)) return undefined;
  if (switchHost(call, result)) return 0;
  const requested = response === undefined ? undefined : retryAfter(response.headers, clock.now());
  return Math.max(requested ?? 0, backoff(call.attempt, retry, random));
}

function isLastAttempt({ attempt, context, pipeline }: CallState): boolean {
  const { maxAttempts } = pipeline.retry;
  return context.once === true || (attempt >= maxAttempts && (context.persistent !== true || maxAttempts === 1));
}

/** Result of a call that lost its response, but whose write was found to be applied. */
const recovered: AttemptResult = { response: { status: 204, headers: [], body: new Uint8Array(0) }, outcome: 204 };

/**
 * After an attempt without a usable response, asks the operation whether its write was applied. It asks at once, because later writes of
 * other clients may hide that. If the service is throttling, it does not ask.
 */
async function recover(call: CallState, isLast: boolean): Promise<boolean> {
  const { context, result, request, ambiguousAttempts = [] } = call;
  const timeoutMs = call.startedAt + call.limitMs - monotonicNow();
  const { why, response } = result ?? {};
  const isOver = why === "caller" || why === "total-timeout" || timeoutMs <= 0;
  const isBusy = response?.status === 503 && isFromService(response);
  if (context.recover === undefined || isOver || isBusy) return false;
  const recovery = await context.recover(ambiguousAttempts, { signal: request.signal, timeoutMs, isLast });
  if (recovery === "ruled-out") call.ruleOutAttempts();
  if (recovery !== "applied") return false;
  call.finalResult = recovered;
  return true;
}

async function wait(call: CallState, delayMs: number): Promise<void> {
  const waiting = new Cancellation();
  call.cancellation = waiting;
  await new Promise<void>((resolve) => {
    const timer = new Timer(resolve, Math.min(delayMs, longestTimerMs));
    waiting.addEventListener("abort", () => {
      timer.stop();
      resolve();
    });
    if (call.request.signal?.aborted === true) waiting.cancel("caller", call.request.signal.reason);
  });
  if (waiting.aborted) throw buildFailure(call, { why: "caller", error: waiting.reason });
}

function throwIfAborted(call: CallState): void {
  const { signal } = call.request;
  if (signal?.aborted === true) throw buildFailure(call, { why: "caller", error: signal.reason });
}

function buildFailure(call: CallState, { why, error }: AttemptResult = {}): Error {
  const { attempt, ambiguousAttempts, pipeline } = call;
  if (isTableError(error) && why !== "caller") {
    return ambiguousAttempts === undefined
      ? error
      : retraced(ambiguousError(error, attempt, ambiguousAttempts), buildFailure);
  }
  const isCanceled = why === "caller" || why === "total-timeout" || why === "attempt-timeout";
  const isUnsent = isCanceled && call.cancellation?.wasSent === false;
  const failure = requestError(why ?? "unknown", why === "caller" ? call.request.signal?.reason : error, {
    operation: call.operation,
    table: call.table,
    host: call.host,
    proxy: call.cancellation?.proxy,
    attempts: isUnsent ? attempt - 1 : attempt,
    ambiguousAttempts,
    limitMs: call.limitMs,
    attemptLimitMs: pipeline.attemptTimeoutMs,
    elapsedMs: monotonicNow() - call.startedAt,
    isTooLate: call.isTooLate,
    secrets: pipeline.secrets,
  });
  return retraced(failure, buildFailure);
}

/**
 * Returns the response if it has status, headers and body; otherwise throws. The transport or policy may be the caller's own, and return
 * anything.
 */
function checkResponse(response: HttpResponse): HttpResponse {
  const { status, headers, body } = (response ?? {}) as Partial<HttpResponse>;
  if (typeof status === "number" && Array.isArray(headers) && isBytes(body)) return response;
  throw new TypeError("the transport returned no response with status, headers and body");
}

/**
 * Returns whether to repeat a request after a 401 or 403, which may come from a gateway in front of the service. It is repeated if the
 * credential has learned which token to fetch, or if the clock was wrong and is now corrected. Each happens at most once per call, even if
 * `maxAttempts` is reached. If a correction does not help, it is undone, because a proxy may have rewritten the `Date` header.
 */
function learnFromRejection(call: CallState, response: HttpResponse): boolean {
  const { status, headers } = response;
  if ((status !== 401 && status !== 403) || !isRejection(response)) return false;
  const { clock, target } = call.pipeline;
  const { credential } = target;
  if (!call.challengeHandled && credential.challenged?.(response, call.request, call.attemptStartedAt) === true) {
    call.challengeHandled = true;
    return true;
  }
  // A SAS contains its own times, so the client's clock cannot be the cause of the 403.
  if (status !== 403 || credential.kind === "sas") return false;
  const usedMs = call.attemptClockOffsetMs;
  if (call.formerClockOffsetMs !== undefined) {
    if (clock.offsetMs === usedMs) clock.offsetMs = call.formerClockOffsetMs;
    return false;
  }
  if (!clock.correct(headers, usedMs)) return false;
  call.formerClockOffsetMs = usedMs;
  return true;
}
