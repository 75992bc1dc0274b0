/** Median of some figures, and the spread around it. */
export interface Spread {
  readonly median: number;
  readonly q1: number;
  readonly q3: number;
  readonly min: number;
  readonly max: number;
}

export function computeSpread(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other);
  return {
    median: quantile(sorted, 0.5),
    q1: quantile(sorted, 0.25),
    q3: quantile(sorted, 0.75),
    min: quantile(sorted, 0),
    max: quantile(sorted, 1),
  };
}

export function median(values: readonly number[]): number {
  return computeSpread(values).median;
}

function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** Row of the second table of results, for figures other than CPU time for each entity or operation. */
export interface Row {
  readonly what: string;
  readonly baseline?: string;
  readonly floor?: string;
  readonly ours: string;
  /** Required range of the figures, in words; absent if there is no requirement. */
  readonly budget?: string;
  readonly holds?: boolean;
  /** True if the row is of a separate source, so that a run of everything keeps it. */
  readonly isSeparate?: true;
}

export interface RowSource {
  readonly name: string;
  /** True if the source takes so long that only a run that names it measures it. */
  readonly isSeparate?: true;
  measure(times: number): Promise<readonly Row[]>;
}

export function milliseconds(us: number): string {
  return `${(us / 1000).toFixed(1)} ms`;
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
