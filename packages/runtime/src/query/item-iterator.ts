/** Source of an {@link ItemIterator}, which reads batches from it and returns their items. */
interface ItemSource<Batch, Stored, Item> {
  /** Starts to read, and returns the iterator over the batches. Called at most once, by the first `next` that needs a batch. */
  open(): AsyncIterator<Batch, void>;
  itemsOf(batch: Batch): readonly Stored[];
  /** Converts an item for the caller, at the time when the caller requests it. Returns undefined to skip the item. */
  decode(stored: Stored): Item | undefined;
  /** Returns whether to skip an item for which `decode` threw an error. If this function is absent, the error ends the iteration. */
  isSkipped?(stored: Stored, error: unknown): Promise<boolean>;
  /** Cancels the request that the iterator over the batches waits for. Otherwise it would run to its end. */
  cancel?(): void;
  /** Maximum number of items to return; undefined for all. */
  readonly limit?: number | undefined;
}

type Result<Item> = IteratorResult<Item, void>;

/**
 * Returns items one by one from batches that arrive over time. It is faster than an async generator: an item that has arrived takes one
 * promise and one turn of the microtask queue, and a generator takes several. It implements AsyncIterator and AsyncIterable, because
 * AsyncIterableIterator does not declare the type of its return value before TypeScript 5.6.
 */
export class ItemIterator<Batch, Stored, Item> implements AsyncIterator<Item, void>, AsyncIterable<Item> {
  readonly #source: ItemSource<Batch, Stored, Item>;
  #batches: AsyncIterator<Batch, void> | undefined;
  #items: readonly Stored[] = [];
  #index = 0;
  #remaining: number;
  #isEnded = false;
  /** Number of calls of `next` whose promises are pending. */
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
        if (this.#source.isSkipped === undefined) return this.#fail(error);
        // Decodes the item again, this time in turn with other calls, because it takes time to find out whether to skip it.
        this.#index--;
      }
    }
    return this.#wait();
  }

  async return(): Promise<Result<Item>> {
    await this.#end();
    return { done: true, value: undefined };
  }

  /** Returns the next item once its batch has arrived. Concurrent calls run one after the other, even if one of them has failed. */
  #wait(): Promise<Result<Item>> {
    const next = () => this.#nextOfBatch();
    // If no other call waits, this one is started directly. If it were chained to a promise, the stack of an error would not show the
    // caller.
    const started = this.#waiting++ === 0 ? next() : this.#lastWaiting.then(next, next);
    this.#lastWaiting = started.finally(() => {
      this.#waiting--;
    });
    return this.#lastWaiting;
  }

  /** Returns the next item of the current batch; undefined if the batch has no more items, or the limit is reached. */
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
        let item: Item | undefined;
        try {
          item = this.#take();
        } catch (error) {
          if (!(await this.#source.isSkipped?.(this.#items[this.#index - 1] as Stored, error))) throw error;
          continue;
        }
        if (item !== undefined) return { done: false, value: item };
        if (this.#isEnded || this.#remaining === 0) return await this.return();
        this.#items = [];
        this.#index = 0;
        this.#batches ??= this.#source.open();
        const batch = await this.#batches.next();
        if (batch.done === true) this.#isEnded = true;
        // If `return` was called while the batch was on its way, its items are dropped.
        else if (!this.#isEnded) this.#items = this.#source.itemsOf(batch.value);
      }
    } catch (error) {
      // If `return` was called while the batch was on its way, it cancelled the request. So this error is not a failure.
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
