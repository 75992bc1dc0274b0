import { freshScript, interleaved, runFresh } from "../measure/fresh-process.js";
import { median } from "../measure/statistics.js";
import { type SubjectName, subjects } from "../subjects/subjects.js";
import type { Row, RowSource } from "./row.js";

/** What it costs to compare every row with its stored keys, of all that a query does in the process. */
export const keyCheck: RowSource = {
  name: "key-check",
  async measure(times) {
    const rows: Row[] = [];
    for (const subject of Object.keys(subjects) as SubjectName[]) rows.push(await shareOf(subject, times));
    return rows;
  },
};

async function shareOf(subject: SubjectName, times: number): Promise<Row> {
  const query = (how: string) => () => runFresh(freshScript("query-in-process"), [subject, how]);
  const costs = await interleaved(2 * times + 1, { checked: query("checked"), unchecked: query("unchecked") });
  const shares = costs.checked.map(({ cpuUs }, time) => cpuUs / (costs.unchecked[time]?.cpuUs ?? Number.NaN) - 1);
  const share = median(shares);
  return {
    what: `comparing each ${subject} with its stored keys, CPU over a query without, in process`,
    ours: `${(100 * share).toFixed(1)}%`,
    budget: "at most 5%",
    holds: share <= 0.05,
  };
}
