import type { HttpRequest, Transport } from "@tablewright/runtime";
import { describe, expect, it } from "vitest";
import { inVirtualTime } from "../../schedules/explore/explore.js";
import { findPlanted, plantedWithin } from "../../schedules/explore/find-planted.js";
import type { VirtualTime } from "../../schedules/world/virtual-time.js";
import { older, withAnyETag } from "./broken-clients.js";
import { checkProfiles } from "./check-profiles.js";
import { formatIndexRun } from "./format-index-run.js";
import { runProfileSchedule } from "./run-profile-schedule.js";

const count = process.env["TABLEWRIGHT_SOAK"] === undefined ? 1_000 : 500_000;
/** First seed, so that another run explores other schedules. */
const from = Number(process.env["TABLEWRIGHT_SCHEDULE_FROM"] ?? 0);
const givenSeed = process.env["TABLEWRIGHT_INDEX_SEED"];

const isReservation = ({ url }: HttpRequest) => decodeURIComponent(url).includes("(PartitionKey='handle!");

/** Clients that break one rule of reservations, simulated by changes to their requests. */
const breakages: Readonly<Record<string, (send: Transport) => Transport>> = {
  "a reservation changed without its ETag": (send) => (request) =>
    send(isReservation(request) ? { ...request, headers: withAnyETag(request) } : request),
  "a reservation taken over without the rule of age": (send) => async (request) => {
    const response = await send(request);
    return request.method === "GET" && isReservation(request) ? older(response, 3_600_000) : response;
  },
};

/** Runs a schedule and formats it if it has a finding. */
async function findingOf(
  time: VirtualTime,
  seed: number,
  breakage?: (send: Transport) => Transport,
): Promise<string | undefined> {
  const run = await runProfileSchedule(time, seed, breakage);
  const findings = checkProfiles(run);
  return findings.length > 0 ? formatIndexRun(run, findings) : undefined;
}

describe.skipIf(givenSeed !== undefined)("schedules of optional and reserved values", () => {
  it(`${count} of them miss no entity, show none that does not match, and give no value to two`, async () => {
    await inVirtualTime(async (time) => {
      for (let seed = from; seed < from + count; seed++) expect(await findingOf(time, seed)).toBeUndefined();
    });
  });

  it.each(Object.entries(breakages))(`%s is caught within ${plantedWithin}`, async (_, breakage) => {
    const { finding } = await inVirtualTime((time) => findPlanted(0, (seed) => findingOf(time, seed, breakage)));
    expect(finding).toMatch(/not (?:unique|reserved)/);
  });
});

it.runIf(givenSeed !== undefined)(`schedule ${givenSeed}`, async () => {
  const run = await inVirtualTime((time) => runProfileSchedule(time, Number(givenSeed)));
  const findings = checkProfiles(run);
  process.stdout.write(`${formatIndexRun(run, findings)}\n`);
  expect(findings).toEqual([]);
});
