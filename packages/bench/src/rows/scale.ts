import { type ParallelWork, readInParallel, writeInParallel } from "../drivers/parallel-work.js";
import { startStub } from "../measure/child.js";
import { spreadOf } from "../measure/statistics.js";
import type { Row, RowSource } from "./row.js";

const latencyMs = 10;

/**
 * A bulk and a parallel scan against answers that take 10 ms, over the limit of the model in `scale.md`: so many times
 * what one request after the other brings, and no more than the thread does where answers come at once.
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
    const share = spreadOf(shares).median;
    return {
      what,
      ours: `${(spreadOf(rates).median / 1000).toFixed(0)},000 entities/s, ${(share * 100).toFixed(0)}% of the model's limit`,
      budget: "at least 90% of the limit",
      holds: share >= 0.9,
    };
  } finally {
    nearStub.stop();
    farStub.stop();
  }
}

/** Entities a second. */
async function rate(work: ParallelWork, underWay: number): Promise<number> {
  const started = performance.now();
  const entities = await work(underWay);
  return (entities / (performance.now() - started)) * 1000;
}
