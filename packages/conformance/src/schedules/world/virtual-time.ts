const realSetTimeout = globalThis.setTimeout;
const realClearTimeout = globalThis.clearTimeout;
const realSetImmediate = globalThis.setImmediate;

/** Timer that fires when virtual time reaches it. */
class VirtualTimer {
  readonly due: number;
  readonly run: () => void;
  /** Client that set it. */
  readonly owner: number;
  #isRef = true;

  constructor(due: number, run: () => void, owner: number) {
    this.due = due;
    this.run = run;
    this.owner = owner;
  }

  ref(): this {
    this.#isRef = true;
    return this;
  }

  unref(): this {
    this.#isRef = false;
    return this;
  }

  hasRef(): boolean {
    return this.#isRef;
  }
}

/**
 * Clocks, timers and random numbers of this process while schedules run. Time does not pass until `advance` moves
 * it, so the same seed gives the same times on every machine.
 */
export class VirtualTime {
  /** Milliseconds since 1970, in steps of 100 ns. */
  now = 0;
  /** Client whose code runs now. New timers belong to it. */
  owner = -1;
  #start = 0;
  #timers: VirtualTimer[] = [];
  #random: () => number = Math.random;
  #ids = 0;

  /** Sets the clocks, drops all timers and restarts the random numbers. */
  reset(now: number, random: () => number): void {
    this.now = now;
    this.owner = -1;
    this.#start = now;
    this.#timers = [];
    this.#random = random;
    this.#ids = 0;
  }

  /** Time at which the next awaited timer is due. */
  get nextDue(): number {
    return this.#timers.find((timer) => timer.hasRef())?.due ?? Number.POSITIVE_INFINITY;
  }

  /** Returns whether a client waits for a timer. */
  hasTimer(owner: number): boolean {
    return this.#timers.some((timer) => timer.owner === owner && timer.hasRef());
  }

  /** Advances time and fires the timers that are due by then, one by one. @param settle a function that is awaited after each timer */
  async advance(to: number, settle: () => Promise<void>): Promise<void> {
    for (let timer = this.#timers[0]; timer !== undefined && timer.due <= to; timer = this.#timers[0]) {
      this.#timers.shift();
      if (timer.due > this.now) this.now = timer.due;
      this.owner = timer.owner;
      timer.run();
      await settle();
    }
    if (to > this.now) this.now = to;
  }

  /** Replaces the real clocks, timers and random numbers by virtual ones. @returns a function that restores them */
  install(): () => void {
    const undo = [
      replace(globalThis, "setTimeout", (run: () => void, delayMs = 0) => this.#add(run, delayMs)),
      replace(globalThis, "setImmediate", (run: () => void) => this.#add(run, 0)),
      replace(globalThis, "clearTimeout", (timer: unknown) => this.#clear(timer)),
      replace(Date, "now", () => Math.floor(this.now)),
      replace(performance, "now", () => this.now - this.#start),
      replace(Math, "random", () => this.#random()),
      replace(
        process.getBuiltinModule("node:crypto"),
        "randomUUID",
        () => `00000000-0000-4000-8000-${(this.#ids++).toString(16).padStart(12, "0")}`,
      ),
      // No test reads stacks, and each stack costs more than a request.
      replace(Error, "stackTraceLimit", 0),
    ];
    return () => {
      for (const each of undo) each();
    };
  }

  #add(run: () => void, delayMs: number): VirtualTimer {
    const timer = new VirtualTimer(this.now + Math.max(0, delayMs), run, this.owner);
    const later = this.#timers.findIndex(({ due }) => due > timer.due);
    this.#timers.splice(later < 0 ? this.#timers.length : later, 0, timer);
    return timer;
  }

  #clear(timer: unknown): void {
    if (!(timer instanceof VirtualTimer)) realClearTimeout(timer as NodeJS.Timeout);
    else if (this.#timers.includes(timer)) this.#timers.splice(this.#timers.indexOf(timer), 1);
  }
}

/** Resolves when all promises that could settle have settled. */
export function microtasksDone(): Promise<void> {
  return new Promise((resolve) => {
    realSetImmediate(resolve);
  });
}

/** Waits for real milliseconds, while a module is being loaded. */
export function realDelay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    realSetTimeout(resolve, milliseconds);
  });
}

function replace(target: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, before);
  };
}
