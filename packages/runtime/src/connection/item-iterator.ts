/** Where the items of an {@link ItemIterator} come from, and what becomes of each. */
export interface ItemSource<Batch, Stored, Item> {
  /** Begins to read; called at the first `next` that needs it. */
  open(): AsyncIterator<Batch, void>;
  itemsOf(batch: Batch): readonly Stored[];
  /** An item as the caller gets it; undefined for one to skip. Called when the item is wanted. */
  decode(stored: Stored): Item | undefined;
  /** Cancels what the open iterator waits for, which could not end before. */
  cancel?(): void;
  /** Items in total; undefined for all. */
  readonly limit?: number | undefined;
}

type Result<Item> = IteratorResult<Item, void>;

/**
 * Items one by one out of batches that arrive over time. Written by hand, because an item that has arrived takes one promise and
 * one turn of the microtask queue this way, and several of both in an async generator. It names both interfaces that it has:
 * before TypeScript 5.6, an AsyncIterableIterator has no type of the value that it returns.
 */
export class ItemIterator<Batch, Stored, Item> implements AsyncIterator<Item, void>, AsyncIterable<Item> {
  readonly #source: ItemSource<Batch, Stored, Item>;
  #batches: AsyncIterator<Batch, void> | undefined;
  #items: readonly Stored[] = [];
  #index = 0;
  #remaining: number;
  #isEnded = false;
  /** Calls of `next` that wait. */
  #waiting = 0;
  #lastWaiting: Promise<Result<Item>> = Promise.resolve({ done: true, value: undefined });

  constructor(source: ItemSource<Batch, Stored, Item>) {
    this.#source = source;
    this.#remaining = source.limit ?? Number.POSITIVE_INFINITY;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Result<Item>> {
    if (this.#waiting === 0) {
      try {
        const item = this.#take();
        if (item !== undefined) return Promise.resolve({ done: false, value: item });
      } catch (error) {
        return this.#fail(error);
      }
    }
    return this.#wait();
  }

  async return(): Promise<Result<Item>> {
    await this.#end();
    return { done: true, value: undefined };
  }

  /** Calls that have to wait run one at a time, in their order, even after one of them failed. */
  #wait(): Promise<Result<Item>> {
    const next = () => this.#nextOfBatch();
    // Only a second call listens to the first: with two listeners on its promise, the stack of an error would not name the caller.
    const started = this.#waiting++ === 0 ? next() : this.#lastWaiting.then(next, next);
    this.#lastWaiting = started.finally(() => {
      this.#waiting--;
    });
    return this.#lastWaiting;
  }

  /** The next item of those that have arrived. */
  #take(): Item | undefined {
    while (this.#index < this.#items.length && this.#remaining > 0) {
      const item = this.#source.decode(this.#items[this.#index++] as Stored);
      if (item === undefined) continue;
      this.#remaining--;
      return item;
    }
    return undefined;
  }

  async #nextOfBatch(): Promise<Result<Item>> {
    try {
      for (;;) {
        const item = this.#take();
        if (item !== undefined) return { done: false, value: item };
        if (this.#isEnded || this.#remaining === 0) return await this.return();
        this.#items = [];
        this.#index = 0;
        this.#batches ??= this.#source.open();
        const batch = await this.#batches.next();
        if (batch.done === true) this.#isEnded = true;
        // `return` may have been called meanwhile.
        else if (!this.#isEnded) this.#items = this.#source.itemsOf(batch.value);
      }
    } catch (error) {
      // `return` was called meanwhile, which cancelled what this waited for.
      if (this.#isEnded) return { done: true, value: undefined };
      return this.#fail(error);
    }
  }

  async #fail(error: unknown): Promise<never> {
    await this.#end();
    throw error;
  }

  async #end(): Promise<void> {
    this.#isEnded = true;
    this.#items = [];
    this.#source.cancel?.();
    await this.#batches?.return?.();
  }
}
