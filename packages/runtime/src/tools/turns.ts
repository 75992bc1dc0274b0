/** Lets a limited number of works run at a time. The others wait, and the one that came first runs next. */
export class Turns {
  readonly most: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** @param most maximum number of works at a time */
  constructor(most: number) {
    this.most = most;
    this.#free = most;
  }

  /** Runs a work once it has its turn. @param work the work; if it rejects, so does the promise, and the next work has its turn */
  async run(work: () => Promise<void>): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}
