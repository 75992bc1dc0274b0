import { headerValue } from "./headers.js";

/** A clock that is further off than this explains a 403; the service itself tolerates 15 minutes. */
const toleratedSkewMs = 5 * 60_000;

/** The time that requests are dated with: the machine's, corrected by the service's. */
export class Clock {
  /** Milliseconds to add to `Date.now()`. */
  offsetMs = 0;
  #second = Number.NaN;
  #text = "";

  now(): number {
    return Date.now() + this.offsetMs;
  }

  /** `Sun, 06 Nov 1994 08:49:37 GMT`, formatted once per second. */
  httpDate(): string {
    const second = Math.floor(this.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#text = new Date(second * 1000).toUTCString();
    }
    return this.#text;
  }

  /**
   * Sets the clock by the `Date` header of a 403. Returns whether the refused attempt had a wrong date.
   * @param usedOffsetMs the offset that dated the attempt: another call may have corrected the clock since
   */
  correct(headers: readonly string[], usedOffsetMs: number): boolean {
    const offsetMs = Date.parse(headerValue(headers, "date") ?? "") - Date.now();
    if (!(Math.abs(offsetMs - usedOffsetMs) > toleratedSkewMs)) return false;
    this.offsetMs = offsetMs;
    return true;
  }
}
