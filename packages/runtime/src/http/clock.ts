import { currentTime, dateAt, elapsedTime, parseTime } from "../platform/time.js";
import { headerValue } from "./headers.js";

/**
 * Minimum difference of the clocks, in milliseconds, at which a 403 is attributed to the clock. The service itself tolerates 15 minutes.
 */
const toleratedSkewMs = 5 * 60_000;

/** Clock that dates requests: the machine's time, corrected by the service's. */
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
   * Corrects the clock by the `Date` header of a 403. Returns whether the rejected attempt had a wrong date; if not, the clock is
   * unchanged.
   * @param usedOffsetMs correction that the attempt was dated with; another call may have corrected the clock since
   */
  correct(headers: readonly string[], usedOffsetMs: number): boolean {
    const offsetMs = parseTime(headerValue(headers, "date") ?? "") - currentTime();
    if (!(Math.abs(offsetMs - usedOffsetMs) > toleratedSkewMs)) return false;
    this.offsetMs = offsetMs;
    return true;
  }
}

/**
 * Amount added to a time that would equal the one before, in milliseconds. It is negligible in any duration that matters, but large enough
 * to change the number even after months.
 */
const stepMs = 1e-5;

let current = Number.NaN;
let last = Number.NaN;

/**
 * Returns the elapsed time, but later than every earlier call. So two times show which was first, even where the runtime rounds its
 * clock, or stops it while code runs.
 */
export function monotonicNow(): number {
  const time = elapsedTime();
  last = time === current ? last + stepMs : time;
  current = time;
  return last;
}

/**
 * Time for which a request may still be applied although its client no longer waits for it, in milliseconds. The network may hold the
 * request, but the service rejects one with Shared Key whose date is more than 15 minutes from its own time. A request with a token or a
 * shared access signature has no such date: it may be applied as long as these are valid, which the client does not always know.
 * @see https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
 */
export const requestLifeMs = 15 * 60_000;
