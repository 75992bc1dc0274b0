import { median, type Row, type RowSource } from "../measure/figures.js";
import { runForResult, startStrictService } from "../measure/processes.js";
import type { PriceOfFeature } from "../programs/price-of-a-feature.js";
import { connectionStringTo } from "../subjects/subjects.js";

/** Feature with the work that is done with and without it. */
interface Feature {
  /** Name in `programs/price-of-a-feature.ts`. */
  readonly name: string;
  readonly what: string;
  /** Maximum ratio of the CPU times, for features with a budget. */
  readonly budget?: number;
}

/**
 * Features, in the order of the table. A single write with a receipt (`exactly: "once"`) is a transaction of two rows, and so is a write
 * with an index.
 */
const features: readonly Feature[] = [
  { name: "insert-once", what: 'insert with `exactly: "once"`, over one without', budget: 1.7 },
  { name: "merge-once", what: 'merge with `exactly: "once"`, over one without', budget: 1.8 },
  { name: "transaction-once", what: 'transaction of 50 inserts with `exactly: "once"`, over one without', budget: 1.4 },
  { name: "modify-once", what: 'modify with `exactly: "once"`, 16 at once, over one without', budget: 1.6 },
  { name: "modify", what: "modify, 16 at once, over merges that overwrite" },
  { name: "index", what: "insert with an index in the partition, over one without" },
  { name: "unique", what: "insert with a unique index in the partition, over one without" },
  { name: "index-elsewhere", what: "insert with an index elsewhere, over one without" },
  { name: "unique-global", what: "insert with a globally unique index, over one without" },
  { name: "parts", what: "insert of a short text with `parts`, over one without" },
  { name: "compress", what: 'insert of short JSON with `compress: "gzip"`, over one without' },
  { name: "on-write", what: "insert with `onWrite`, over one that passes the time" },
  { name: "to-plain", what: "query of 1,000 entities with `toPlain()` of each, over one without" },
];

/** CPU time of the client that each feature adds to a call, over HTTP. */
export const featurePrices: RowSource = {
  name: "feature-prices",
  async measure(times) {
    const service = await startStrictService();
    try {
      const rows: Row[] = [];
      for (const feature of features)
        rows.push(await measureFeature(connectionStringTo(service.endpoint), feature, times));
      return rows;
    } finally {
      service.stop();
    }
  },
};

async function measureFeature(connection: string, { name, what, budget }: Feature, times: number): Promise<Row> {
  const ratios: number[] = [];
  for (let time = 0; time < times; time++) {
    const cost = (await runForResult("price-of-a-feature", [connection, name])) as PriceOfFeature;
    ratios.push(cost.priced / cost.plain);
  }
  const ratio = median(ratios);
  return {
    what: `${what}, CPU`,
    ours: `${ratio.toFixed(2)} ×`,
    ...(budget !== undefined && { budget: `at most ${budget} ×`, holds: ratio <= budget }),
  };
}
