import { openDriver } from "../drivers/driver.js";
import { startStub } from "../measure/child.js";
import { spreadOf } from "../measure/statistics.js";
import { rowsPerPage, rowsPerTransaction } from "../samples.js";
import type { Row, RowSource } from "./row.js";

const latencyMs = 10;
const writers = 16;
const readers = 4;
const pagesPerRange = 10;

/**
 * A parallel scan and a bulk against answers that take 10 ms, over the limit of the model in `scale.md`: requests under way,
 * each of which takes the latency; one thread, which each entity takes for as long as it does without latency.
 */
export const scale: RowSource = {
  name: "scale",
  async measure(times) {
    return [
      await against(
        "bulk, 16 requests under way at 10 ms",
        1,
        times,
        rowsPerTransaction * writers,
        50_000,
        (endpoint) => bulkOf(endpoint),
      ),
      await against(
        "scan, 4 readers at 10 ms",
        pagesPerRange,
        times,
        rowsPerPage * readers,
        rowsPerPage * pagesPerRange * 16,
        (endpoint) => scanOf(endpoint),
      ),
    ];
  },
};

type Run = () => Promise<unknown>;

async function against(
  what: string,
  pages: number,
  times: number,
  underWay: number,
  entities: number,
  open: (endpoint: string) => Promise<Run>,
): Promise<Row> {
  const [near, far] = [await startStub(pages), await startStub(pages, latencyMs)];
  try {
    const [runNear, runFar] = [await open(near.endpoint), await open(far.endpoint)];
    await runNear();
    const shares: number[] = [];
    const rates: number[] = [];
    for (let time = 0; time < times; time++) {
      const thread = entities / (await seconds(runNear));
      const reached = entities / (await seconds(runFar));
      const limit = Math.min(thread, (underWay / latencyMs) * 1000);
      shares.push(reached / limit);
      rates.push(reached);
    }
    const share = spreadOf(shares);
    return {
      what,
      ours: `${Math.round(spreadOf(rates).median / 1000)},000 entities/s, ${(share.median * 100).toFixed(0)}% of the model's limit`,
      budget: "at least 90% of the limit",
      holds: share.median >= 0.9,
    };
  } finally {
    near.stop();
    far.stop();
  }
}

async function seconds(run: Run): Promise<number> {
  const started = performance.now();
  await run();
  return (performance.now() - started) / 1000;
}

async function bulkOf(endpoint: string): Promise<Run> {
  const driver = await openDriver("tablewright", endpoint);
  return () => driver.bulk(50_000);
}

async function scanOf(endpoint: string): Promise<Run> {
  const { scanInParallel } = await import("../drivers/tablewright.js");
  return () => scanInParallel(endpoint, readers, 15);
}
