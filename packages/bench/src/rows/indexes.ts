import { freshScript, interleaved, runFresh } from "../measure/processes.js";
import { median } from "../measure/statistics.js";
import type { RowSource } from "./row.js";

const budget = 1.6;

/** What an index costs that the runtime keeps, over one that a program keeps itself with the same runtime. */
export const indexedInsert: RowSource = {
  name: "indexed-insert",
  async measure(times) {
    const insert = (how: string) => () => runFresh(freshScript("insert-in-process"), [how]);
    const costs = await interleaved(2 * times + 1, { indexed: insert("indexed"), byHand: insert("by-hand") });
    const ratios = costs.indexed.map(({ cpuUs }, time) => cpuUs / (costs.byHand[time]?.cpuUs ?? Number.NaN));
    const ratio = median(ratios);
    return [
      {
        what: "insert with one index, CPU over a transaction of two rows by hand, in process",
        ours: `${ratio.toFixed(2)} ×`,
        budget: `at most ${budget} ×`,
        holds: ratio <= budget,
      },
    ];
  },
};
