import { KeyPositions } from "./key-positions.js";

/** Estimated number of rows that a query will read, made before the query reads them. */
export interface RowEstimate {
  readonly rows: number;
  /**
   * `counted` if the sampled pages contained every row; `about` for an extrapolation from samples, which assumes that keys are evenly
   * distributed between them; `atLeast` if `rows` counts only the sampled rows and more exist.
   */
  readonly kind: "counted" | "about" | "atLeast";
}

/** Sorted keys of rows, from which samples are read: the PartitionKeys of a table, or the RowKeys of a partition. */
export interface SampledKeys {
  /** Returns the keys of the first rows from a key on, at most a page. `isWhole` is true if the range has no further row. */
  read(from: string, end: string | undefined): Promise<{ readonly keys: readonly string[]; readonly isWhole: boolean }>;
  /** Returns the number of rows with this key. Called only for a key whose rows fill a page. */
  sizeOf(key: string): Promise<number>;
  /** Returns whether a further page may be read. */
  mayRead(): boolean;
}

/** Range of keys whose first rows were read. */
interface Stretch {
  /** Key at which this search for rows began. There are no rows between it and `start`. */
  readonly asked: string;
  /** Key of the first row. */
  readonly start: string;
  /** Number of rows before `from`. */
  readonly rows: number;
  /** Key from which on the rows are unknown; undefined if all rows before `end` are known. */
  readonly from: string | undefined;
  end: string | undefined;
  /** True if all rows of the stretch have the same key. Then the distance between keys is unknown. */
  readonly isPoint: boolean;
  /** Number of searches so far that found no row at the end of the unknown part. */
  misses: number;
}

/** Sampling ends as soon as the last `pages` estimates, one for each sample, differ by less than the share `change`. */
const steady = { pages: 6, change: 0.1 } as const;

/**
 * Estimates the number of rows from samples. It reads the first page and looks for the last keys. Then it reads pages in the middle of the
 * part that seems to have the most unknown rows, until the estimate hardly changes or no further page may be read. Between two samples, the
 * rows are assumed to be as dense as in the two together.
 */
export async function estimateRange(source: SampledKeys): Promise<RowEstimate> {
  const stretches: Stretch[] = [];
  const positions = new KeyPositions();
  let isOnePage = true;
  await explore("", undefined);
  if (isOnePage) return { rows: total(), kind: "counted" };
  await findEnd();
  const history: number[] = [];
  for (let unknown = mostUnknown(); unknown !== undefined; unknown = mostUnknown()) {
    history.push(total());
    const recent = history.slice(-steady.pages);
    const change = Math.max(...recent) / Math.min(...recent) - 1;
    if (!source.mayRead() || (history.length > steady.pages && change < steady.change)) break;
    const { stretch, middle } = unknown;
    const { end } = stretch;
    stretch.end = middle;
    if ((await explore(middle, end)) === undefined) stretch.misses++;
  }
  const isKnown = stretches.every(({ from }, index) => from === undefined || densityAt(index) !== undefined);
  return { rows: Math.round(total()), kind: isKnown ? "about" : "atLeast" };

  /**
   * Reads the first rows of a range and adds them to `stretches`. Returns the first stretch; undefined if the range has no rows.
   * @param isFurther true if the range begins where a stretch ends
   */
  async function explore(asked: string, end: string | undefined, isFurther = false): Promise<Stretch | undefined> {
    const { keys, isWhole } = await source.read(asked, end);
    positions.learn(keys);
    isOnePage &&= isWhole;
    const [start] = keys;
    const last = keys.at(-1);
    if (start === undefined || last === undefined) return undefined;
    const before = isWhole ? keys.length : keys.indexOf(last);
    const isPoint = before === 0;
    const rows = isPoint ? await source.sizeOf(last) : before;
    const from = isWhole ? undefined : isPoint ? `${last} ` : last;
    const stretch = { asked: asked || start, start, rows, from, end, isPoint, misses: 0 };
    stretches.push(stretch);
    stretches.sort((one, other) => (one.start < other.start ? -1 : 1));
    // The key at the end of the page may have many rows. They say little about the keys around it.
    const isCut = isPoint ? !isFurther : keys.length - before > before;
    if (from === undefined || !isCut || !source.mayRead()) return stretch;
    const next = await explore(from, end, isPoint);
    const whole = { ...stretch, from: undefined, end: next?.start ?? end, isPoint: false };
    stretches[stretches.indexOf(stretch)] = whole;
    return whole;
  }

  /** Looks for keys after those that begin like the known ones, until it finds none. */
  async function findEnd(): Promise<void> {
    while (source.mayRead()) {
      const end = positions.end();
      const last = stretches.at(-1);
      if (end === undefined || last === undefined || last.from === undefined) return;
      const found = await explore(end, undefined);
      last.end = end;
      if (found === undefined) return;
    }
  }

  /**
   * Returns the number of rows per unit of position around the unknown part of a stretch, as measured in the rows read before and after it.
   */
  function densityAt(index: number): number | undefined {
    const before = measure(index);
    const next = stretches[index + 1];
    const after = next && measure(index + 1);
    if (next === undefined || after === undefined) return before && before.rows / before.length;
    const gap = positions.of(next.start) - positions.of(next.asked);
    return ((before?.rows ?? 0) + after.rows) / ((before?.length ?? 0) + gap + after.length);
  }

  /**
   * Returns the number of rows and the length of a stretch. If its length is 0, returns those of the nearest earlier stretch that has a
   * length.
   */
  function measure(index: number): { readonly rows: number; readonly length: number } | undefined {
    for (const { start, rows, from, end, isPoint } of stretches.slice(0, index + 1).reverse()) {
      const length = positions.of(from ?? end) - positions.of(start);
      if (!isPoint && length > 0) return { rows, length };
    }
    return undefined;
  }

  function unknownRows({ from, end }: Stretch, index: number): number {
    if (from === undefined) return 0;
    return (densityAt(index) ?? 0) * Math.max(0, positions.of(end) - positions.of(from));
  }

  function total(): number {
    return stretches.reduce((sum, stretch, index) => sum + stretch.rows + unknownRows(stretch, index), 0);
  }

  /** Returns the stretch that seems to have the most unknown rows, and the middle of its unknown part; undefined if no middle is left. */
  function mostUnknown(): { readonly stretch: Stretch; readonly middle: string } | undefined {
    const open = stretches.flatMap((stretch, index) => {
      const middle = stretch.from && positions.between(stretch.from, stretch.end, 0.5 * 0.25 ** stretch.misses);
      return middle === undefined ? [] : [{ stretch, middle, rows: unknownRows(stretch, index) }];
    });
    return open.sort((one, other) => other.rows - one.rows)[0];
  }
}
