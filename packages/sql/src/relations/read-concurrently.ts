/**
 * Yields the groups of rows of several sources as they arrive. Reads up to `parallel` sources concurrently. The groups of one source keep
 * their order; those of different sources are mixed. Reads at most one group of each source before the caller asks for it.
 */
export async function* readConcurrently<Group>(
  sources: readonly AsyncIterable<Group>[],
  parallel: number,
): AsyncGenerator<Group, void> {
  const [only, ...others] = sources;
  if (only === undefined) return;
  if (others.length === 0) return yield* only;
  const waiting = sources.values();
  const reading = new Map<
    AsyncIterator<Group>,
    Promise<{ source: AsyncIterator<Group>; result: IteratorResult<Group> }>
  >();
  const advance = (source: AsyncIterator<Group>) => {
    const next = source.next().then((result) => ({ source, result }));
    // Promise.race reports the first failure. This handler keeps later ones from counting as unhandled rejections.
    next.catch(() => undefined);
    reading.set(source, next);
  };
  const begin = () => {
    const { value, done } = waiting.next();
    if (!done) advance(value[Symbol.asyncIterator]());
  };
  for (let count = 0; count < parallel; count++) begin();
  try {
    while (reading.size > 0) {
      const { source, result } = await Promise.race(reading.values());
      if (result.done) {
        reading.delete(source);
        begin();
        continue;
      }
      advance(source);
      yield result.value;
    }
  } finally {
    await Promise.allSettled(Array.from(reading.keys(), (source) => source.return?.()));
  }
}
