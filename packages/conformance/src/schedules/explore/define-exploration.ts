import { expect, it } from "vitest";
import { checkRun } from "../oracle/oracle.js";
import { runSchedule } from "../run-schedule.js";
import type { VirtualTime } from "../world/virtual-time.js";
import { explore, inVirtualTime, type Tally } from "./explore.js";
import { formatFinding, formatRun } from "./format-run.js";
import { shrink } from "./shrink.js";

const count = process.env["TABLEWRIGHT_SOAK"] === undefined ? 2_000 : 200_000;
const givenSeed = process.env["TABLEWRIGHT_SCHEDULE_SEED"];
/** First seed. Another value explores other schedules. */
const from = Number(process.env["TABLEWRIGHT_SCHEDULE_FROM"] ?? 0);

/** Maximum number of kinds of findings for which a failed test shows a schedule. */
const kindsShown = 4;

/**
 * Defines tests that explore every second seed, so that two workers share the schedules. If the environment names a seed, the tests run
 * only that seed.
 */
export function defineExploration(half: 0 | 1): void {
  if (givenSeed === undefined) {
    it(`${count / 2} schedules, every second from ${from + half}: clients are told what the service did`, async () => {
      const seeds = Array.from({ length: count / 2 }, (_, index) => from + 2 * index + half);
      const { tallies, report } = await inVirtualTime(async (time) => {
        const { tallies, doubts } = await explore(time, seeds);
        return {
          tallies,
          report: [...tallies.map(formatTally), ...doubts.format(), ...(await examples(time, tallies))],
        };
      });
      process.stdout.write(`${[`${count / 2} schedules`, ...report].join("\n")}\n`);
      expect(tallies.filter(({ isTolerated }) => !isTolerated)).toEqual([]);
    });
    return;
  }
  const seed = Number(givenSeed);
  if (seed % 2 !== half) it(`leaves schedule ${seed} to the other half`, () => expect(seed % 2).not.toBe(half));
  else {
    it(`schedule ${seed}: clients are told what the service did`, async () => {
      const report = await inVirtualTime(async (time) => describeSeed(time, seed));
      process.stdout.write(`${report}\n`);
      expect(report).not.toContain("FALSE");
    });
  }
}

/** Formats the schedule of a seed, and the smallest schedule that shows the first false result in it. */
async function describeSeed(time: VirtualTime, seed: number): Promise<string> {
  const run = await runSchedule(time, seed);
  const findings = checkRun(run);
  const found = findings.find(({ isTolerated }) => !isTolerated);
  const whole = [formatRun(run), ...findings.map(formatFinding)];
  return [...whole, ...(found === undefined ? [] : ["", ...(await describeSmallest(time, seed, found.kind))])].join(
    "\n",
  );
}

/** Finds the smallest schedule for each of the most frequent kinds. */
async function examples(time: VirtualTime, tallies: readonly Tally[]): Promise<string[]> {
  const lines: string[] = [];
  for (const { kind, seeds } of tallies.filter(({ isTolerated }) => !isTolerated).slice(0, kindsShown)) {
    lines.push("", `${kind}: TABLEWRIGHT_SCHEDULE_SEED=${seeds[0]} pnpm test:long packages/conformance/src/schedules`);
    lines.push(...(await describeSmallest(time, seeds[0] ?? 0, kind)));
  }
  return lines;
}

async function describeSmallest(time: VirtualTime, seed: number, kind: string): Promise<string[]> {
  const run = await shrink(time, seed, kind);
  return ["made smaller:", formatRun(run), ...checkRun(run).map(formatFinding)];
}

function formatTally({ kind, isTolerated, count, seeds }: Tally): string {
  return `${isTolerated ? "tolerated" : "FALSE"} ${kind}: ${count} times, e.g. seeds ${seeds.join(", ")}`;
}
