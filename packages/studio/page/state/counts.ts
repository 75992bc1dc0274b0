import { createEffect, createSignal, untrack } from "solid-js";

/** Number of rows of an entity or a table, as it was counted. */
interface Count {
  readonly rows: number;
  /** False if there may be further rows that were not counted. */
  readonly isWhole: boolean;
  /** Time of the count, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * Creates the row counts that the page knows. They are kept in the session storage of the browser tab, so that they survive a reload.
 * @param endpoint returns the address of the account that the counts are of; undefined until it was read
 */
export function createCounts(endpoint: () => string | undefined) {
  const [counts, setCounts] = createSignal<ReadonlyMap<string, Count>>(new Map());
  createEffect(() => {
    const own = endpoint();
    if (own !== undefined) untrack(() => setCounts((all) => withKept(all, read(keyOf(own)))));
  });
  createEffect(() => {
    const [own, all] = [endpoint(), counts()];
    if (own !== undefined && all.size > 0) window.sessionStorage.setItem(keyOf(own), JSON.stringify([...all]));
  });
  return {
    /** Returns the known number of rows as text: `1,204` if all were counted, `1,000+` if there may be more, undefined if none were. */
    countOf(key: string): string | undefined {
      const known = counts().get(key);
      return known && `${known.rows.toLocaleString("en-US")}${known.isWhole ? "" : "+"}`;
    },
    /** Returns when rows were counted, in local time: `13:05` of today, or `28 Nov, 13:05`; undefined if they were not. */
    countedAt(key: string): string | undefined {
      const known = counts().get(key);
      return known && timeText(new Date(known.at));
    },
    /** Returns the number of all rows; undefined unless all were counted. */
    knownRows(key: string): number | undefined {
      const known = counts().get(key);
      return known?.isWhole ? known.rows : undefined;
    },
    noteCount(key: string, rows: number, isWhole: boolean) {
      const known = counts().get(key);
      if (known?.isWhole && !isWhole) return;
      const at = Date.now();
      if (known?.rows === rows && known.isWhole === isWhole && sameMinute(known.at, at)) return;
      setCounts(new Map(counts()).set(key, { rows, isWhole, at }));
    },
  };
}

/** Returns counts with those that were kept, unless they are of the same rows. A whole count is not replaced by one of some of the rows. */
export function withKept(
  counts: ReadonlyMap<string, Count>,
  kept: Iterable<readonly [string, Count]>,
): ReadonlyMap<string, Count> {
  const all = new Map(kept);
  for (const [key, count] of counts) if (count.isWhole || !all.get(key)?.isWhole) all.set(key, count);
  return all;
}

function keyOf(endpoint: string): string {
  return `tablewright counts ${endpoint}`;
}

function read(key: string): readonly (readonly [string, Count])[] {
  const text = window.sessionStorage.getItem(key);
  return text === null ? [] : (JSON.parse(text) as readonly (readonly [string, Count])[]);
}

const minute = 60_000;

function sameMinute(one: number, other: number): boolean {
  return Math.floor(one / minute) === Math.floor(other / minute);
}

function timeText(time: Date): string {
  const text = time.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? text : `${time.toLocaleDateString("en-GB", { day: "numeric", month: "short" })}, ${text}`;
}
