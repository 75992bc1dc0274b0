import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";

/** Items to read before responses have their turn, whose connections stand idle until then. */
const readBatchSize = 25;

/** The items of a bulk, read while there is room for them. */
export class BulkSource<Item> {
  /** Whether every item was read, or no more are wanted. */
  isEnded = false;
  /** Whether the source owes an item. Reading takes time too, and the source is not to blame for that. */
  isWaiting = false;
  readonly #items: AsyncIterator<Item> | Iterator<Item>;

  /** @throws TableError `value.wrong-type` where the items are not iterable */
  constructor(items: AsyncIterable<Item> | Iterable<Item>) {
    this.#items = iteratorOf(items);
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
      // A source that never waits would delay responses.
      if (read % readBatchSize === 0) await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  /** Reads nothing more, even of a source that cannot be closed, such as an array. */
  async close(): Promise<void> {
    if (this.isEnded) return;
    this.isEnded = true;
    await this.#items.return?.();
  }
}

function iteratorOf<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncIterator<Item> | Iterator<Item> {
  if (typeof items === "object" && items !== null) {
    if (Symbol.asyncIterator in items) return items[Symbol.asyncIterator]();
    if (Symbol.iterator in items) return items[Symbol.iterator]();
  }
  throw new TableError(
    "value.wrong-type",
    `A bulk takes an iterable of items, such as an array, not ${formatValue(items)}.`,
  );
}
