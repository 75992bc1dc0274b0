import { createSignal } from "solid-js";

/** Count of a row that was not searched yet. */
const unknown = 255;

/**
 * Numbers of hits of a search in each row that was searched, also in rows that have left memory since. Takes one byte for each row.
 */
export class HitCounts {
  #counts = new Uint8Array(0);
  #known = 0;
  #total = 0;
  readonly #version = createSignal(0);

  /** Number of hits in all rows that were searched. */
  get total(): number {
    this.#version[0]();
    return this.#total;
  }

  /** Number of rows that were searched. */
  get known(): number {
    this.#version[0]();
    return this.#known;
  }

  has(position: number): boolean {
    return (this.#counts[position] ?? unknown) !== unknown;
  }

  set(position: number, hits: number): void {
    if (position >= this.#counts.length) this.#grow(position + 1);
    const former = this.#counts[position];
    if (former === unknown || former === undefined) this.#known += 1;
    else this.#total -= former;
    this.#counts[position] = Math.min(hits, unknown - 1);
    this.#total += Math.min(hits, unknown - 1);
  }

  /** Tells those who read the numbers that they have changed. */
  publish(): void {
    this.#version[1]((version) => version + 1);
  }

  /** Returns the number of hits in the rows before a position; undefined if one of them was not searched. */
  before(position: number): number | undefined {
    this.#version[0]();
    let sum = 0;
    for (let row = 0; row < position; row++) {
      const count = this.#counts[row] ?? unknown;
      if (count === unknown) return undefined;
      sum += count;
    }
    return sum;
  }

  #grow(length: number): void {
    const counts = new Uint8Array(Math.max(length, this.#counts.length * 2, 1_000)).fill(unknown);
    counts.set(this.#counts);
    this.#counts = counts;
  }
}
