import { ServiceError } from "../errors/service-error.js";
import type { EntityKeys } from "../rules/check-names.js";
import type { Fault } from "./fault.js";

interface Bucket {
  tokens: number;
  /** Milliseconds since 1970. */
  filledAt: number;
}

/**
 * Limit of entities per second, as token buckets: one for the account and one for each partition. Each has room for the tokens of one
 * second.
 */
export class Throughput {
  readonly #perPartition: number;
  readonly #perAccount: number;
  readonly #retryAfter: string;
  readonly #buckets = new Map<string, Bucket>();

  constructor(fault: Extract<Fault, { kind: "throughput" }>) {
    this.#perPartition = fault.perPartition ?? 2_000;
    this.#perAccount = fault.perAccount ?? 20_000;
    this.#retryAfter = String(fault.retryAfterSeconds ?? 1);
  }

  /**
   * Takes a token for each entity that a request will write or read.
   * @throws ServiceError if there are too few
   */
  admit(table: string, keys: readonly EntityKeys[], now: number, throttled: "ServerBusy" | "TooManyRequests"): void {
    const costs = this.#costs(table, keys);
    const isShort = [...costs].some(([name, cost]) => this.#bucket(name, now).tokens < Math.max(cost, Number.EPSILON));
    if (isShort) throw new ServiceError(throttled, undefined, ["Retry-After", this.#retryAfter]);
    for (const [name, cost] of costs) this.#bucket(name, now).tokens -= cost;
  }

  /** Takes a token for each entity that a page has returned. The bucket may go below zero. */
  charge(table: string, keys: readonly EntityKeys[], now: number): void {
    for (const [name, cost] of this.#costs(table, keys)) this.#bucket(name, now).tokens -= cost;
  }

  /** Returns the tokens to take from each bucket, by name. The name of the account's bucket is empty. */
  #costs(table: string, keys: readonly EntityKeys[]): Map<string, number> {
    const costs = new Map<string, number>([["", keys.length]]);
    for (const { partitionKey } of keys) {
      const name = `${table.toLowerCase()}\0${partitionKey}`;
      costs.set(name, (costs.get(name) ?? 0) + 1);
    }
    return costs;
  }

  #bucket(name: string, now: number): Bucket {
    const rate = name === "" ? this.#perAccount : this.#perPartition;
    const bucket = this.#buckets.get(name) ?? { tokens: rate, filledAt: now };
    const gained = (Math.max(0, now - bucket.filledAt) * rate) / 1000;
    bucket.tokens = Math.min(rate, bucket.tokens + gained);
    bucket.filledAt = now;
    this.#buckets.set(name, bucket);
    return bucket;
  }
}
