import { checkOptions, type OptionCheck, type OptionKinds, wholeNumber } from "../errors/check-options.js";
import { parseTime } from "../platform/time.js";
import { headerValue } from "./http-message.js";

/**
 * Options for retries of a call. Reads and writes are retried after the same results:
 *
 * | result of an attempt | retried | a write may have been applied |
 * |---|---|---|
 * | no connection, unknown host name | yes | no |
 * | connection lost, time limit of the attempt | yes | yes |
 * | 408, 500, 502, 503, 504 | yes | yes |
 * | 506 and above, or any response that the service did not send, even a 429 | yes | yes |
 * | 429 of the service, with or without `Retry-After` | yes | no |
 * | 401 with a challenge, 403 with a wrong clock | once | no |
 * | any other status, an untrusted certificate | no | no |
 *
 * If a write may have been applied and the service rejects the retry (409, 404, 412), the client reads the entity back to determine the
 * outcome.
 * @see https://learn.microsoft.com/azure/architecture/best-practices/transient-faults
 */
export interface RetryOptions {
  /** Maximum number of requests for one call, the first included; at least 1. Default 5. */
  readonly maxAttempts?: number | undefined;
  /** Upper bound of the first delay, in milliseconds. The n-th delay is a random time up to `baseDelayMs` × 2ⁿ⁻¹. Default 500. */
  readonly baseDelayMs?: number | undefined;
  /** Highest upper bound of any delay, in milliseconds. A delay that the service requests may be longer. Default 20,000. */
  readonly maxDelayMs?: number | undefined;
}

const delayCheck: OptionCheck = {
  takes: "a number of milliseconds, at least 0",
  fits: (value) => Number.isFinite(value) && Number(value) >= 0,
};

const retryOptionKinds: OptionKinds<RetryOptions> = {
  maxAttempts: wholeNumber(1),
  baseDelayMs: delayCheck,
  maxDelayMs: delayCheck,
};

export const retryCheck: OptionCheck = {
  takes: "an object, or false",
  fits: (value) => value === false || (typeof value === "object" && value !== null),
};

export interface RetrySettings {
  readonly maxAttempts: number;
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
}

/**
 * Checks the retry options and fills in the defaults; `false` means a single attempt.
 * @throws TableError `config.invalid-option`
 */
export function retrySettings(options: RetryOptions | false | undefined): RetrySettings {
  if (options === false) return { maxAttempts: 1, baseDelayMs: 0, maxDelayMs: 0 };
  checkOptions("retry", options, retryOptionKinds);
  return {
    maxAttempts: options?.maxAttempts ?? 5,
    baseDelayMs: options?.baseDelayMs ?? 500,
    maxDelayMs: options?.maxDelayMs ?? 20_000,
  };
}

/** Bounds of a delay, in milliseconds: the first one, and the maximum. In between it doubles with each retry. */
export type BackoffBounds = Pick<RetrySettings, "baseDelayMs" | "maxDelayMs">;

/**
 * Returns a random delay below a bound that doubles with every retry (full jitter), in milliseconds.
 * @param retry the number of the retry, from 1
 * @param random a source of random numbers in [0, 1)
 */
export function backoff(retry: number, { baseDelayMs, maxDelayMs }: BackoffBounds, random: () => number): number {
  return random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (retry - 1));
}

/**
 * Returns the delay that a response asks for, in milliseconds: `x-ms-retry-after-ms`, `retry-after-ms`, or `Retry-After` in seconds or as a
 * date. Undefined if it asks for none, or in a format that cannot be parsed.
 */
export function retryAfter(headers: readonly string[], now: number): number | undefined {
  for (const name of ["x-ms-retry-after-ms", "retry-after-ms"]) {
    const text = headerValue(headers, name)?.trim();
    if (text !== undefined && /^\d{1,12}(\.\d+)?$/.test(text)) return Number(text);
  }
  const text = headerValue(headers, "retry-after")?.trim();
  if (text === undefined) return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Za-z]{3},/.test(text) ? parseTime(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
