import { type Driver, inFlight } from "./drivers/driver.js";

/** One line of the comparison: the same work for every driver, and what the figures have to be. */
export interface Work {
  readonly name: string;
  readonly title: string;
  /** What one figure is of. */
  readonly unit: "entity" | "operation";
  /** Units of one round. */
  readonly units: number;
  /** The baseline's CPU time over ours. */
  readonly atLeast: number;
  /** Our CPU time over the floor's. */
  readonly atMost: number;
  run(driver: Driver): Promise<unknown>;
}

export const pagesOfAQuery = 100;

export const works: readonly Work[] = [
  {
    name: "query",
    title: "query, 100 pages × 1,000, by row",
    unit: "entity",
    units: 100_000,
    atLeast: 5,
    atMost: 1.45,
    run: (driver) => driver.query("minimal"),
  },
  {
    name: "query-nometadata",
    title: "the same at nometadata",
    unit: "entity",
    units: 100_000,
    atLeast: 6,
    atMost: 1.45,
    run: (driver) => driver.query("none"),
  },
  point("get-1", "get, concurrency 1", 5000, 1, 4.5, 1.5, (driver, n) => driver.get(n)),
  point("get-64", "get, concurrency 64", 10_000, 64, 6, 1.5, (driver, n) => driver.get(n)),
  point("insert-1", "insert, concurrency 1", 5000, 1, 4, 1.5, (driver, n) => driver.insert(n)),
  point("insert-64", "insert, concurrency 64", 10_000, 64, 4.5, 1.5, (driver, n) => driver.insert(n)),
  transactions("transaction-1", "transaction of 100, concurrency 1", 400, 1),
  transactions("transaction-16", "transaction of 100, concurrency 16", 640, 16),
  {
    name: "bulk",
    title: "bulk of 100,000 inserts",
    unit: "entity",
    units: 100_000,
    atLeast: 6,
    atMost: 2.5,
    run: (driver) => driver.bulk(100_000),
  },
];

function point(
  name: string,
  title: string,
  units: number,
  concurrency: number,
  atLeast: number,
  atMost: number,
  call: (driver: Driver, n: number) => Promise<unknown>,
): Work {
  const run = (driver: Driver) => inFlight(units, concurrency, (n) => call(driver, n % 100));
  return { name, title, unit: "operation", units, atLeast, atMost, run };
}

function transactions(name: string, title: string, count: number, concurrency: number): Work {
  const run = (driver: Driver) => inFlight(count, concurrency, () => driver.transaction());
  return { name, title, unit: "entity", units: count * 100, atLeast: 6.5, atMost: 2.2, run };
}
