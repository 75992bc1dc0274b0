/** Distinct strings in ordinal order: by UTF-16 code unit, as the service orders keys. */
export class SortedKeys {
  readonly #keys: string[];

  constructor(keys: Iterable<string> = []) {
    this.#keys = [...keys];
  }

  get size(): number {
    return this.#keys.length;
  }

  at(index: number): string | undefined {
    return this.#keys[index];
  }

  /** Index of the first key that is not less than this one. */
  indexFrom(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle] as string) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  add(key: string): void {
    const last = this.#keys.at(-1);
    if (last === undefined || last < key) this.#keys.push(key);
    else {
      const index = this.indexFrom(key);
      if (this.#keys[index] !== key) this.#keys.splice(index, 0, key);
    }
  }

  delete(key: string): void {
    const index = this.indexFrom(key);
    if (this.#keys[index] === key) this.#keys.splice(index, 1);
  }

  copy(): SortedKeys {
    return new SortedKeys(this.#keys);
  }
}
