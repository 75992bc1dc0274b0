import { CallQueue } from "../connection/call-queue.js";

type Result<T> = IteratorResult<T, void>;

/**
 * Items one by one out of arrays that come in time. By hand, because an item that is already there takes one promise
 * this way, and several with as many turns of the microtask queue in an async generator.
 */
export class ItemIterator<T> implements AsyncIterableIterator<T, void> {
  readonly #batches: AsyncGenerator<readonly T[], void>;
  #items: readonly T[] = [];
  #at = 0;
  #isEnded = false;
  readonly #waiting = new CallQueue();

  constructor(batches: AsyncGenerator<readonly T[], void>) {
    this.#batches = batches;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Result<T>> {
    if (this.#waiting.isEmpty && this.#at < this.#items.length) {
      return Promise.resolve({ done: false, value: this.#items[this.#at++] as T });
    }
    return this.#waiting.add(() => this.#nextOfBatch());
  }

  async return(): Promise<Result<T>> {
    this.#isEnded = true;
    this.#items = [];
    await this.#batches.return();
    return { done: true, value: undefined };
  }

  async #nextOfBatch(): Promise<Result<T>> {
    while (this.#at >= this.#items.length) {
      const batch = await this.#batches.next();
      if (batch.done === true || this.#isEnded) return { done: true, value: undefined };
      this.#items = batch.value;
      this.#at = 0;
    }
    return { done: false, value: this.#items[this.#at++] as T };
  }
}
