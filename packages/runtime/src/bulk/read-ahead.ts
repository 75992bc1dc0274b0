/** Result of one call of a source's `next`: an item, the end, or the error that ended the source. */
interface Step<Item> {
  readonly result?: IteratorResult<Item>;
  readonly error?: unknown;
}

/**
 * Calls `prepare` for each item, at most `max` concurrently, and yields the results in the order of the items. It reads at most `max` items
 * ahead. If the source fails, its error is thrown after the results of all items that were read.
 */
export async function* readAhead<Item, Prepared>(
  items: Iterable<Item> | AsyncIterable<Item>,
  max: number,
  prepare: (item: Item) => Promise<Prepared>,
): AsyncGenerator<Prepared, void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const ahead: Promise<Prepared>[] = [];
  let next: Promise<Step<Item>> | undefined;
  let end: Step<Item> | undefined;
  try {
    for (;;) {
      if (end === undefined && ahead.length < max) next ??= readStep(iterator);
      const [first] = ahead;
      if (first === undefined && next === undefined) break;
      const ready = first?.then(() => undefined);
      const step = await (next === undefined ? ready : ready === undefined ? next : Promise.race([next, ready]));
      if (step === undefined) {
        yield (await ahead.shift()) as Prepared;
        continue;
      }
      next = undefined;
      if (step.result === undefined || step.result.done === true) end = step;
      else ahead.push(prepare(step.result.value));
    }
  } finally {
    if (end === undefined) await iterator.return?.();
  }
  if (end !== undefined && "error" in end) throw end.error;
}

async function readStep<Item>(iterator: Iterator<Item> | AsyncIterator<Item>): Promise<Step<Item>> {
  try {
    return { result: await iterator.next() };
  } catch (error) {
    return { error };
  }
}
