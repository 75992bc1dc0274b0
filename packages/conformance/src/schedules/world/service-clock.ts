/** How the service's clock differs from that of the clients, in milliseconds. */
export interface ClockDifference {
  /** What the service is ahead by, at least and at most. */
  readonly leastMs: number;
  readonly mostMs: number;
  /** Another value each time where its machines differ. */
  readonly offsetMs: (random: () => number) => number;
}

/**
 * Most often none; a difference that whole seconds do not show; a large one; or machines that differ from each other.
 * @param isDateTrue whether clients can see the difference; else it stays below the 15 minutes that they count on
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
