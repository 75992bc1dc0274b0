import { spawnSync } from "node:child_process";
import { type Cost, freshScript, interleaved, runFresh, startStub } from "../measure/processes.js";
import { median } from "../measure/statistics.js";
import { account, accountKey } from "../samples.js";
import { milliseconds, type RowSource } from "./row.js";

/** Starting a process is short and noisy: it is done so many times as often as the rest. */
const oftener = 4;

const cpu = (costs: readonly Cost[]) => median(costs.map(({ cpuUs }) => cpuUs));
const nothing = () => runFresh(freshScript("import-package"));

/** What loading the package costs over an empty process. */
export const importCost: RowSource = {
  name: "import",
  async measure(times) {
    const load = (name: string) => () => runFresh(freshScript("import-package"), [name]);
    const costs = await interleaved(times * oftener, {
      nothing,
      baseline: load("@azure/data-tables"),
      ours: load("@tablewright/runtime"),
    });
    const baseline = cpu(costs.baseline) - cpu(costs.nothing);
    const ours = cpu(costs.ours) - cpu(costs.nothing);
    return [
      {
        what: "import, CPU over an empty node",
        baseline: milliseconds(baseline),
        ours: `${milliseconds(ours)}, ${(baseline / ours).toFixed(1)} times less`,
        budget: "under 10 ms, at least 10 times less",
        holds: ours < 10_000 && baseline / ours >= 10,
      },
    ];
  },
};

/** From the start of the process to the first row, import included. */
export const firstResponse: RowSource = {
  name: "first-response",
  async measure(times) {
    const stub = await startStub(1);
    try {
      const read = (name: string) => () =>
        runFresh(freshScript("first-response"), [name, stub.endpoint, account, accountKey]);
      const costs = await interleaved(times * oftener, {
        nothing,
        baseline: read("baseline"),
        floor: read("floor"),
        ours: read("tablewright"),
      });
      const over = (name: "baseline" | "floor" | "ours") => cpu(costs[name]) - cpu(costs.nothing);
      const ratio = over("baseline") / over("ours");
      return [
        {
          what: "first response, CPU over an empty node",
          baseline: milliseconds(over("baseline")),
          floor: milliseconds(over("floor")),
          ours: `${milliseconds(over("ours"))}, ${ratio.toFixed(2)} times less`,
          budget: "at least 2.9 times less (1.45 with all of undici)",
          holds: ratio >= 2.9,
        },
      ];
    } finally {
      stub.stop();
    }
  },
};

/** The largest resident set of a process that streams 100,000 rows. */
export const memory: RowSource = {
  name: "memory",
  async measure(times) {
    const stub = await startStub(100);
    try {
      const read = (driver: string) => () => runFresh(freshScript("stream"), [driver, stub.endpoint]);
      const costs = await interleaved(times, {
        baseline: read("baseline"),
        floor: read("floor"),
        ours: read("tablewright"),
      });
      const rss = (name: keyof typeof costs) => median(costs[name].map(({ maxRssKb }) => maxRssKb)) * 1024;
      const [baseline, floor, ours] = [rss("baseline"), rss("floor"), rss("ours")];
      const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
      return [
        {
          what: "peak RSS while 100,000 entities are streamed",
          baseline: megabytes(baseline),
          floor: megabytes(floor),
          ours: `${megabytes(ours)}, ${(baseline / ours).toFixed(2)} times less; ${(ours / floor).toFixed(2)} of the floor`,
          budget: "at least 1.2 times less; at most 1.2 of the floor",
          holds: baseline / ours >= 1.2 && ours / floor <= 1.2,
        },
      ];
    } finally {
      stub.stop();
    }
  },
};

/** What it costs to compare every row with its stored keys, of all that a query does in the process. */
export const keyCheck: RowSource = {
  name: "key-check",
  async measure(times) {
    const query = (how: string) => () => runFresh(freshScript("query-in-process"), [how]);
    const costs = await interleaved(2 * times + 1, { checked: query("checked"), unchecked: query("unchecked") });
    const shares = costs.checked.map(({ cpuUs }, time) => cpuUs / (costs.unchecked[time]?.cpuUs ?? Number.NaN) - 1);
    const share = median(shares);
    return [
      {
        what: "comparing rows with their stored keys, CPU over a query without, in process",
        ours: `${(100 * share).toFixed(1)}%`,
        budget: "at most 5%",
        holds: share <= 0.05,
      },
    ];
  },
};

/** How often V8 gives up optimised code of the generated decoder, or of what it calls, while it decodes a million rows. */
export const deoptimisation: RowSource = {
  name: "deopt",
  async measure() {
    const { stdout, status } = spawnSync(process.execPath, ["--trace-deopt", freshScript("decode-a-million")], {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    const hot = /^warm$([\s\S]*)^done \d{4}$/m.exec(stdout)?.[1];
    if (status !== 0 || hot === undefined) throw new Error(`A million rows were not decoded: ${stdout.slice(-2000)}`);
    // The script's own loop is not the decoder.
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
