/** Row of the second table of results, for figures other than CPU time a unit. */
export interface Row {
  readonly what: string;
  readonly baseline?: string;
  readonly floor?: string;
  readonly ours: string;
  /** Required range of the figures, in words; absent if there is no requirement. */
  readonly budget?: string;
  readonly holds?: boolean;
}

export interface RowSource {
  readonly name: string;
  measure(times: number): Promise<readonly Row[]>;
}

export function milliseconds(us: number): string {
  return `${(us / 1000).toFixed(1)} ms`;
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
