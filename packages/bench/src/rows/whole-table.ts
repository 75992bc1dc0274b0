import { connect } from "../drivers/tablewright.js";
import { median, type Row, type RowSource } from "../measure/figures.js";
import { type Cost, commandPath, interleaved, onStrictService, projectPath, runProgram } from "../measure/processes.js";
import { connectionStringTo } from "../subjects/subjects.js";
import { type Place, type TableWork, tableWorks, type WorkName } from "./table-works.js";

/** Works that get a row each: all but those by hand. */
const commands = tableWorks.filter(({ name, over }) => name !== over);

const thousands = 100_000;
const million = 1_000_000;

/** Commands that read or write a whole table of 100,000 readings, over what does the same by hand. */
export const wholeTable: RowSource = {
  name: "whole-table",
  async measure(times) {
    const costs = await measureWorks(thousands, Math.min(times, 3));
    return commands.map((work) => buildRow(work, thousands, costs));
  },
};

/**
 * The same commands with 1,000,000 readings, once, and how their time and memory grow from 100,000 readings on. It takes several minutes,
 * so a run of everything leaves it out.
 */
export const millionRows: RowSource = {
  name: "million-rows",
  isSeparate: true,
  async measure() {
    const few = await measureWorks(thousands, 1);
    const many = await measureWorks(million, 1);
    return commands.map((work) => {
      const row = buildRow(work, million, many);
      const [before, after] = [few[work.name], many[work.name]];
      const time = medianOf(after, "wallUs") / medianOf(before, "wallUs") / (million / thousands);
      const memory = medianOf(after, "maxRssKb") / medianOf(before, "maxRssKb");
      return {
        ...row,
        ours: `${row.ours}; over 100,000 rows ${time.toFixed(2)} × the time a row, ${memory.toFixed(2)} × the memory`,
        budget: [row.budget, `at most ${maxGrowth} × the time a row and the memory`].filter(Boolean).join("; "),
        holds: row.holds !== false && time <= maxGrowth && memory <= maxGrowth,
      };
    });
  },
};

/** Most that the time a row and the memory may grow from 100,000 to 1,000,000 rows. */
const maxGrowth = 1.3;

type Costs = Readonly<Record<WorkName, readonly Cost[]>>;

/** Runs every work in turn, each in a process of its own, against the strict service in another process. */
async function measureWorks(rows: number, times: number): Promise<Costs> {
  return onStrictService((endpoint, folder) => {
    const { tables } = connect(endpoint);
    const connection = connectionStringTo(endpoint);
    const place: Place = {
      endpoint,
      folder,
      rows,
      command: (...args) => runProgram(commandPath, [...args, "--connection-string", connection], { cwd: projectPath }),
      async emptyTable(name) {
        await tables.delete(name);
        await tables.create(name);
      },
    };
    const runs = Object.fromEntries(tableWorks.map(({ name, run }) => [name, () => run(place)]));
    return interleaved(times, runs as Record<WorkName, () => Promise<Cost>>);
  });
}

/** Computes one ratio for each round, because all processes of a round ran under the same conditions. */
function buildRow({ name, what, over, most, least }: TableWork, rows: number, costs: Costs): Row {
  const ours = costs[name];
  const floor = costs[over];
  const ratio = median(ours.map(({ wallUs }, round) => wallUs / (floor[round]?.wallUs ?? Number.NaN)));
  const figures = (all: readonly Cost[]) => {
    const rate = (rows / medianOf(all, "wallUs")) * 1_000_000;
    return `${thousandsOf(rate)} rows/s, ${(medianOf(all, "maxRssKb") / 1024).toFixed(0)} MB`;
  };
  const isRate = least !== undefined;
  const share = isRate ? `${(1 / ratio).toFixed(2)} × the rate` : `${ratio.toFixed(2)} × the time`;
  const bound = isRate ? `at least ${least} × the rate` : most === undefined ? undefined : `at most ${most} × the time`;
  const holds = isRate ? 1 / ratio >= least : most === undefined ? undefined : ratio <= most;
  return {
    what: `${what}, ${rows.toLocaleString("en")} readings, over ${over === "scan" ? "a bare scan" : "bare transactions"}`,
    floor: figures(floor),
    ours: `${share}; ${figures(ours)}`,
    ...(bound !== undefined && { budget: bound }),
    ...(holds !== undefined && { holds }),
  };
}

function medianOf(costs: readonly Cost[], figure: keyof Cost): number {
  return median(costs.map((cost) => cost[figure]));
}

function thousandsOf(rate: number): string {
  return (Math.round(rate / 100) * 100).toLocaleString("en");
}
