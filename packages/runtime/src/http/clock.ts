import { currentTime, dateAt, elapsedTime, parseTime } from "../platform/time.js";
import { headerValue } from "./http-message.js";

/**
 * If a 403 may be caused by the clock, the minimum difference of the clocks at which it is, in milliseconds. The service itself tolerates
 * 15 minutes.
 */
const toleratedSkewMs = 5 * 60_000;

/** Clock that dates requests: the machine's time, corrected by the service's time. */
export class Clock {
  /** Correction added to the current time, in milliseconds. */
  offsetMs = 0;
  #second = Number.NaN;
  #text = "";

  now(): number {
    return currentTime() + this.offsetMs;
  }

  /** Returns the corrected time in the format of the header `Date`: `Sun, 06 Nov 1994 08:49:37 GMT`. Formats it only once per second. */
  httpDate(): string {
    const second = Math.floor(this.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#text = dateAt(second * 1000).toUTCString();
    }
    return this.#text;
  }

  /**
   * Corrects the clock by the `Date` header of a 403. Returns whether the rejected attempt had a wrong date; if it had not, the clock stays
   * as it is.
   * @param usedOffsetMs correction with which the attempt was dated; another call may have corrected the clock since
   */
  correct(headers: readonly string[], usedOffsetMs: number): boolean {
    const offsetMs = parseTime(headerValue(headers, "date") ?? "") - currentTime();
    if (!(Math.abs(offsetMs - usedOffsetMs) > toleratedSkewMs)) return false;
    this.offsetMs = offsetMs;
    return true;
  }
}

/**
 * If a time would equal the one before, this is added to it, in milliseconds. It is negligible in any duration that matters, but large
 * enough to change the number even after months.
 */
const stepMs = 1e-5;

let current = Number.NaN;
let last = Number.NaN;

/**
 * Returns the elapsed time. Each call returns a later time than all calls before, even if the runtime rounds its clock, or stops it while
 * code runs. So two times show which was first.
 */
export function monotonicNow(): number {
  const time = elapsedTime();
  last = time === current ? last + stepMs : time;
  current = time;
  return last;
}

/**
 * Time for which a request may still be applied although its client has given it up, in milliseconds. The network may hold the request, but
 * the service rejects one with Shared Key if its date is more than 15 minutes off. A request with a token or a shared access signature has
 * no such date: it may be applied while these are valid, which the client does not always know.
 * @see https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
 */
export const requestLifeMs = 15 * 60_000;
