/** How the service's clock differs from that of the clients. */
export interface ClockDifference {
  readonly isSynchronized: boolean;
  /** What the service is ahead by, in milliseconds; another value each time where its machines differ. */
  readonly offsetMs: (random: () => number) => number;
}

/** Most often none; a difference that whole seconds do not show; a large one; or machines that differ from each other. */
export function drawClock(random: () => number): ClockDifference {
  const kind = Math.floor(random() * 8);
  const share = 2 * random() - 1;
  if (kind === 0) return { isSynchronized: false, offsetMs: () => share * 900 };
  if (kind === 1) return { isSynchronized: false, offsetMs: () => share * 3_600_000 };
  if (kind === 2) return { isSynchronized: false, offsetMs: (jitter) => 200 * jitter() - 100 };
  return { isSynchronized: true, offsetMs: () => 0 };
}
