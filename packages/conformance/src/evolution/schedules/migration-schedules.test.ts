import { describe, expect, it } from "vitest";
import { inVirtualTime } from "../../schedules/explore/explore.js";
import { findPlanted, plantedWithin } from "../../schedules/explore/find-planted.js";
import type { VirtualTime } from "../../schedules/world/virtual-time.js";
import { breakages } from "./broken-migrations.js";
import { type MigrationOptions, runMigration } from "./test/run-migration.js";
import { type WorldName, worldNames } from "./test/worlds.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
/** Number of schedules of each world. */
const schedules = Number(process.env["TABLEWRIGHT_SCHEDULES"] ?? (isSoak ? 5_000 : 4));
/** First seed, so that another run explores other schedules. */
const from = Number(process.env["TABLEWRIGHT_SCHEDULE_FROM"] ?? 0);

/** World and finding of each breakage, and the first seed for `findPlanted`. */
const consequences: Readonly<Record<string, readonly [WorldName, RegExp, number, MigrationOptions?]>> = {
  "a copy whose old row is gone is taken for the entity": ["plain", /is found twice/, 0],
  "the receipt is stored by a request of its own, after the deletion": ["plain", /nowhere/, 0],
  "the receipt names no version of the copy": ["plain", /has come back|a pair is reported/, 50],
  "the old row is read before the new one": ["plain", /a pair is reported/, 40],
  "the copy is stored over whatever is there": ["plain", /has lost/, 0, { hasInserts: true }],
  "the old row is deleted whatever its version": ["plain", /has lost/, 0],
  "the copy is shown before the old row is deleted": ["plain", /is found twice/, 0],
  "index rows stay in the former partition": ["an index with values", /the index has/, 0],
  "index rows are written before their entity": ["an index with values", /the index has/, 0],
  "index rows elsewhere are not written": ["an index elsewhere", /the index lacks/, 0],
};

/** Runs schedules in which nothing must be found. */
async function explore(time: VirtualTime, world: WorldName, options: MigrationOptions): Promise<void> {
  let written = 0;
  for (let seed = from; seed < from + schedules; seed++) {
    const run = await runMigration(time, seed, world, options);
    written += run.written;
    expect(run.findings, `seed ${seed}`).toEqual([]);
  }
  expect(written).toBeGreaterThan(schedules);
}

describe("schedules of programs of both definitions and of migrate, killed at any request", () => {
  it.each(worldNames)("lose no write, bring nothing back, and keep index rows: %s", async (world) => {
    await inVirtualTime((time) => explore(time, world, {}));
  });

  it.each(worldNames)("report every pair that inserts make: %s", async (world) => {
    await inVirtualTime((time) => explore(time, world, { hasInserts: true }));
  });

  it.each(Object.entries(breakages))(`are caught within ${plantedWithin} if %s`, async (name, breakage) => {
    const [world, expected, first, options] = consequences[name] ?? ["plain", /no such breakage/, 0];
    const { finding } = await inVirtualTime((time) =>
      findPlanted(first, async (seed) => {
        const { findings } = await runMigration(time, seed, world, { ...options, breakage });
        return findings.length > 0 ? findings.join(", ") : undefined;
      }),
    );
    expect(finding).toMatch(expected);
  });
});
