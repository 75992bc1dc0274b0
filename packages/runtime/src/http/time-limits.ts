import type { OptionCheck } from "../errors/check-options.js";
import { longestTimerMs, Timer } from "../platform/time.js";
import { type Cancellation, namedError } from "./cancellation.js";
import { monotonicNow } from "./clock.js";

/**
 * An attempt may be cancelled this much before its deadline, in milliseconds. A timer waits for whole milliseconds, and the times of
 * `monotonicNow` may be a fraction later than the clock. Without this tolerance, many attempts would need a second timer.
 */
const earlyMs = 0.5;

/**
 * Check of options that are time limits. It accepts only positive numbers: a string, for example from an environment variable, would be
 * concatenated with a time in place of being added to it.
 */
export const timeLimit: OptionCheck = {
  takes: "a number of milliseconds above 0",
  fits: (value) => typeof value === "number" && value > 0,
};

/**
 * Cancels attempts that are past their deadline. One timer, set for the first deadline, serves all attempts in flight. Most attempts have
 * equal limits, so a later attempt does not change the timer, and the end of one never does. If a test has installed or removed a fake
 * clock, the next attempt moves the timer to the current clock. The timer keeps the process alive while an attempt is in flight, so that
 * the promise of a call settles even if a transport has no open socket.
 */
export class Deadlines {
  readonly #open = new Set<Cancellation>();
  #timer: Timer | undefined;
  #due = Number.POSITIVE_INFINITY;

  add(cancellation: Cancellation): void {
    this.#open.add(cancellation);
    if (this.#open.size === 1) this.#timer?.keepAlive(true);
    if (this.#timer?.isCurrent === false) this.#arm(Math.min(...[...this.#open].map(({ deadline }) => deadline)));
    else if (cancellation.deadline < this.#due) this.#arm(cancellation.deadline);
  }

  remove(cancellation: Cancellation): void {
    this.#open.delete(cancellation);
    if (this.#open.size === 0) this.#timer?.keepAlive(false);
  }

  #arm(due: number): void {
    this.#timer?.stop();
    this.#due = due;
    const delayMs = Math.min(longestTimerMs, Math.max(0, Math.ceil(due - monotonicNow())));
    this.#timer = new Timer(() => this.#fire(), delayMs);
  }

  #fire(): void {
    const now = monotonicNow() + earlyMs;
    let next = Number.POSITIVE_INFINITY;
    this.#due = next;
    for (const cancellation of [...this.#open]) {
      if (cancellation.deadline <= now) {
        this.#open.delete(cancellation);
        cancellation.cancel(cancellation.deadlineCause, namedError("TimeoutError", "The time limit ran out."));
      } else if (cancellation.deadline < next) next = cancellation.deadline;
    }
    if (next < this.#due) this.#arm(next);
  }
}
