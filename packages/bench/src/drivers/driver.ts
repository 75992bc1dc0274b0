import type { SubjectName } from "../subjects/subjects.js";

/** The same work on every side, for one entity. */
export interface Driver {
  /** Reads one partition to its end, row by row, and tells how many rows there were. */
  query(metadata: "minimal" | "none"): Promise<number>;
  get(n: number): Promise<unknown>;
  insert(n: number): Promise<unknown>;
  /** 100 inserts, all or nothing. */
  transaction(): Promise<unknown>;
  /** So many inserts into 16 partitions, 16 requests under way. */
  bulk(count: number): Promise<unknown>;
}

/**
 * The baseline; bare undici, which encodes nothing; what a good engineer writes by hand for one entity, with undici, without
 * checks and retries; Tablewright through its public entry points.
 */
export type DriverName = "baseline" | "floor" | "by-hand" | "tablewright";

export async function openDriver(name: DriverName, endpoint: string, subject: SubjectName): Promise<Driver> {
  const { open } = await import(`./${name}.js`);
  return open(endpoint, subject);
}

/** Runs calls with so many under way, until `count` were made. */
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
