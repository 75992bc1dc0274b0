import { reading } from "../subjects/reading.js";
import { repeated } from "../subjects/subjects.js";
import { Reading } from "../tables.gen/index.js";
import { connect } from "./tablewright.js";

/** Does work with so many requests under way, and tells how many entities that were. */
export type ParallelWork = (underWay: number) => Promise<number>;

const partitions = 16;

/** For each request under way: it takes as long, however many there are, and none of the requests is less than full. */
const entitiesEach = partitions * 6 * 100;

/** Writes to 16 partitions. */
export function writeInParallel(endpoint: string): ParallelWork {
  const readings = connect(endpoint).entities(Reading);
  const items = Array.from({ length: 20_000 }, (_, n) => ({ insert: reading.sample(n, n % partitions) }));
  return async (underWay) => {
    let entities = 0;
    const outcomes = readings.bulk(repeated(items, entitiesEach * underWay), { concurrency: underWay });
    for await (const outcome of outcomes) if (outcome.ok) entities++;
    return entities;
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
