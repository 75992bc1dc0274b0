import type { Condition } from "./call-spec.js";

/**
 * Random choices for one call. Most writes have a `sku` that no other call writes. With shared contents, several calls write the same
 * `sku`.
 */
export class Draw {
  readonly random: () => number;
  readonly #isShared: boolean;
  readonly #client: number;
  readonly #call: number;

  constructor(random: () => number, isShared: boolean, client: number, call: number) {
    this.random = random;
    this.#isShared = isShared;
    this.#client = client;
    this.#call = call;
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  int(below: number): number {
    return Math.floor(this.random() * below);
  }

  pick<T>(...list: readonly [T, ...T[]]): T {
    return list[this.int(list.length)] ?? list[0];
  }

  /** Returns some items of a list, in its order; at least one. */
  some<T>(list: readonly T[]): readonly T[] {
    const chosen = list.filter(() => this.chance(0.5));
    return chosen.length > 0 ? chosen : list.slice(0, 1);
  }

  condition(): Condition {
    return this.pick("known", "*");
  }

  /** Returns the `sku` that an item of the call writes. */
  sku(item: number = 0): string {
    return this.#isShared ? `shared-${item}` : `${this.#client}-${this.#call}-${item}`;
  }

  quantity(): number {
    return this.#isShared ? 7 : 10 + this.int(1_000);
  }

  /** Returns a row for this call to insert. If contents are shared, others may insert it too. */
  ownRow(): string {
    return this.#isShared ? "A9" : `A${(this.#client + 1) * 10 + this.#call}`;
  }
}
