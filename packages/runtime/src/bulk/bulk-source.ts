import { formatValue } from "../errors/format-value.js";
import { wrongValue } from "../errors/table-error.js";
import { nextTurn } from "../platform/time.js";

/** Number of items to read before the event loop gets a turn to handle responses. Until a response is handled, its connection is idle. */
const readBatchSize = 25;

/** Reader of the items that the caller passed to a bulk. It reads only while the bulk has room for them. */
export class BulkSource<Item> {
  /** True if all items were read, or the bulk has stopped reading. */
  isEnded = false;
  /** True while the bulk waits for an asynchronous source to yield the next item. False while this process handles an item. */
  isWaiting = false;
  readonly #items: AsyncIterator<Item> | Iterator<Item>;

  /** @throws TableError `value.wrong-type` if the items are not iterable */
  constructor(items: AsyncIterable<Item> | Iterable<Item>) {
    this.#items = openIterator(items);
  }

  async readWhile(hasRoom: () => boolean, take: (item: Item) => void): Promise<void> {
    for (let read = 1; !this.isEnded && hasRoom(); read++) {
      let next = this.#items.next();
      if ("then" in next) {
        this.isWaiting = true;
        next = await next;
        this.isWaiting = false;
      }
      const { done, value } = next;
      if (done === true) this.isEnded = true;
      else take(value);
      // Gives the event loop a turn. A source that never waits would otherwise delay responses.
      if (read % readBatchSize === 0) await new Promise<void>((resolve) => nextTurn(resolve));
    }
  }

  /** Stops reading, even a source that cannot be closed, such as an array. */
  async close(): Promise<void> {
    if (this.isEnded) return;
    this.isEnded = true;
    await this.#items.return?.();
  }
}

function openIterator<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncIterator<Item> | Iterator<Item> {
  if (typeof items === "object" && items !== null) {
    if (Symbol.asyncIterator in items) return items[Symbol.asyncIterator]();
    if (Symbol.iterator in items) return items[Symbol.iterator]();
  }
  throw wrongValue(`A bulk takes an iterable of items, such as an array, not ${formatValue(items)}.`);
}
