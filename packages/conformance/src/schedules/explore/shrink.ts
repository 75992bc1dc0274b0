import type { Program } from "../calls/call-spec.js";
import { checkRun } from "../oracle/oracle.js";
import { runSchedule, type ScheduleRun } from "../run-schedule.js";
import type { VirtualTime } from "../world/virtual-time.js";

/** Makes a schedule smaller as long as it has a finding of this kind: fewer calls, fewer rows, fewer faults. */
export async function shrink(time: VirtualTime, seed: number, kind: string): Promise<ScheduleRun> {
  const hasFinding = (run: ScheduleRun) => checkRun(run).some((finding) => finding.kind === kind);
  let best = await runSchedule(time, seed);
  let script: ReadonlyMap<number, string> = new Map();
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const program of smallerPrograms(best.program)) {
      const run = await runSchedule(time, seed, { program, script });
      if (!hasFinding(run)) continue;
      best = run;
      isSmaller = true;
      break;
    }
    for (const { number } of isSmaller ? [] : best.exchanges) {
      if (script.has(number)) continue;
      const calmer = new Map([...script, [number, "answered"] as const]);
      const run = await runSchedule(time, seed, { program: best.program, script: calmer });
      if (!hasFinding(run)) continue;
      best = run;
      script = calmer;
      isSmaller = true;
    }
  }
  return best;
}

/** Generates variants of the program, each without one of its calls or one of its rows. */
function* smallerPrograms(program: Program): Generator<Program> {
  const { clients, rows } = program;
  for (const [client, calls] of clients.entries()) {
    for (const call of calls.keys()) yield { ...program, clients: clients.with(client, calls.toSpliced(call, 1)) };
  }
  for (const row of rows.keys()) yield { ...program, rows: rows.toSpliced(row, 1) };
}
