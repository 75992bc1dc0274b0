/**
 * Maps items with at most `concurrency` calls under way at a time; results are in the order of the items. The first
 * failure ends it: nothing new is begun, and it rejects when what was under way has ended.
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
  if (failure !== undefined) throw failure.error;
  return results;
}
