import { connect } from "../drivers/tablewright.js";
import { computeSpread, type Row, type RowSource } from "../measure/figures.js";
import { startStub } from "../measure/processes.js";
import { reading } from "../subjects/reading.js";
import { repeated } from "../subjects/subjects.js";
import { Reading } from "../tables.gen/index.js";

const latencyMs = 10;

/**
 * Throughput of a bulk and a parallel scan against responses that take 10 ms, relative to the limit of the model in `scale.md`. The limit
 * is the throughput of sequential requests times their number in flight, but at most the throughput of one thread with immediate responses.
 */
export const scale: RowSource = {
  name: "scale",
  async measure(times) {
    return [
      await against("bulk, 8 requests under way, answers after 10 ms", 1, times, 8, writeInParallel),
      await against("scan, 2 readers, answers after 10 ms", 10, times, 2, readInParallel),
    ];
  },
};

async function against(
  what: string,
  pages: number,
  times: number,
  underWay: number,
  open: (endpoint: string) => ParallelWork,
): Promise<Row> {
  const [nearStub, farStub] = [await startStub(pages), await startStub(pages, latencyMs)];
  try {
    const [near, far] = [open(nearStub.endpoint), open(farStub.endpoint)];
    await Promise.all([near(underWay), far(underWay)]);
    const rates: number[] = [];
    const shares: number[] = [];
    for (let time = 0; time < times; time++) {
      const [thread, alone, reached] = [await rate(near, underWay), await rate(far, 1), await rate(far, underWay)];
      rates.push(reached);
      shares.push(reached / Math.min(thread, underWay * alone));
    }
    const share = computeSpread(shares).median;
    return {
      what,
      ours: `${(computeSpread(rates).median / 1000).toFixed(0)},000 entities/s, ${(share * 100).toFixed(0)}% of the model's limit`,
      budget: "at least 90% of the limit",
      holds: share >= 0.9,
    };
  } finally {
    nearStub.stop();
    farStub.stop();
  }
}

/** Returns the entities a second. */
async function rate(work: ParallelWork, underWay: number): Promise<number> {
  const started = performance.now();
  const entities = await work(underWay);
  return (entities / (performance.now() - started)) * 1000;
}

/** Does work with `underWay` requests in flight, and returns the number of entities. */
type ParallelWork = (underWay: number) => Promise<number>;

const partitions = 16;

/**
 * Number of entities for each request in flight, so that the duration does not depend on the number of requests in flight, and every
 * request is full.
 */
const entitiesEach = partitions * 6 * 100;

/** Writes to 16 partitions. */
function writeInParallel(endpoint: string): ParallelWork {
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
function readInParallel(endpoint: string): ParallelWork {
  const readings = connect(endpoint).entities(Reading);
  const splitAt = Array.from({ length: 15 }, (_, n) => `dev!${String(n).padStart(4, "0")}`);
  return async (underWay) => {
    let rows = 0;
    for await (const reading of readings.scan({ parallel: underWay, splitAt })) if (reading.readingNo >= 0) rows++;
    return rows;
  };
}
