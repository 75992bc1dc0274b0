/** Difference between the service's clock and that of the clients, in milliseconds. */
export interface ClockDifference {
  /** Minimum offset of the service's clock. */
  readonly leastMs: number;
  /** Maximum offset of the service's clock. */
  readonly mostMs: number;
  /** Draws the current offset. It varies if the service's machines differ. */
  readonly offsetMs: (random: () => number) => number;
}

/**
 * Draws one of these: most often no difference; a difference below a second; a large one; machines of the service that differ from each
 * other.
 * @param isDateTrue true if clients can see the difference in `Date`; otherwise, it stays below the 15 minutes that clients rely on
 */
export function drawClock(random: () => number, isDateTrue: boolean): ClockDifference {
  const kind = Math.floor(random() * 8);
  const share = 2 * random() - 1;
  if (kind === 0) return constant(share * 900);
  if (kind === 1) return constant(share * (isDateTrue ? 60 : 14) * 60_000);
  if (kind === 2) return { leastMs: -100, mostMs: 100, offsetMs: (jitter) => 200 * jitter() - 100 };
  return constant(0);
}

function constant(ms: number): ClockDifference {
  return { leastMs: ms, mostMs: ms, offsetMs: () => ms };
}
