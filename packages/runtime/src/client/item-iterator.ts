type Result<T> = IteratorResult<T, void>;

/**
 * Items one by one out of arrays that come in time. By hand, because an item that is already there takes one promise
 * this way, and several with as many turns of the microtask queue in an async generator.
 */
export class ItemIterator<T> implements AsyncIterableIterator<T, void> {
  readonly #batches: AsyncGenerator<readonly T[], void>;
  #items: readonly T[] = [];
  #at = 0;
  /** Calls that could not be answered at once; those after them wait for the last one. */
  #pending = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(batches: AsyncGenerator<readonly T[], void>) {
    this.#batches = batches;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Result<T>> {
    if (this.#pending === 0 && this.#at < this.#items.length) {
      return Promise.resolve({ done: false, value: this.#items[this.#at++] as T });
    }
    const result = this.#pending++ === 0 ? this.#nextOfBatch() : this.#last.then(() => this.#nextOfBatch());
    this.#last = result.catch(() => undefined);
    return result;
  }

  async return(): Promise<Result<T>> {
    this.#items = [];
    await this.#batches.return();
    return { done: true, value: undefined };
  }

  async #nextOfBatch(): Promise<Result<T>> {
    try {
      while (this.#at >= this.#items.length) {
        const batch = await this.#batches.next();
        if (batch.done === true) return { done: true, value: undefined };
        this.#items = batch.value;
        this.#at = 0;
      }
      return { done: false, value: this.#items[this.#at++] as T };
    } finally {
      this.#pending--;
    }
  }
}
