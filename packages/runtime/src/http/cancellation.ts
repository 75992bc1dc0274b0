import { RequestError } from "../errors/call-errors.js";
import type { OptionCheck } from "../errors/check-options.js";
import { isError } from "../platform/built-ins.js";
import { longestTimerMs, Timer } from "../platform/time.js";
import { monotonicNow } from "./clock.js";
import type { AbortSignalLike, Transport } from "./http-message.js";

/** Reason why an attempt ended before its response. */
export type CancelCause = "caller" | "attempt-timeout" | "total-timeout";

/**
 * Abort signal of one attempt. Transports receive it in place of the caller's own, because it also aborts at the time limits. It takes a
 * few nanoseconds. An `AbortController` for each attempt would take two microseconds.
 */
export class Cancellation implements AbortSignalLike {
  aborted = false;
  reason: unknown = undefined;
  why: CancelCause | undefined = undefined;
  /** Time at which {@link Deadlines} cancels the attempt, as returned by `monotonicNow()`. */
  deadline = Number.POSITIVE_INFINITY;
  /** Reason with which {@link Deadlines} cancels the attempt. */
  deadlineCause: CancelCause = "total-timeout";
  /** True if a connection took the request, false if none did. Undefined if the transport did not report it. */
  wasSent: boolean | undefined = undefined;
  /** Name of the proxy that a failed request went through, for messages. Undefined if there was none, or if the error itself names it. */
  proxy: string | undefined = undefined;
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

/** Returns whether this package created the signal. It may have been another copy of the package, so the class is not compared. */
function isCancellation(signal: AbortSignalLike | undefined): signal is Cancellation {
  return signal !== undefined && "deadlineCause" in signal;
}

/** Records on the signal of a failed attempt whether a connection ever took its request. */
export function reportSent(signal: AbortSignalLike | undefined, wasSent: boolean): void {
  if (isCancellation(signal)) signal.wasSent = wasSent;
}

/** Records on the signal of a failed attempt through which proxy its request went. */
export function reportProxy(signal: AbortSignalLike | undefined, label: string): void {
  if (isCancellation(signal)) signal.proxy = label;
}

/**
 * Returns the error with which a request rejects after its signal has aborted. That is the signal's reason if it is an Error, otherwise an
 * AbortError.
 */
export function abortError(reason: unknown): Error {
  return isError(reason) ? reason : namedError("AbortError", "The request was aborted.");
}

/** Creates an error with the name that a DOMException would have. Not every platform has that class. */
function namedError(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

/** Returns a promise that settles as `promise` does, or rejects with the signal's reason if the signal aborts first. */
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

/**
 * Wraps a transport so that a call ends as soon as its signal aborts, even if the transport ignores the signal. Used for the caller's own
 * transports and policies.
 */
export function withAbort(transport: Transport): Transport {
  return Object.assign<Transport, Pick<Transport, "close">>(
    (request) => orAborted(Promise.resolve(transport(request)), request.signal),
    { close: async () => transport.close?.() },
  );
}

/** Listeners of the calls that share one signal, and the one function that the signal calls for all of them. */
interface SharedListener {
  readonly listeners: Set<() => void>;
  readonly notify: () => void;
}

const sharedBySignal = new WeakMap<AbortSignalLike, SharedListener>();

/**
 * Adds a listener to a signal that many calls may share. The signal gets only one listener for all of them, because Node warns of a leak
 * when an AbortSignal has more than ten.
 */
export function addAbortListener(signal: AbortSignalLike, listener: () => void): void {
  const shared = sharedBySignal.get(signal);
  if (shared !== undefined) {
    shared.listeners.add(listener);
    return;
  }
  const listeners = new Set([listener]);
  const notify = () => {
    for (const each of [...listeners]) each();
  };
  signal.addEventListener("abort", notify);
  sharedBySignal.set(signal, { listeners, notify });
}

export function removeAbortListener(signal: AbortSignalLike, listener: () => void): void {
  const shared = sharedBySignal.get(signal);
  if (shared === undefined) return;
  shared.listeners.delete(listener);
  if (shared.listeners.size > 0) return;
  sharedBySignal.delete(signal);
  signal.removeEventListener("abort", shared.notify);
}

/** Resolves after this time. @throws RequestError `request.aborted` as soon as the signal aborts */
export function delay(milliseconds: number, signal: AbortSignalLike | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = new Timer(() => {
      if (signal !== undefined) removeAbortListener(signal, onAbort);
      resolve();
    }, milliseconds);
    function onAbort(): void {
      timer.stop();
      if (signal !== undefined) removeAbortListener(signal, onAbort);
      const message = "The call was aborted by the caller's signal while it waited for its next attempt.";
      reject(new RequestError("request.aborted", message, { attempts: 0, cause: signal?.reason }));
    }
    if (signal?.aborted === true) onAbort();
    else if (signal !== undefined) addAbortListener(signal, onAbort);
  });
}

/** Abort signal shared by several requests. Aborts with the caller's signal, or at {@link end}. */
export class LinkedAbort {
  readonly #own = new Cancellation();
  readonly #caller: AbortSignalLike | undefined;
  readonly #follow = () => this.#own.cancel("caller", this.#caller?.reason);

  constructor(caller: AbortSignalLike | undefined) {
    this.#caller = caller;
    if (caller?.aborted) this.#follow();
    else if (caller !== undefined) addAbortListener(caller, this.#follow);
  }

  get signal(): AbortSignalLike {
    return this.#own;
  }

  /** Ends the call: aborts requests that are still in flight, and stops listening to the caller's signal. */
  end(): void {
    if (this.#caller !== undefined) removeAbortListener(this.#caller, this.#follow);
    this.#own.cancel("caller", undefined);
  }
}

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
