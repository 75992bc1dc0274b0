/** Upper bounds of the latency buckets, in milliseconds. A last bucket counts all longer calls. */
export const latencyBoundsMs: readonly number[] = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000,
];

/** Counts of one client since its creation. */
export interface MetricsSnapshot {
  /** Number of calls, whatever their outcome. */
  readonly requests: number;
  /** Number of HTTP requests sent. */
  readonly attempts: number;
  /** Number of calls that ended without a response or with a status of 400 or more. */
  readonly failures: number;
  /** Number of responses 429 and 503. */
  readonly throttles: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  /**
   * Numbers of calls by duration, one for each bound of {@link latencyBoundsMs}. Each counts the calls up to its bound and above the one
   * before. One more number at the end counts longer calls.
   */
  readonly latency: readonly number[];
  readonly latencyTotalMs: number;
}

/** Counts of the calls of one client. */
export class ClientMetrics {
  #requests = 0;
  #attempts = 0;
  #failures = 0;
  #throttles = 0;
  #requestBytes = 0;
  #responseBytes = 0;
  #latencyTotalMs = 0;
  readonly #latency = new Array<number>(latencyBoundsMs.length + 1).fill(0);

  attempt(requestBytes: number, responseBytes: number, status: number | undefined): void {
    this.#attempts++;
    this.#requestBytes += requestBytes;
    this.#responseBytes += responseBytes;
    if (status === 429 || status === 503) this.#throttles++;
  }

  call(durationMs: number, failed: boolean): void {
    this.#requests++;
    if (failed) this.#failures++;
    this.#latencyTotalMs += durationMs;
    let bucket = 0;
    while (bucket < latencyBoundsMs.length && durationMs > (latencyBoundsMs[bucket] ?? 0)) bucket++;
    this.#latency[bucket] = (this.#latency[bucket] ?? 0) + 1;
  }

  snapshot(): MetricsSnapshot {
    return {
      requests: this.#requests,
      attempts: this.#attempts,
      failures: this.#failures,
      throttles: this.#throttles,
      requestBytes: this.#requestBytes,
      responseBytes: this.#responseBytes,
      latency: [...this.#latency],
      latencyTotalMs: this.#latencyTotalMs,
    };
  }
}
