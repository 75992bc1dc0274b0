import type { DriverName } from "../drivers/driver.js";
import type { SubjectName } from "../subjects/subjects.js";
import type { Workload } from "../workloads.js";
import { computeSpread, median, type Spread } from "./figures.js";
import { type Cost, programPath, runProgram, type Stub, startWorker, type Worker } from "./processes.js";

export interface Effort {
  /** Number of new processes of each driver. */
  readonly replicates: number;
  /** Number of counted rounds in each process, after two warm-up rounds. */
  readonly rounds: number;
}

/**
 * Costs of the drivers for one workload. Each spread covers the replicates, with one value for each replicate: the cost of its median
 * round.
 */
export interface Comparison {
  readonly workload: Workload;
  readonly subject: SubjectName;
  /** CPU time for each entity or operation, in microseconds. */
  readonly cpu: Readonly<Partial<Record<Contender, Spread>>>;
  /** Elapsed time for each entity or operation, in microseconds. */
  readonly wall: Readonly<Partial<Record<Contender, Spread>>>;
  readonly baselineOverOurs: Spread;
  readonly oursOverByHand: Spread;
  /** Ratio of the cost of Tablewright in one process to its cost in another. Any difference from 1 is noise. */
  readonly again: Spread;
}

export type Contender = "baseline" | "floor" | "byHand" | "ours" | "again";

const drivers: Readonly<Record<Contender, DriverName>> = {
  baseline: "baseline",
  floor: "floor",
  byHand: "by-hand",
  ours: "tablewright",
  again: "tablewright",
};
const contenders = Object.keys(drivers) as Contender[];

/** Drivers whose start is measured. The driver `floor` repeats Tablewright's requests, so it has no start of its own. */
const freshContenders = contenders.filter((contender) => contender !== "floor");

/** A workload, its service, and the number of rounds. */
interface Setting {
  readonly workload: Workload;
  readonly subject: SubjectName;
  readonly stub: Stub;
  readonly rounds: number;
}

type Round = ReadonlyMap<Contender, Cost>;

export async function compare(
  workload: Workload,
  subject: SubjectName,
  stub: Stub,
  { replicates, rounds }: Effort,
): Promise<Comparison> {
  const roundsOf = workload.isFirst ? firstRounds : warmRounds;
  const runs: Round[][] = [];
  for (let replicate = 0; replicate < replicates; replicate++) {
    runs.push(await roundsOf({ workload, subject, stub, rounds }, replicate));
  }
  const spread = (figure: (round: Round) => number) => computeSpread(runs.map((run) => median(run.map(figure))));
  const each = (figure: (cost: Cost) => number) =>
    Object.fromEntries(
      (workload.isFirst ? freshContenders : contenders).map((contender) => [
        contender,
        spread((round) => figure(computeCost(round, contender)) / workload.units),
      ]),
    );
  const ratio = (one: Contender, other: Contender) =>
    spread((round) => computeCost(round, one).cpuUs / computeCost(round, other).cpuUs);
  return {
    workload,
    subject,
    cpu: each(({ cpuUs }) => cpuUs),
    wall: each(({ wallUs }) => wallUs),
    baselineOverOurs: ratio("baseline", "ours"),
    oursOverByHand: ratio("ours", "byHand"),
    again: ratio("again", "ours"),
  };
}

function computeCost(round: Round, contender: Contender): Cost {
  const cost = round.get(contender);
  if (cost === undefined) throw new Error(`${contender} was not measured.`);
  return cost;
}

/** Runs the workload once in each process in every round, in rotating order. The processes are started once. */
async function warmRounds({ workload, subject, stub, rounds }: Setting, replicate: number): Promise<Round[]> {
  const started = contenders.map(
    async (contender) => [contender, await startWorker(drivers[contender], stub.endpoint, subject)] as const,
  );
  const workers = new Map<Contender, Worker>(await Promise.all(started));
  const results: Round[] = [];
  try {
    for (let round = -2; round < rounds; round++) {
      const costs = new Map<Contender, Cost>();
      for (const contender of turned(contenders, round + 2 + replicate)) {
        const cost = await workers.get(contender)?.run(workload.name);
        if (cost !== undefined) costs.set(contender, cost);
      }
      if (round >= 0) results.push(costs);
    }
  } finally {
    for (const worker of workers.values()) worker.stop();
  }
  return results;
}

/** Runs the workload in a new process of each driver in every round. The cost includes the start of the process. */
async function firstRounds({ workload, subject, stub, rounds }: Setting, replicate: number): Promise<Round[]> {
  const results: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const costs = new Map<Contender, Cost>();
    for (const contender of turned(freshContenders, round + replicate)) {
      costs.set(
        contender,
        await runProgram(programPath("run-workload"), [drivers[contender], stub.endpoint, subject, workload.name]),
      );
    }
    results.push(costs);
  }
  return results;
}

function turned<T>(values: readonly T[], by: number): readonly T[] {
  const at = by % values.length;
  return [...values.slice(at), ...values.slice(0, at)];
}
