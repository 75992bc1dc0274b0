import { describe, expect, it } from "vitest";
import { inVirtualTime } from "../../schedules/explore/explore.js";
import { findPlanted, plantedWithin } from "../../schedules/explore/find-planted.js";
import type { VirtualTime } from "../../schedules/world/virtual-time.js";
import { type Breakage, breakages } from "./broken-clients.js";
import { checkTickets } from "./check-tickets.js";
import { formatIndexRun } from "./format-index-run.js";
import { runTicketSchedule } from "./run-ticket-schedule.js";

const count = process.env["TABLEWRIGHT_SOAK"] === undefined ? 1_000 : 500_000;
/** First seed, so that another run explores other schedules. */
const from = Number(process.env["TABLEWRIGHT_SCHEDULE_FROM"] ?? 0);
const givenSeed = process.env["TABLEWRIGHT_INDEX_SEED"];

/** First seeds for `findPlanted`; 0 by default. */
const firstSeeds: Readonly<Record<string, number>> = { "a move without the rule of age": 1_200 };

/** Runs a schedule and formats it if it has a finding. */
async function findingOf(time: VirtualTime, seed: number, breakage?: Breakage): Promise<string | undefined> {
  const run = await runTicketSchedule(time, seed, { breakage });
  const findings = checkTickets(run);
  return findings.length > 0 ? formatIndexRun(run, findings) : undefined;
}

describe.skipIf(givenSeed !== undefined)("schedules of writers, readers, crashes and reindex", () => {
  it(`${count} of them miss no entity, show none that does not match, and keep unique values unique`, async () => {
    await inVirtualTime(async (time) => {
      for (let seed = from; seed < from + count; seed++) expect(await findingOf(time, seed)).toBeUndefined();
    });
  });

  it.each(Object.entries(breakages))(`%s is caught within ${plantedWithin}`, async (name, breakage) => {
    const { finding } = await inVirtualTime((time) =>
      findPlanted(firstSeeds[name] ?? 0, (seed) => findingOf(time, seed, breakage)),
    );
    // Without one of these rules, queries can miss an entity.
    expect(finding).toMatch(/\bmissed\b/);
  });
});

it.runIf(givenSeed !== undefined)(`schedule ${givenSeed}`, async () => {
  const run = await inVirtualTime((time) => runTicketSchedule(time, Number(givenSeed)));
  const findings = checkTickets(run);
  process.stdout.write(`${formatIndexRun(run, findings)}\n`);
  expect(findings).toEqual([]);
});
