import { sample } from "../samples.js";
import { Reading } from "../tables.gen/index.js";
import { connect } from "./tablewright.js";

/** Does a fixed amount of work with so many requests under way, and tells how many entities that were. */
export type ParallelWork = (underWay: number) => Promise<number>;

/** Writes to 16 partitions. */
export function writeInParallel(endpoint: string): ParallelWork {
  const readings = connect(endpoint).entities(Reading);
  const items = Array.from({ length: 20_000 }, (_, n) => ({ insert: sample(n, `d${n % 16}`) }));
  return async (underWay) => {
    let written = 0;
    for await (const outcome of readings.bulk(items, { concurrency: underWay })) if (outcome.ok) written++;
    return written;
  };
}

/** Reads a table that is divided into 16 ranges. */
export function readInParallel(endpoint: string): ParallelWork {
  const readings = connect(endpoint).entities(Reading);
  const splitAt = Array.from({ length: 15 }, (_, n) => `dev!${String(n).padStart(4, "0")}`);
  return async (underWay) => {
    let rows = 0;
    for await (const reading of readings.scan({ parallel: underWay, splitAt })) if (reading.readingNo >= 0) rows++;
    return rows;
  };
}
