import { expect, it } from "vitest";
import { inVirtualTime } from "../explore/explore.js";
import { checkRun } from "../oracle/oracle.js";
import { runSchedule } from "../run-schedule.js";
import type { VirtualTime } from "../world/virtual-time.js";
import { type Breakage, breakages } from "./broken-clients.js";

const most = 20_000;
const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;

/** Finds the first schedule in which the oracle finds the consequence of the broken rule. */
async function firstFinding(time: VirtualTime, breakage: Breakage): Promise<number | undefined> {
  const { from = 0 } = isSoak ? {} : breakage;
  for (let seed = from; seed < from + most; seed++) {
    const findings = checkRun(await runSchedule(time, seed, { breakage }));
    if (findings.some(({ kind, isTolerated }) => !isTolerated && breakage.finds.test(kind))) return seed;
  }
  return undefined;
}

it.each(Object.entries(breakages))(`%s is caught within ${most} schedules`, async (name, breakage) => {
  const seed = await inVirtualTime((time) => firstFinding(time, breakage));
  process.stdout.write(`${name}: schedule ${seed}\n`);
  expect(seed).toBeDefined();
});
