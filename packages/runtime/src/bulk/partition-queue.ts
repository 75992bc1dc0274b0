import type { Limits } from "../schema/limits.js";
import { BulkPack, type WaitingWrite } from "./bulk-batch.js";

/** The writes to one partition, in their order: at most one request of a lane is under way. */
export class BulkLane<Item> {
  isBusy = false;
  /** How often in a row the service asked to slow down. */
  refusals = 0;
  /** Writes of the next request at most; fewer while a refused request is being split. */
  most: number;
  readonly #limits: Limits;
  /** In their order; further writes join the last. */
  #packs: BulkPack<Item>[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
    this.most = limits.transactionOperations;
  }

  get isEmpty(): boolean {
    return this.#packs.length === 0;
  }

  /** How many of the next requests no further write would make larger. */
  get full(): number {
    const last = this.#packs.at(-1);
    if (last === undefined) return 0;
    return last.isSent || last.writes.length >= this.most ? this.#packs.length : this.#packs.length - 1;
  }

  push(write: WaitingWrite<Item>, part: string): void {
    this.#join(this.#packs, write, part);
  }

  /** The writes of the next request. */
  take(): BulkPack<Item> | undefined {
    const next = this.#packs.shift();
    if (next === undefined || next.isSent || next.writes.length <= this.most) return next;
    this.putBack(next);
    return this.#packs.shift();
  }

  /** Makes the next request the same as the one before, which may have been applied: as a whole, or not at all. */
  repeat(pack: BulkPack<Item>): void {
    this.#packs.unshift(pack);
  }

  /** Puts writes back to the front, where they came from, in as many requests as they need now. */
  putBack(pack: BulkPack<Item>, without?: WaitingWrite<Item>): void {
    const packs: BulkPack<Item>[] = [];
    for (const [write, part] of pack.entries()) if (write !== without) this.#join(packs, write, part);
    this.#packs.unshift(...packs);
  }

  #join(packs: BulkPack<Item>[], write: WaitingWrite<Item>, part: string): void {
    let last = packs.at(-1);
    if (last === undefined || last.isSent || !last.takes(write, part, this.most, this.#limits.transactionBytes)) {
      last = new BulkPack();
      packs.push(last);
    }
    last.add(write, part);
  }
}
