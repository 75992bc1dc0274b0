/** What one run of a work cost the client's process. */
export interface Cost {
  /** User and system time with garbage collection and the compiler's threads, in microseconds. */
  readonly cpuUs: number;
  readonly wallUs: number;
  /** Largest resident set of the process so far, in KiB. */
  readonly maxRssKb: number;
}
