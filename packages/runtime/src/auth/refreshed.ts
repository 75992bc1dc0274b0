import { foreignText } from "../errors/format-value.js";
import { KnownSecrets, RecentSecrets } from "../errors/known-secrets.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { monotonicNow } from "../http/clock.js";
import { isError } from "../platform/built-ins.js";
import { currentTime } from "../platform/time.js";

/** Secret and its expiry time, in milliseconds since 1970. */
export interface Expiring {
  readonly text: string;
  readonly expiresAt: number;
  /** Time at which to fetch the next secret, in milliseconds since 1970; undefined to derive it from `expiresAt`. */
  readonly refreshAt?: number | undefined;
}

/**
 * Time before expiry at which a secret is renewed, in milliseconds. If the lifetime is below 25 minutes, it is renewed when a fifth of it
 * is left.
 */
const aheadMs = 5 * 60_000;

/** If a renewal failed, the time to wait before the next one, in milliseconds. Until then the current secret is used. */
const retryDelayMs = 30_000;

interface Fetched {
  readonly text: string;
  readonly expiresAt: number;
  readonly fetchedAt: number;
  refreshAt: number;
}

/** Secret that is renewed in the background before it expires, by one request at a time. */
export class Refreshed {
  readonly #what: string;
  readonly #fetch: () => Promise<Expiring>;
  #current: Fetched | undefined;
  /** Time (`monotonicNow()`) when a secret was last dropped because the service rejected it; −∞ if none was. */
  #droppedAt = Number.NEGATIVE_INFINITY;
  #renewing: Promise<string> | undefined;
  readonly #fetched = new RecentSecrets();

  /** @param what the source's name in error messages, e.g. `The token credential` */
  constructor(what: string, fetch: () => Promise<Expiring>) {
    this.#what = what;
    this.#fetch = fetch;
  }

  /** Returns the last secrets that were fetched, the current one too, so that they can be removed from error messages. */
  get secrets(): readonly string[] {
    return this.#fetched.values;
  }

  /**
   * Returns the current secret if it has not expired, otherwise a promise of the next one. If the secret is due for renewal, starts that in
   * the background.
   */
  get(): string | Promise<string> {
    const now = currentTime();
    const current = this.#current;
    if (current === undefined || now >= current.expiresAt) return this.#renewal();
    if (now >= current.refreshAt) {
      this.#renewal().catch(() => {
        current.refreshAt = currentTime() + retryDelayMs;
      });
    }
    return current.text;
  }

  /**
   * Drops the current secret after the service rejected a request, unless that secret is younger than `minAgeMs`. Returns true if a retry
   * makes sense: the secret was dropped, was already replaced, or is being fetched.
   * @param usedAt `monotonicNow()` before the request that was rejected; by default the current secret counts as rejected
   */
  renew(minAgeMs: number, usedAt = Number.POSITIVE_INFINITY): boolean {
    if (this.#renewing !== undefined || this.#droppedAt > usedAt) return true;
    if (this.#current === undefined || currentTime() - this.#current.fetchedAt < minAgeMs) return false;
    this.#current = undefined;
    this.#droppedAt = monotonicNow();
    return true;
  }

  #renewal(): Promise<string> {
    this.#renewing ??= this.#run().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #run(): Promise<string> {
    let next: Expiring;
    try {
      next = await this.#fetch();
    } catch (error) {
      if (isTableError(error)) throw error;
      const known = new KnownSecrets(() => this.secrets);
      // The TableError gets no cause, because the token library's error may contain anything, even a token.
      const reason = isError(error)
        ? foreignText(error.message, 1000, known.remove)
        : "it threw something that is not an Error";
      throw new TableError("auth.no-token", `${this.#what} failed: ${reason}`);
    }
    const { text, expiresAt } = next;
    const now = currentTime();
    if (expiresAt <= now) throw new TableError("auth.no-token", `${this.#what} returned one that has already expired.`);
    const refreshAt = next.refreshAt ?? expiresAt - Math.min(aheadMs, (expiresAt - now) / 5);
    this.#current = { text, expiresAt, fetchedAt: now, refreshAt };
    this.#fetched.add(text);
    return text;
  }
}
