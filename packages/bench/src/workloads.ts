import { type Driver, inFlight } from "./drivers/driver.js";

/** Required ratios for a row of the comparison. */
export interface Budget {
  /** Minimum ratio of the CPU time of `@azure/data-tables` to ours. */
  readonly atLeast: number;
  /** Maximum ratio of our CPU time to that of the handwritten code. */
  readonly atMost: number;
}

/** Row of the comparison: the same workload for every driver. */
export interface Workload extends Budget {
  readonly name: string;
  readonly title: string;
  /** Unit that a figure is for. */
  readonly unit: "entity" | "operation";
  /** Number of entities or operations in one round. */
  readonly units: number;
  /**
   * Set if the workload runs in a new process whose start is counted. The driver `floor` is omitted, because it needs Tablewright's
   * requests to start.
   */
  readonly isFirst?: true;
  run(driver: Driver): Promise<unknown>;
}

export const pagesPerQuery = 100;

export const workloads: readonly Workload[] = [
  {
    name: "query",
    title: "query, 100 pages × 1,000, by row",
    unit: "entity",
    units: 100_000,
    atLeast: 5,
    atMost: 1.15,
    run: (driver) => driver.query("minimal"),
  },
  {
    name: "query-nometadata",
    title: "the same at nometadata",
    unit: "entity",
    units: 100_000,
    atLeast: 5.5,
    atMost: 1.15,
    run: (driver) => driver.query("none"),
  },
  {
    name: "select",
    title: "query with where and select, 100 pages × 1,000",
    unit: "entity",
    units: 100_000,
    atLeast: 4,
    atMost: 1.3,
    run: (driver) => driver.select(),
  },
  point("get-1", "get, concurrency 1", 5000, 1, { atLeast: 4.5, atMost: 1.15 }, (driver, n) => driver.get(n)),
  point("get-64", "get, concurrency 64", 10_000, 64, { atLeast: 6, atMost: 1.15 }, (driver, n) => driver.get(n)),
  point("insert-1", "insert, concurrency 1", 5000, 1, { atLeast: 3.2, atMost: 1.2 }, (driver, n) => driver.insert(n)),
  point("insert-64", "insert, concurrency 64", 10_000, 64, { atLeast: 4.8, atMost: 1.2 }, (driver, n) =>
    driver.insert(n),
  ),
  point("merge-1", "merge, concurrency 1", 5000, 1, { atLeast: 3.2, atMost: 1.2 }, (driver, n) => driver.merge(n)),
  transactions("transaction-1", "transaction of 100, concurrency 1", 400, 1, 5.5),
  transactions("transaction-16", "transaction of 100, concurrency 16", 640, 16, 6),
  {
    name: "bulk",
    title: "bulk of 100,000 inserts",
    unit: "entity",
    units: 100_000,
    atLeast: 6,
    atMost: 1.4,
    run: (driver) => driver.bulk(100_000),
  },
  first("first-gets", "the first 1,000 gets of a process", "operation", (driver) =>
    inFlight(1000, 1, (n) => driver.get(n % 100)),
  ),
  first("first-inserts", "the first 1,000 inserts of a process", "operation", (driver) =>
    inFlight(1000, 1, (n) => driver.insert(n % 100)),
  ),
  first("first-transactions", "the first 10 transactions of 100 of a process", "entity", (driver) =>
    inFlight(10, 1, () => driver.transaction()),
  ),
];

function point(
  name: string,
  title: string,
  units: number,
  concurrency: number,
  budget: Budget,
  call: (driver: Driver, n: number) => Promise<unknown>,
): Workload {
  const run = (driver: Driver) => inFlight(units, concurrency, (n) => call(driver, n % 100));
  return { name, title, unit: "operation", units, ...budget, run };
}

function transactions(name: string, title: string, count: number, concurrency: number, atLeast: number): Workload {
  const run = (driver: Driver) => inFlight(count, concurrency, () => driver.transaction());
  return { name, title, unit: "entity", units: count * 100, atLeast, atMost: 1.3, run };
}

function first(name: string, title: string, unit: Workload["unit"], run: Workload["run"]): Workload {
  return { name, title, unit, units: 1000, atLeast: 1.5, atMost: 1.5, isFirst: true, run };
}
