import type { AbortSignalLike } from "./http-message.js";

/** Why one attempt was ended before its answer. */
export type CancelCause = "caller" | "attempt-timeout" | "total-timeout";

/**
 * The signal of one attempt. It costs a few nanoseconds where an `AbortController` costs two microseconds, which is why a transport
 * is not given the caller's own.
 */
export class Cancellation implements AbortSignalLike {
  aborted = false;
  reason: unknown = undefined;
  why: CancelCause | undefined = undefined;
  /** `performance.now()` at which {@link Deadlines} cancels, and why. */
  deadline = Number.POSITIVE_INFINITY;
  deadlineCause: CancelCause = "total-timeout";
  /** Whether the request was handed to a connection; undefined where nobody said so. */
  wasSent: boolean | undefined = undefined;
  #listeners: (() => void)[] | undefined;
  #listener: (() => void) | undefined;

  cancel(why: CancelCause, reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.why = why;
    this.reason = reason;
    const first = this.#listener;
    const others = this.#listeners;
    this.#listener = undefined;
    this.#listeners = undefined;
    first?.();
    if (others !== undefined) for (const listener of others) listener();
  }

  addEventListener(_type: "abort", listener: () => void): void {
    if (this.#listener === undefined) this.#listener = listener;
    else {
      this.#listeners ??= [];
      this.#listeners.push(listener);
    }
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    if (this.#listener === listener) this.#listener = undefined;
    else this.#listeners = this.#listeners?.filter((other) => other !== listener);
  }
}

/** Tells the call, by the signal of its attempt, whether the request that failed was ever handed to a connection. */
export function reportSent(signal: AbortSignalLike | undefined, wasSent: boolean): void {
  if (signal instanceof Cancellation) signal.wasSent = wasSent;
}

/** Settles as `promise` does, or rejects when the signal aborts first. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignalLike | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) {
      promise.catch(() => undefined);
      onAbort();
      return;
    }
    signal.addEventListener("abort", onAbort);
    promise.then(
      (value) => {
        signal.removeEventListener("abort", onAbort);
        resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener("abort", onAbort);
        reject(error);
      },
    );
  });
}
