/** Lets a limited number of works run at a time. The others wait, and the one that came first runs next. */
export class Turns {
  readonly most: number;
  readonly #waiting: (() => void)[] = [];
  readonly #begun = new Set<Promise<void>>();
  #free: number;
  /** First error of the works that were begun. */
  #failure: { readonly error: unknown } | undefined;

  /** @param most maximum number of works at a time */
  constructor(most: number) {
    this.most = most;
    this.#free = most;
  }

  /** Runs a work once it has its turn. @param work the work; if it rejects, so does the promise, and the next work has its turn */
  async run(work: () => Promise<void>): Promise<void> {
    await this.#take();
    try {
      await work();
    } finally {
      this.#pass();
    }
  }

  /**
   * Begins a work once it has its turn, and does not wait for its end: so the caller can get more works ready meanwhile.
   * @param work the work; if it rejects, {@link end} does too, and no other work begins
   */
  async begin(work: () => Promise<void>): Promise<void> {
    if (this.#failure !== undefined) return;
    await this.#take();
    if (this.#failure !== undefined) return this.#pass();
    const running = work()
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        this.#begun.delete(running);
        this.#pass();
      });
    this.#begun.add(running);
  }

  /** Waits until every work that was begun has ended. @throws the first error of these works */
  async end(): Promise<void> {
    while (this.#begun.size > 0) await Promise.all(this.#begun);
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** True once a work that was begun has rejected. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  async #take(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #pass(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
