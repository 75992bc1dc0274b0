import { expect, it } from "vitest";
import { coverPairs } from "../../pairs/covering-array.js";
import { definitionFactors, drawEntity } from "../../pairs/drawn-entity.js";
import { inVirtualTime } from "../explore/explore.js";
import { brokenFeatures } from "./broken-features.js";
import { brokenRules } from "./broken-receipts.js";
import { checkMixed } from "./check-mixed.js";
import { runMixed } from "./run-mixed.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
const count = Number(process.env["TABLEWRIGHT_SCHEDULES"] ?? (isSoak ? 100_000 : 300));
const from = Number(process.env["TABLEWRIGHT_SCHEDULE_FROM"] ?? 0);

/** Number of schedules of one test, so that a long run reports as it goes. */
const perTest = Math.min(count, 10_000);
const firstSeeds = Array.from({ length: count / perTest }, (_, piece) => from + piece * perTest);

/** Maximum number of schedules in which a broken rule must be found. */
const maxSchedules = 4_000;

/** Entities with every pair of options. Values of several parts would take most of the time. */
const entities = coverPairs({ ...definitionFactors, large: ["none"] }, 1).map(drawEntity);

it.each(firstSeeds)(
  `${perTest} schedules from %i: clients with receipts know what the service did, and the rows are what it did`,
  { timeout: 3_600_000 },
  async (first) => {
    const seeds = new Map<string, number[]>();
    await inVirtualTime(async (time) => {
      for (let seed = first; seed < first + perTest; seed++) {
        for (const { kind, isFalse } of await checkMixed(await runMixed(time, seed, entities), time.now)) {
          const name = `${isFalse ? "FALSE" : "open"} ${kind}`;
          seeds.set(name, [...(seeds.get(name) ?? []), seed]);
        }
      }
    });
    const lines = [...seeds].map(
      ([kind, found]) => `${kind}: ${found.length} times, e.g. seeds ${found.slice(0, 5).join(", ")}`,
    );
    process.stdout.write(`${[`${perTest} schedules from ${first}`, ...lines.sort()].join("\n")}\n`);
    expect(lines.filter((line) => line.startsWith("FALSE"))).toEqual([]);
  },
);

it.each(Object.entries({ ...brokenRules, ...brokenFeatures }))(
  `%s: found within ${maxSchedules} schedules`,
  { timeout: 3_600_000 },
  async (name, { wrap, finds, from: first = 0 }) => {
    const from = isSoak ? 0 : first;
    const found = await inVirtualTime(async (time) => {
      for (let seed = from; seed < from + maxSchedules; seed++) {
        const findings = await checkMixed(await runMixed(time, seed, entities, wrap), time.now);
        const finding = findings.find(({ kind, isFalse }) => isFalse && finds.test(kind));
        if (finding !== undefined) return { seed, kind: finding.kind };
      }
      return undefined;
    });
    process.stdout.write(`${name}: schedule ${found?.seed}: ${found?.kind}\n`);
    expect(found?.kind).toMatch(finds);
  },
);
