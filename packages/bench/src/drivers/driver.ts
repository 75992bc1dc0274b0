import type { SubjectName } from "../subjects/subjects.js";

/** Kinds of work of the benchmark for one entity. Every driver can do all of them. */
export interface Driver {
  /** Reads one partition to its end, row by row, and returns the number of rows. */
  query(metadata: "minimal" | "none"): Promise<number>;
  /** Reads one property, charge or temperature, of those rows of a partition in which it is above a limit. Returns the number of rows. */
  select(): Promise<number>;
  get(n: number): Promise<unknown>;
  insert(n: number): Promise<unknown>;
  /** Changes one property, whatever the version of the row. */
  merge(n: number): Promise<unknown>;
  /** Inserts 100 entities, either all or none. */
  transaction(): Promise<unknown>;
  /** Inserts `count` entities into 16 partitions, with 16 requests in flight. */
  bulk(count: number): Promise<unknown>;
}

/**
 * Names of the drivers:
 * - `baseline`: `@azure/data-tables`.
 * - `floor`: bare undici, which encodes nothing.
 * - `by-hand`: code that a good engineer writes for one entity, with undici and without checks and retries.
 * - `tablewright`: Tablewright, through its public entry points.
 */
export type DriverName = "baseline" | "floor" | "by-hand" | "tablewright";

/**
 * Opens a driver.
 * @param retries true if `baseline` tries failed requests again by its own defaults. Otherwise it sends each request once, as `floor` and
 * `by-hand` do
 */
export async function openDriver(
  name: DriverName,
  endpoint: string,
  subject: SubjectName,
  retries = false,
): Promise<Driver> {
  const { open } = await import(`./${name}.js`);
  return open(endpoint, subject, retries);
}

/** Makes `count` calls, with `concurrency` of them in flight at a time. */
export async function inFlight(
  count: number,
  concurrency: number,
  call: (n: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const reader = async () => {
    while (next < count) await call(next++);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, reader));
}
