import type { OptionCheck } from "../errors/check-options.js";
import type { Cancellation } from "./cancellation.js";
import { monotonicNow } from "./clock.js";

/** Maximum delay of a timer in Node, in milliseconds: the largest signed 32-bit integer. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * Time by which an attempt may be cancelled before its deadline, in milliseconds. A timer waits for whole milliseconds, and the times of
 * `monotonicNow` may be a fraction later than the clock. Without this tolerance, many attempts would wait for a second timer.
 */
const earlyMs = 0.5;

/**
 * Check of options that are time limits: accepts only positive numbers. A string, for example from an environment variable, would be
 * concatenated with a time instead of added to it.
 */
export const timeLimit: OptionCheck = {
  takes: "a number of milliseconds above 0",
  fits: (value) => typeof value === "number" && value > 0,
};

/** Timer that `setTimeout` returns: an object in Node. On a worker platform it is a number, without these methods. */
type Timer = Partial<Pick<NodeJS.Timeout, "ref" | "unref">>;

/**
 * Cancels attempts that are past their deadline. One timer serves all attempts in flight. It is set for the first deadline. Most attempts
 * have equal limits, so adding a later attempt does not change the timer, and removing one never does. The timer keeps the process alive
 * while an attempt is in flight, so that the promise of a call settles even if a transport has no open socket.
 */
export class Deadlines {
  readonly #open = new Set<Cancellation>();
  #timer: Timer | undefined;
  #due = Number.POSITIVE_INFINITY;

  add(cancellation: Cancellation): void {
    this.#open.add(cancellation);
    if (this.#open.size === 1) this.#timer?.ref?.();
    if (cancellation.deadline < this.#due) this.#arm(cancellation.deadline);
  }

  remove(cancellation: Cancellation): void {
    this.#open.delete(cancellation);
    if (this.#open.size === 0) this.#timer?.unref?.();
  }

  #arm(due: number): void {
    clearTimeout(this.#timer as NodeJS.Timeout);
    this.#due = due;
    this.#timer = setTimeout(
      () => this.#fire(),
      Math.min(longestTimerMs, Math.max(0, Math.ceil(due - monotonicNow()))),
    );
  }

  #fire(): void {
    const now = monotonicNow() + earlyMs;
    let next = Number.POSITIVE_INFINITY;
    this.#due = next;
    for (const cancellation of [...this.#open]) {
      if (cancellation.deadline <= now) {
        this.#open.delete(cancellation);
        cancellation.cancel(cancellation.deadlineCause, new DOMException("The time limit ran out.", "TimeoutError"));
      } else if (cancellation.deadline < next) next = cancellation.deadline;
    }
    if (next < this.#due) this.#arm(next);
  }
}
