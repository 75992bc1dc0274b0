import type { CallState } from "./call-state.js";
import type { HttpResponse } from "./http-message.js";

/**
 * Whether a 401 or 403 is worth another attempt: the credential learned which token to fetch, or the clock was wrong and is now
 * corrected. Each happens at most once per call, and neither counts against `maxAttempts`.
 */
export function learnFromRefusal(call: CallState, response: HttpResponse): boolean {
  const { status, headers } = response;
  if (status !== 401 && status !== 403) return false;
  const { clock, target } = call.pipeline;
  const { credential } = target;
  if (!call.challengeAnswered && credential.challenged?.(response, call.request, call.attemptStartedAt) === true) {
    call.challengeAnswered = true;
    return true;
  }
  // A SAS holds its own times; nothing in the request is dated by this clock.
  if (call.clockCorrected || status !== 403 || credential.kind === "sas") return false;
  call.clockCorrected = clock.correct(headers, call.attemptClockOffsetMs);
  return call.clockCorrected;
}
