/** One line of the second table: figures of other kinds than CPU time a unit. */
export interface Row {
  readonly what: string;
  readonly baseline?: string;
  readonly floor?: string;
  readonly ours: string;
  /** What the figures have to be, in words, and whether they are; absent where they are only told. */
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
