import { foreignText } from "../errors/foreign-text.js";
import { KnownSecrets } from "../errors/known-secrets.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { RecentSecrets } from "./recent-secrets.js";

/** A secret text and when it ends, in milliseconds since 1970. */
export interface Expiring {
  readonly text: string;
  readonly expiresAt: number;
  /** When its giver wants to be asked again, where that is known. */
  readonly refreshAt?: number | undefined;
}

/** A text is renewed this long before it ends, or in the last fifth of a shorter life. */
const aheadMs = 5 * 60_000;

/** After a failed renewal the text in hand is used this long before the next try. */
const pauseMs = 30_000;

/**
 * A text that ends and is fetched again: ahead of its end, in the background, by one flight whatever the number of requests.
 */
export class Refreshed {
  readonly #what: string;
  readonly #fetch: () => Promise<Expiring>;
  #current: Expiring | undefined;
  #fetchedAt = 0;
  #refreshAt = 0;
  /** `performance.now()` when a refused text was dropped. */
  #droppedAt = Number.NEGATIVE_INFINITY;
  #flight: Promise<string> | undefined;
  readonly #given = new RecentSecrets();

  /** @param what names the giver in messages, e.g. `The token credential` */
  constructor(what: string, fetch: () => Promise<Expiring>) {
    this.#what = what;
    this.#fetch = fetch;
  }

  /** What was given so far. */
  get secrets(): readonly string[] {
    return this.#given.values;
  }

  /** The text at once where one is in hand that has not ended, else a promise. */
  get(): string | Promise<string> {
    const now = Date.now();
    const current = this.#current;
    if (current === undefined || now >= current.expiresAt) return this.#renewal();
    if (now >= this.#refreshAt) {
      this.#renewal().catch(() => {
        this.#refreshAt = Date.now() + pauseMs;
      });
    }
    return current.text;
  }

  /**
   * Drops the text unless it is younger than `minAgeMs`; whether it did, or another took the place of the one that was refused, or is on
   * its way.
   * @param usedAt `performance.now()` before the request that was refused; left out where any text in hand is the wrong one
   */
  renew(minAgeMs: number, usedAt = Number.POSITIVE_INFINITY): boolean {
    if (this.#flight !== undefined || this.#droppedAt > usedAt) return true;
    if (this.#current === undefined || Date.now() - this.#fetchedAt < minAgeMs) return false;
    this.#current = undefined;
    this.#droppedAt = performance.now();
    return true;
  }

  #renewal(): Promise<string> {
    this.#flight ??= this.#run().finally(() => {
      this.#flight = undefined;
    });
    return this.#flight;
  }

  async #run(): Promise<string> {
    let next: Expiring;
    try {
      next = await this.#fetch();
    } catch (error) {
      if (isTableError(error)) throw error;
      const known = new KnownSecrets(() => this.secrets);
      // The cause is left out: what a library of tokens hangs on its errors is unknown.
      const reason =
        error instanceof Error
          ? foreignText(error.message, 1000, known.remove)
          : "it threw something that is not an Error";
      throw new TableError("auth.no-token", `${this.#what} gave nothing: ${reason}`);
    }
    const now = Date.now();
    if (next.expiresAt <= now) throw new TableError("auth.no-token", `${this.#what} gave one that has ended already.`);
    this.#current = next;
    this.#given.add(next.text);
    this.#fetchedAt = now;
    this.#refreshAt = next.refreshAt ?? next.expiresAt - Math.min(aheadMs, (next.expiresAt - now) / 5);
    return next.text;
  }
}
