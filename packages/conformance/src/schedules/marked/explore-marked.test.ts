import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { Account, Counter } from "../../../../generator/src/emit/golden/markers/expected/index.js";
import { inVirtualTime } from "../explore/explore.js";
import { brokenRules } from "./broken-marked.js";
import { checkMarked } from "./check-marked.js";
import { runMarkedSchedule } from "./run-marked.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
const count = isSoak ? 500_000 : 1_000;
const from = Number(process.env["TABLEWRIGHT_SCHEDULE_FROM"] ?? 0);

/** Number of schedules of one test, so that a long run reports as it goes. */
const perTest = Math.min(count, 50_000);
const firstSeeds = Array.from({ length: count / perTest }, (_, part) => from + part * perTest);

/** Maximum number of schedules in which a broken rule must be found. */
const maxSchedules = 50_000;

/** Number of seeds that a report shows for each kind of finding. */
const seedsShown = 5;

/** Loads the modules of all calls, because loading takes real time. */
async function loadCalls(): Promise<void> {
  const tables = createTableService({ authenticate: false, tables: { Bank: [], Counters: [] } });
  const client = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  await client.entities(Account, { exactly: "once" }).insertOrMerge({ bank: "B", account: 1 });
  await client.entities(Account).bulk([{ insertOrMerge: { bank: "B", account: 2 } }]);
  await client.entities(Counter).modify({ name: "a" }, () => undefined, { orInsert: { name: "a" } });
}

it.each(firstSeeds)(
  `${perTest} schedules from %i: clients with markers are told what the service did`,
  async (first) => {
    await loadCalls();
    const seeds = new Map<string, number[]>();
    await inVirtualTime(async (time) => {
      for (let seed = first; seed < first + perTest; seed++) {
        const run = await runMarkedSchedule(time, seed);
        for (const { kind, isFalse } of run === undefined ? [] : checkMarked(run)) {
          const name = `${isFalse ? "FALSE" : "open"} ${kind}`;
          seeds.set(name, [...(seeds.get(name) ?? []), seed]);
        }
      }
    });
    const lines = [...seeds].map(
      ([kind, found]) => `${kind}: ${found.length} times, e.g. seeds ${found.slice(0, seedsShown).join(", ")}`,
    );
    process.stdout.write(`${[`${perTest} schedules from ${first}`, ...lines.sort()].join("\n")}\n`);
    expect(lines.filter((line) => line.startsWith("FALSE"))).toEqual([]);
  },
  3_600_000,
);

it.each([
  [
    "a deletion is unknown if a program without markers wrote after one of its rounds",
    7_027_521,
    { kind: "shared, delete: unknown, a program without markers", call: "0.0" },
  ],
  [
    "a transaction is unknown if later writes displaced its fact, and the row that it inserts is missing",
    9_002_158,
    { kind: "forgetful, transaction: unknown, as many later writes as facts", call: "1.0" },
  ],
])("%s", async (_, seed, judgement) => {
  await loadCalls();
  const run = await inVirtualTime((time) => runMarkedSchedule(time, seed));
  expect(run && checkMarked(run)).toContainEqual({ ...judgement, isFalse: false });
});

it.each([
  ["a write that another one replaced is followed by a write of any version", 7_411_443, "0.2"],
  ["a transaction loses one of its rows while its outcome is determined", 7_268_229, "0.1"],
])("the outcome is known where %s", async (_, seed, name) => {
  await loadCalls();
  const run = await inVirtualTime((time) => runMarkedSchedule(time, seed));
  const result = run?.results.find(({ client, call }) => `${client}.${call}` === name);
  expect(result && "error" in result.settled && result.settled.error).not.toHaveProperty("outcome", "unknown");
  expect(run && checkMarked(run).filter(({ call }) => call === name)).toEqual([]);
});

it("a copy of a request that a bulk sent again is never applied", async () => {
  await loadCalls();
  const run = await inVirtualTime((time) => runMarkedSchedule(time, 346_023));
  expect(run && checkMarked(run)).toEqual([]);
});

it.each(Object.entries(brokenRules))("%s: found by a schedule", async (name, rule) => {
  await loadCalls();
  const first = isSoak ? from : (rule.from ?? from);
  const found = await inVirtualTime(async (time) => {
    for (let seed = first; seed < first + maxSchedules; seed++) {
      const run = await runMarkedSchedule(time, seed, rule);
      const findings = run === undefined ? [] : checkMarked(run);
      const finding = findings.find(({ kind, isFalse }) => isFalse && rule.finds.test(kind));
      if (finding !== undefined) return { seed, kind: finding.kind };
    }
    return undefined;
  });
  process.stdout.write(`${name}: schedule ${found?.seed}: ${found?.kind}\n`);
  expect(found?.kind).toMatch(rule.finds);
});
