import type { CallState } from "./call-state.js";
import { isRejection } from "./error-body.js";
import type { HttpResponse } from "./http-message.js";

/**
 * Returns whether to repeat a request after a 401 or 403 of the service, or of a gateway in front of it: the credential learned which token to fetch, or the clock was
 * wrong and is now corrected. Each happens at most once per call, even if `maxAttempts` is reached. A correction that does not help is
 * undone, because a proxy may have rewritten the `Date` header from which the correction was computed.
 */
export function learnFromRejection(call: CallState, response: HttpResponse): boolean {
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
