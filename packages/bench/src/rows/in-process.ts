import { spawnSync } from "node:child_process";
import { median, type Row, type RowSource } from "../measure/figures.js";
import { type Cost, interleaved, programPath, runProgram, startStrictService } from "../measure/processes.js";
import { connectionStringTo, type SubjectName, subjects } from "../subjects/subjects.js";

/** CPU time that comparing every row with its stored keys adds to a query, without a network. */
export const keyCheck: RowSource = {
  name: "key-check",
  async measure(times) {
    const rows: Row[] = [];
    for (const subject of Object.keys(subjects) as SubjectName[]) rows.push(await measureShare(subject, times));
    return rows;
  },
};

async function measureShare(subject: SubjectName, times: number): Promise<Row> {
  const query = (how: string) => () => runProgram(programPath("query-in-process"), [subject, how]);
  const share = (await cpuRatio(times, query("checked"), query("unchecked"))) - 1;
  return {
    what: `comparing each ${subject} with its stored keys, CPU over a query without, in process`,
    ours: `${(100 * share).toFixed(1)}%`,
    budget: "at most 5%",
    holds: share <= 0.05,
  };
}

/** Cost of an index that the runtime maintains, relative to one that a program maintains with the same runtime. */
export const indexedInsert: RowSource = {
  name: "indexed-insert",
  async measure(times) {
    const insert = (how: string) => () => runProgram(programPath("insert-in-process"), [how]);
    const ratio = await cpuRatio(times, insert("indexed"), insert("by-hand"));
    return [
      {
        what: "insert with one index, CPU over a transaction of two rows by hand, in process",
        ours: `${ratio.toFixed(2)} ×`,
        budget: "at most 1.6 ×",
        holds: ratio <= 1.6,
      },
    ];
  },
};

/** Returns the median ratio of two costs, from processes that take turns. */
async function cpuRatio(times: number, one: () => Promise<Cost>, other: () => Promise<Cost>): Promise<number> {
  const costs = await interleaved(2 * times + 1, { one, other });
  return median(costs.one.map(({ cpuUs }, time) => cpuUs / (costs.other[time]?.cpuUs ?? Number.NaN)));
}

/** Number of times that V8 deoptimises the generated decoder, or code that it calls, while it decodes a million rows. */
export const deoptimisation: RowSource = {
  name: "deopt",
  async measure() {
    const { stdout, status } = spawnSync(process.execPath, ["--trace-deopt", programPath("decode-a-million")], {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    const hot = /^warm$([\s\S]*)^done \d{4}$/m.exec(stdout)?.[1];
    if (status !== 0 || hot === undefined) throw new Error(`A million rows were not decoded: ${stdout.slice(-2000)}`);
    // Lines about the script's own loop do not count, because it is not part of the decoder.
    const bailouts = hot
      .split("\n")
      .filter((line) => line.startsWith("[bailout") && !/<JSFunction (\(|decodePage)/.test(line));
    return [
      {
        what: "deoptimisations while a million rows are decoded",
        ours: String(bailouts.length),
        budget: "none",
        holds: bailouts.length === 0,
      },
    ];
  },
};

/** Cost, over HTTP, of values too large for one property. It is relative to `@azure/data-tables` with values in the same parts. */
export const chunkedCache: RowSource = {
  name: "chunked-cache",
  async measure(times) {
    const service = await startStrictService();
    const run = (client: string) => () =>
      runProgram(programPath("chunked-cache"), [connectionStringTo(service.endpoint), client]);
    const ratio = await cpuRatio(times, run("tablewright"), run("baseline"));
    service.stop();
    return [
      {
        what: "set and get of 900 kB in 15 parts, CPU over `@azure/data-tables`",
        ours: `${ratio.toFixed(2)} ×`,
        budget: "at most 0.5 ×",
        holds: ratio <= 0.5,
      },
    ];
  },
};
