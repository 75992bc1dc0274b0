import { ServiceError } from "../errors/service-error.js";
import type { EntityKeys } from "../rules/check-names.js";
import type { Fault } from "./fault.js";

interface Bucket {
  tokens: number;
  /** Time of the last refill, in milliseconds since 1970. */
  filledAt: number;
}

/**
 * Limits the entities per second with token buckets: one for the account and one for each partition. A bucket holds at most the tokens of
 * one second.
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
   * Takes a token for each entity that a request addresses, before the request is performed.
   * @throws ServiceError if a bucket has too few tokens
   */
  admit(table: string, keys: readonly EntityKeys[], now: number, throttled: "ServerBusy" | "TooManyRequests"): void {
    const costs = this.#costs(table, keys);
    const isShort = [...costs].some(([name, cost]) => this.#bucket(name, now).tokens < Math.max(cost, Number.EPSILON));
    if (isShort) throw new ServiceError(throttled, undefined, ["Retry-After", this.#retryAfter]);
    for (const [name, cost] of costs) this.#bucket(name, now).tokens -= cost;
  }

  /**
   * Takes a token for each entity on a page that a query has returned. A bucket may go below zero, because the number of entities is known
   * only after the query.
   */
  charge(table: string, keys: readonly EntityKeys[], now: number): void {
    for (const [name, cost] of this.#costs(table, keys)) this.#bucket(name, now).tokens -= cost;
  }

  /** Returns the number of tokens to take from each bucket, by bucket name. The name of the account's bucket is empty. */
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
