/**
 * Maximum number of keys in a leaf (see `SortedKeys`). A full leaf is split in two when a key is added to it; but a key that comes after
 * all others begins a new leaf. When a key is deleted, neighbouring leaves that together fill at most half a leaf are joined.
 */
const capacity = 512;

/**
 * A set of strings in ordinal order (by UTF-16 code unit), as the service orders keys. The strings are stored in leaves, consecutive sorted
 * arrays, so that inserting one moves at most a few hundred others.
 */
export class SortedKeys {
  /** Leaves in order, none of them empty. */
  readonly #leaves: string[][];

  constructor(leaves: readonly (readonly string[])[] = []) {
    this.#leaves = leaves.map((leaf) => leaf.slice());
  }

  add(key: string): void {
    const leaves = this.#leaves;
    const at = this.#leafOf(key);
    const leaf = leaves[at];
    if (leaf === undefined) {
      leaves.push([key]);
      return;
    }
    const index = indexFrom(leaf, key);
    if (leaf[index] === key) return;
    if (leaf.length < capacity) leaf.splice(index, 0, key);
    else if (index === capacity && at === leaves.length - 1) leaves.push([key]);
    else {
      const upper = leaf.splice(capacity / 2);
      leaves.splice(at + 1, 0, upper);
      if (index <= leaf.length) leaf.splice(index, 0, key);
      else upper.splice(index - leaf.length, 0, key);
    }
  }

  delete(key: string): void {
    const at = this.#leafOf(key);
    const leaf = this.#leaves[at];
    const index = leaf === undefined ? 0 : indexFrom(leaf, key);
    if (leaf === undefined || leaf[index] !== key) return;
    leaf.splice(index, 1);
    if (leaf.length === 0) this.#leaves.splice(at, 1);
    else this.#join(at);
    this.#join(at - 1);
  }

  /** Yields the keys that are equal to this one or greater, in order, as one array for each leaf. */
  *from(key: string): Generator<readonly string[]> {
    const first = this.#leafOf(key);
    for (let at = first; at < this.#leaves.length; at += 1) {
      const leaf = this.#leaves[at] as string[];
      yield at === first ? leaf.slice(indexFrom(leaf, key)) : leaf;
    }
  }

  copy(): SortedKeys {
    return new SortedKeys(this.#leaves);
  }

  /** Returns the index of the leaf that a key belongs to: the last leaf that does not begin after the key, or else the first. */
  #leafOf(key: string): number {
    let low = 0;
    let high = this.#leaves.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (((this.#leaves[middle] as string[])[0] as string) <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Joins a leaf with the next one if their keys together fill at most half a leaf. */
  #join(at: number): void {
    const leaf = this.#leaves[at];
    const next = this.#leaves[at + 1];
    if (leaf === undefined || next === undefined || leaf.length + next.length > capacity / 2) return;
    leaf.push(...next);
    this.#leaves.splice(at + 1, 1);
  }
}

/** Returns the index of the first key in a sorted array that is not less than this one, or the array's length if all keys are less. */
function indexFrom(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
