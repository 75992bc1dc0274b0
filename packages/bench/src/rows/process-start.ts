import { kilobytes, median, milliseconds, type RowSource } from "../measure/figures.js";
import { type Cost, interleaved, programPath, runForResult, runProgram, startStub } from "../measure/processes.js";
import type { AtRest } from "../programs/at-rest.js";

/** Factor by which starts are measured more often than the rest, because a start is short and noisy. */
const oftener = 4;

const cpu = (costs: readonly Cost[]) => median(costs.map(({ cpuUs }) => cpuUs));
const nothing = () => runProgram(programPath("import-package"));

/** CPU time of a process that loads the package, compared with an empty process. */
export const importCost: RowSource = {
  name: "import",
  async measure(times) {
    const load = (name: string) => () => runProgram(programPath("import-package"), [name]);
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

/** Largest resident set of a process that streams 100,000 rows. */
export const memory: RowSource = {
  name: "memory",
  async measure(times) {
    const stub = await startStub(100);
    try {
      const read = (driver: string) => () =>
        runProgram(programPath("run-workload"), [driver, stub.endpoint, "reading", "query"]);
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

/** Memory and CPU time of clients that nothing uses. */
export const atRest: RowSource = {
  name: "at-rest",
  async measure() {
    const stub = await startStub(1);
    try {
      const { client, handle, cpuUs } = (await runForResult("at-rest", [stub.endpoint])) as AtRest;
      return [
        { what: "heap of a client that nothing uses, one of 100", ours: kilobytes(client) },
        { what: "heap of `service.entities(Visit)`, one of 10,000", ours: kilobytes(handle) },
        { what: "CPU of 101 clients with 10,000 handles, in a second without a call", ours: milliseconds(cpuUs) },
      ];
    } finally {
      stub.stop();
    }
  },
};
