/** Number of sources that are read alone, one after the other, before several are read at a time. */
const readAlone = 4;

/**
 * Yields the groups of rows of several sources, one source after the other. The caller may stop after a few rows, so the first four sources
 * are read alone. After them, the first groups of the following 2, 4 and so on up to `parallel` sources are read concurrently.
 * @param end yielded after each source; nothing by default
 */
export async function* readInOrder<Group>(
  sources: readonly AsyncIterable<Group>[],
  parallel: number,
  end?: Group,
): AsyncGenerator<Group, void> {
  const begun: { readonly source: AsyncIterator<Group>; readonly first: Promise<IteratorResult<Group>> }[] = [];
  let reader: AsyncIterator<Group> | undefined;
  let next = 0;
  const begin = (source: AsyncIterable<Group>) => {
    const iterator = source[Symbol.asyncIterator]();
    const first = iterator.next();
    // An error of a source that was begun ahead is reported when its turn comes, and not before.
    first.catch(() => undefined);
    begun.push({ source: iterator, first });
  };
  try {
    for (let read = 0; read < sources.length; read++) {
      const wanted = read < readAlone ? 1 : Math.min(2 ** (read - readAlone + 1), parallel);
      for (const source of sources.slice(next, read + wanted)) begin(source);
      next = Math.max(next, read + wanted);
      const current = begun.shift();
      if (current === undefined) return;
      reader = current.source;
      for (let result = await current.first; !result.done; result = await reader.next()) yield result.value;
      if (end !== undefined) yield end;
    }
  } finally {
    await Promise.allSettled([reader?.return?.(), ...begun.map(({ source }) => source.return?.())]);
  }
}
