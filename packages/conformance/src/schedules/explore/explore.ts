import { SasCredential, TableServiceClient } from "@tablewright/runtime";
import { checkRun } from "../oracle/oracle.js";
import { runSchedule } from "../run-schedule.js";
import { VirtualTime } from "../world/virtual-time.js";
import { UnknownOutcomes } from "./unknown-outcomes.js";

/** Findings of one kind over many schedules. */
export interface Tally {
  readonly kind: string;
  readonly isTolerated: boolean;
  count: number;
  /** Seeds of the first schedules with such a finding. */
  readonly seeds: number[];
}

const seedsKept = 5;

/** Result of many schedules. */
export interface Exploration {
  /** Tallies, the most frequent first. */
  readonly tallies: readonly Tally[];
  readonly doubts: UnknownOutcomes;
}

/** Runs the schedules of these seeds and counts the findings of `checkRun` by kind. */
export async function explore(time: VirtualTime, seeds: Iterable<number>): Promise<Exploration> {
  const tallies = new Map<string, Tally>();
  const doubts = new UnknownOutcomes();
  for (const seed of seeds) {
    const run = await runSchedule(time, seed);
    doubts.add(run);
    for (const { kind, isTolerated } of checkRun(run)) {
      const tally = tallies.get(kind) ?? { kind, isTolerated, count: 0, seeds: [] };
      tally.count++;
      if (tally.seeds.length < seedsKept && !tally.seeds.includes(seed)) tally.seeds.push(seed);
      tallies.set(kind, tally);
    }
  }
  return { tallies: [...tallies.values()].sort((a, b) => b.count - a.count), doubts };
}

/** Runs `run` with virtual time in this process. */
export async function inVirtualTime<Result>(run: (time: VirtualTime) => Promise<Result>): Promise<Result> {
  await loadModules();
  const time = new VirtualTime();
  const uninstall = time.install();
  try {
    return await run(time);
  } finally {
    uninstall();
  }
}

/** Makes the runtime load its XML parser before virtual time begins, because loading takes real time. */
async function loadModules(): Promise<void> {
  const body = new TextEncoder().encode("<html></html>");
  const transport = () => Promise.resolve({ status: 400, headers: [], body });
  const options = { transport, retry: { maxAttempts: 1 } };
  const client = new TableServiceClient("http://127.0.0.1:9/none", new SasCredential("sig=none"), options);
  await client.tables.exists("None").catch(() => undefined);
}
