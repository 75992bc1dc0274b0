/** The time that requests are dated with: the machine's, corrected by what the service's own clock shows. */
export class Clock {
  /** Milliseconds to add to `Date.now()`. */
  offsetMs = 0;
  #second = Number.NaN;
  #text = "";

  now(): number {
    return Date.now() + this.offsetMs;
  }

  /** `Sun, 06 Nov 1994 08:49:37 GMT`, made once per second. */
  httpDate(): string {
    const second = Math.floor(this.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#text = new Date(second * 1000).toUTCString();
    }
    return this.#text;
  }
}
