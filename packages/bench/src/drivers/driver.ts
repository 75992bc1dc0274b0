/** The same work on every side: the baseline, bare undici, and Tablewright through its public entry points. */
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

export type DriverName = "baseline" | "floor" | "tablewright";

export async function openDriver(name: DriverName, endpoint: string): Promise<Driver> {
  const { open } = await import(`./${name}.js`);
  return open(endpoint);
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
