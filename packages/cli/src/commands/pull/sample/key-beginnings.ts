import type { SampledRow } from "./columns.js";

/** Reads some rows of a partition from a RowKey on, in the order of their keys; undefined begins with the first row. */
export type ReadFrom = (rowKey: string | undefined) => Promise<readonly SampledRow[]>;

/** RowKeys that begin alike, as far as they are known. */
interface Beginning {
  /** Characters with which the RowKeys begin. */
  readonly prefix: string;
  /** First of these RowKeys. */
  readonly first: string;
}

/**
 * Finds different beginnings of the RowKeys of a partition, by reading on from each: the first row behind all that begin with `a` has the
 * next beginning. Divides those that begin alike by their next character, until there are enough or `mayRead` returns false.
 * @param most number of beginnings that is enough
 * @returns the first RowKey of each beginning, in their order
 */
export async function findBeginnings(read: ReadFrom, most: number, mayRead: () => boolean): Promise<string[]> {
  const [row] = await read(undefined);
  if (row === undefined) return [];
  let level: Beginning[] = [{ prefix: "", first: row.rowKey }];
  for (;;) {
    const longer: Beginning[] = [];
    for (const [index, beginning] of level.entries()) {
      const left = level.length - index - 1;
      if (longer.length + left >= most || !mayRead()) longer.push(beginning);
      else longer.push(...(await divide(read, beginning, most - left - longer.length, mayRead)));
    }
    const isSame = longer.every(({ prefix }, index) => prefix === level[index]?.prefix);
    level = longer;
    if (isSame || level.length >= most || !mayRead()) return level.map(({ first }) => first);
  }
}

/** Divides RowKeys that begin alike by the character that follows. */
async function divide(
  read: ReadFrom,
  { prefix, first }: Beginning,
  most: number,
  mayRead: () => boolean,
): Promise<Beginning[]> {
  const found: Beginning[] = [];
  for (let key = first; ; ) {
    const longer = key.slice(0, prefix.length + 1);
    found.push({ prefix: longer, first: key });
    // A RowKey that ends here is followed by those that continue it.
    const next = longer.length === prefix.length ? `${longer} ` : successor(longer);
    if (next === undefined || found.length >= most || !mayRead()) return found;
    const [row] = await read(next);
    if (row === undefined || !row.rowKey.startsWith(prefix)) return found;
    key = row.rowKey;
  }
}

/** Returns a text after all that begin with this one; undefined if its last character is half of one, or has none after it. */
function successor(text: string): string | undefined {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd7ff ? undefined : text.slice(0, -1) + String.fromCharCode(last + 1);
}
