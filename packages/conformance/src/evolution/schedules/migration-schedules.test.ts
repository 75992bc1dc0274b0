import { describe, expect, it } from "vitest";
import { inVirtualTime } from "../../schedules/explore/explore.js";
import type { VirtualTime } from "../../schedules/world/virtual-time.js";
import { breakages } from "./broken-migrations.js";
import { type MigrationOptions, runMigration } from "./test/run-migration.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
const schedules = isSoak ? 6_000 : 150;
const indexedSchedules = isSoak ? 2_000 : 50;
/** First seed, so that another run explores other schedules. */
const from = Number(process.env["TABLEWRIGHT_SCHEDULE_FROM"] ?? 0);

/** Expected finding of each breakage, and the first seed of an ordinary run, shortly before one that shows it. */
const consequences: Readonly<Record<string, readonly [finding: RegExp, first?: number]>> = {
  "the old row deleted without its ETag": [/: b has lost /],
  "the copy replaced without its ETag": [/: b has lost /],
  "the copy of a deleted entity kept": [/: b has come back/, 580],
  "the copy after the deletion": [/: b is nowhere for a moment/],
};

/** Finds the first schedule with a finding. */
async function firstFinding(
  time: VirtualTime,
  count: number,
  options: MigrationOptions = {},
  first = from,
): Promise<string | undefined> {
  let written = 0;
  for (let seed = first; seed < first + count; seed++) {
    const run = await runMigration(time, seed, options);
    written += run.written;
    if (run.findings.length > 0) return `seed ${seed}: ${run.findings.join(", ")}`;
  }
  expect(written).toBeGreaterThan(count);
  return undefined;
}

describe("schedules of programs of both definitions and of migrate, killed at any request", () => {
  it(`${schedules} of them lose no write, bring nothing back, and end with each row once`, async () => {
    expect(await inVirtualTime((time) => firstFinding(time, schedules))).toBeUndefined();
  }, 7_200_000);

  it(`${indexedSchedules} of them keep the rows of indexes as well`, async () => {
    expect(await inVirtualTime((time) => firstFinding(time, indexedSchedules, { isIndexed: true }))).toBeUndefined();
  }, 7_200_000);

  it(`${indexedSchedules} of them do so where a note keeps its partition`, async () => {
    expect(await inVirtualTime((time) => firstFinding(time, indexedSchedules, { isTogether: true }))).toBeUndefined();
  }, 7_200_000);

  it.each(Object.entries(breakages))("%s is caught within 3,000", async (name, breakage) => {
    const [expected, first] = consequences[name] ?? ["no such breakage"];
    const start = isSoak ? from : (first ?? from);
    const finding = await inVirtualTime((time) => firstFinding(time, 3_000, { breakage }, start));
    expect(finding).toMatch(expected);
  });
});
