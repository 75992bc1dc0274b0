import { retraced } from "../errors/table-error.js";

/**
 * Calls `map` for each item, at most `concurrency` at a time. Returns the results in the order of the items. After the first failure no new
 * call starts, and the promise rejects once the calls in progress have ended.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  map: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  let next = 0;
  let failure: { readonly error: unknown } | undefined;
  async function work(): Promise<void> {
    while (next < items.length && failure === undefined) {
      const index = next++;
      try {
        results[index] = await map(items[index] as Item, index);
      } catch (error) {
        failure ??= { error };
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work));
  if (failure !== undefined) throw retraced(failure.error);
  return results;
}
