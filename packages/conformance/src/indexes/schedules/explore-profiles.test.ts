import type { HttpRequest, Transport } from "@tablewright/runtime";
import { describe, expect, it } from "vitest";
import { inVirtualTime } from "../../schedules/explore/explore.js";
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

async function firstFinding(
  time: VirtualTime,
  first: number,
  count: number,
  breakage?: (send: Transport) => Transport,
): Promise<string | undefined> {
  for (let seed = first; seed < first + count; seed++) {
    const run = await runProfileSchedule(time, seed, breakage);
    const findings = checkProfiles(run);
    if (findings.length > 0) return formatIndexRun(run, findings);
  }
  return undefined;
}

describe.skipIf(givenSeed !== undefined)("schedules of optional and reserved values", () => {
  it(`${count} of them miss no entity, show none that does not match, and give no value to two`, async () => {
    expect(await inVirtualTime((time) => firstFinding(time, from, count))).toBeUndefined();
  }, 7_200_000);

  it.each(Object.entries(breakages))("%s is caught within 50,000", async (_, breakage) => {
    expect(await inVirtualTime((time) => firstFinding(time, 0, 50_000, breakage))).toMatch(/not (?:unique|reserved)/);
  });
});

it.runIf(givenSeed !== undefined)(`schedule ${givenSeed}`, async () => {
  const run = await inVirtualTime((time) => runProfileSchedule(time, Number(givenSeed)));
  const findings = checkProfiles(run);
  process.stdout.write(`${formatIndexRun(run, findings)}\n`);
  expect(findings).toEqual([]);
});
