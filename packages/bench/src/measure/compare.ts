import type { DriverName } from "../drivers/driver.js";
import type { Work } from "../works.js";
import { type Cost, type Stub, startWorker, type Worker } from "./processes.js";
import { median, type Spread, spreadOf } from "./statistics.js";

export interface Effort {
  /** Fresh processes of every driver. */
  readonly replicates: number;
  /** Counted rounds in each of them, after two that warm it up. */
  readonly rounds: number;
}

/** What the drivers cost at one work. Spreads are over the replicates, each of which counts with its median round. */
export interface Comparison {
  readonly work: Work;
  /** Microseconds of CPU time a unit. */
  readonly cpu: Readonly<Record<Contender, Spread>>;
  /** Microseconds a unit on the clock. */
  readonly wall: Readonly<Record<Contender, Spread>>;
  readonly baselineOverOurs: Spread;
  readonly oursOverFloor: Spread;
  /** Tablewright over itself, in two processes: what is not 1 is noise. */
  readonly again: Spread;
}

type Contender = "baseline" | "floor" | "ours" | "again";

const contenders: Readonly<Record<Contender, DriverName>> = {
  baseline: "baseline",
  floor: "floor",
  ours: "tablewright",
  again: "tablewright",
};
const contenderNames = Object.keys(contenders) as Contender[];

type Round = Readonly<Record<Contender, Cost>>;

export async function compare(work: Work, stub: Stub, { replicates, rounds }: Effort): Promise<Comparison> {
  const runs: Round[][] = [];
  for (let replicate = 0; replicate < replicates; replicate++) {
    runs.push(await oneReplicate(work, stub, rounds, replicate));
  }
  const spread = (figure: (round: Round) => number) => spreadOf(runs.map((run) => median(run.map(figure))));
  const each = (figure: (cost: Cost) => number) =>
    Object.fromEntries(
      contenderNames.map((contender) => [contender, spread((round) => figure(round[contender]) / work.units)]),
    ) as Record<Contender, Spread>;
  return {
    work,
    cpu: each(({ cpuUs }) => cpuUs),
    wall: each(({ wallUs }) => wallUs),
    baselineOverOurs: spread(({ baseline, ours }) => baseline.cpuUs / ours.cpuUs),
    oursOverFloor: spread(({ ours, floor }) => ours.cpuUs / floor.cpuUs),
    again: spread(({ ours, again }) => again.cpuUs / ours.cpuUs),
  };
}

/** Fresh processes; in every round each of them works once, in an order that turns. */
async function oneReplicate(work: Work, stub: Stub, rounds: number, replicate: number): Promise<Round[]> {
  const started = contenderNames.map(
    async (contender) => [contender, await startWorker(contenders[contender], stub.endpoint)] as const,
  );
  const workers = Object.fromEntries(await Promise.all(started)) as Record<Contender, Worker>;
  const results: Round[] = [];
  try {
    for (let round = -2; round < rounds; round++) {
      const costs = new Map<Contender, Cost>();
      for (const contender of turned(contenderNames, round + 2 + replicate)) {
        costs.set(contender, await workers[contender].run(work.name));
      }
      if (round >= 0) results.push(Object.fromEntries(costs) as Round);
    }
  } finally {
    for (const worker of Object.values(workers)) worker.stop();
  }
  return results;
}

function turned<T>(values: readonly T[], by: number): readonly T[] {
  const at = by % values.length;
  return [...values.slice(at), ...values.slice(0, at)];
}
