/*
 * Clocks and timers. Tests replace the globals with fake ones, so nothing else in this package reads them.
 *
 * What a program expects to happen at a time follows the fake clock: the current time, time limits and the delays before retries. Other
 * waiting must end by itself, or a call would hang until a test advances its clock. Such waiting uses Node's timers, taken when this module
 * is loaded.
 */
import * as timers from "node:timers";

const RealDate = Date;
const { parse, UTC } = RealDate;
const { clearTimeout: realClearTimeout, setImmediate: realSetImmediate, setTimeout: realSetTimeout } = timers;

/** Returns the current time in milliseconds since 1970. Follows a fake clock. */
export function currentTime(): number {
  const time: unknown = globalThis.Date?.now?.();
  return typeof time === "number" ? time : RealDate.now();
}

/** Returns a time in milliseconds, of which only differences matter. It follows a fake clock; without one it grows steadily. */
export function elapsedTime(): number {
  const time: unknown = globalThis.performance?.now?.();
  return typeof time === "number" ? time : RealDate.now();
}

/**
 * Returns a Date of the class that the program sees. A fake clock has its own class, and strict comparisons in tests compare the class. If
 * the global is a stub that returns another date, the platform's class is used.
 */
export function dateAt(milliseconds: number): Date {
  if (globalThis.Date === RealDate) return new RealDate(milliseconds);
  try {
    const date = new globalThis.Date(milliseconds);
    if (date.getTime() === milliseconds) return date;
  } catch {
    // The stub is not a class.
  }
  return new RealDate(milliseconds);
}

/** `Date.parse` of the platform. */
export const parseTime: (text: string) => number = parse;

/** `Date.UTC` of the platform. */
export const utcTime: (year: number, month?: number) => number = UTC;

/** Timer on the clock that the program saw when the timer was started. */
export class Timer {
  readonly #clear = globalThis.clearTimeout ?? realClearTimeout;
  readonly #setTimeout = globalThis.setTimeout ?? realSetTimeout;
  readonly #handle: unknown;

  /** @param milliseconds at most {@link longestTimerMs} */
  constructor(callback: () => void, milliseconds: number) {
    const start = this.#setTimeout;
    this.#handle = start(callback, milliseconds);
  }

  /** False if a test has since installed or removed a fake clock, so that this timer may never end. */
  get isCurrent(): boolean {
    return this.#setTimeout === (globalThis.setTimeout ?? realSetTimeout);
  }

  /**
   * Sets whether the timer keeps the process alive. It does at first. On some platforms a timer is a number, which never keeps the process
   * alive.
   */
  keepAlive(isKept: boolean): void {
    const handle = this.#handle as Partial<Pick<NodeJS.Timeout, "ref" | "unref">> | undefined;
    if (isKept) handle?.ref?.();
    else handle?.unref?.();
  }

  stop(): void {
    const clear = this.#clear;
    clear(this.#handle as NodeJS.Timeout);
  }
}

/** Maximum delay of a timer in Node, in milliseconds: the largest signed 32-bit integer. */
export const longestTimerMs = 2 ** 31 - 1;

/** Calls the function in the next turn of the event loop, even if a test has faked the timers. */
export const nextTurn: (callback: () => void) => void =
  "clock" in realSetImmediate ? throughScheduler : realSetImmediate;

/** Replaces `setImmediate` if a fake clock had already taken its place when this module was loaded. */
function throughScheduler(callback: () => void): void {
  const { scheduler } = process.getBuiltinModule("node:timers/promises");
  void scheduler.yield().then(callback);
}

/** Calls the function after a delay in real time, even if a test has faked the timers since this module was loaded. */
export function startRealTimer(callback: () => void, milliseconds: number): Pick<Timer, "stop"> {
  const handle = realSetTimeout(callback, milliseconds);
  return { stop: () => realClearTimeout(handle) };
}
