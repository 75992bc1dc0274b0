import type { Cancellation } from "./cancellation.js";
import { longestTimerMs } from "./time-limit.js";

/**
 * Cancels what is past its deadline. One timer serves all attempts in flight: with equal limits an attempt added later is due
 * later, so that adding and removing touch a set and no timer. The timer keeps the process alive while an attempt is in flight:
 * the promise of a call settles also where a transport has no socket that would.
 */
export class Deadlines {
  readonly #open = new Set<Cancellation>();
  #timer: NodeJS.Timeout | undefined;
  #due = Number.POSITIVE_INFINITY;

  add(cancellation: Cancellation): void {
    this.#open.add(cancellation);
    if (this.#open.size === 1) this.#timer?.ref();
    if (cancellation.deadline < this.#due) this.#arm(cancellation.deadline);
  }

  remove(cancellation: Cancellation): void {
    this.#open.delete(cancellation);
    if (this.#open.size === 0) this.#timer?.unref();
  }

  #arm(due: number): void {
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(
      () => this.#fire(),
      Math.min(longestTimerMs, Math.max(0, Math.ceil(due - performance.now()))),
    );
  }

  #fire(): void {
    const now = performance.now();
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
