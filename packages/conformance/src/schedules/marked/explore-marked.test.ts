import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { Account, Counter } from "../../../../generator/src/emit/golden/markers/expected/index.js";
import { soakCount } from "../../soak/soak-count.js";
import { inVirtualTime } from "../explore/explore.js";
import { brokenRules } from "./broken-marked.js";
import { checkMarked } from "./check-marked.js";
import { runMarkedSchedule } from "./run-marked.js";

const count = soakCount(500_000) / (process.env["TABLEWRIGHT_SOAK"] === undefined ? 10 : 1);
const from = Number(process.env["TABLEWRIGHT_SCHEDULE_FROM"] ?? 0);

/** Number of schedules in which each broken rule is found. */
const maxSchedules = 20_000;

/** Loads the modules of all calls, because loading takes real time. */
async function loadCalls(): Promise<void> {
  const tables = createTableService({ authenticate: false, tables: { Bank: [], Counters: [] } });
  const client = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  await client.entities(Account, { exactly: "once" }).insertOrMerge({ bank: "B", account: 1 });
  await client.entities(Account).bulk([{ insertOrMerge: { bank: "B", account: 2 } }]);
  await client.entities(Counter).modify({ name: "a" }, () => undefined, { orInsert: { name: "a" } });
}

it(`${count} schedules from ${from}: clients with markers are told what the service did`, async () => {
  await loadCalls();
  const tallies = new Map<string, { count: number; isFalse: boolean; seeds: number[] }>();
  await inVirtualTime(async (time) => {
    for (let seed = from; seed < from + count; seed++) {
      for (const { kind, isFalse } of checkMarked(await runMarkedSchedule(time, seed))) {
        const tally = tallies.get(kind) ?? { count: 0, isFalse, seeds: [] };
        tally.count++;
        if (tally.seeds.length < 5) tally.seeds.push(seed);
        tallies.set(kind, tally);
      }
    }
  });
  const lines = [...tallies].map(
    ([kind, { count: times, isFalse, seeds }]) =>
      `${isFalse ? "FALSE" : "open"} ${kind}: ${times} times, e.g. seeds ${seeds.join(", ")}`,
  );
  process.stdout.write(`${[`${count} schedules`, ...lines.sort()].join("\n")}\n`);
  expect(lines.filter((line) => line.startsWith("FALSE"))).toEqual([]);
}, 3_600_000);

it.each(Object.keys(brokenRules))(
  "%s: found by a schedule",
  async (rule) => {
    await loadCalls();
    const needed = await inVirtualTime(async (time) => {
      for (let seed = from; seed < from + maxSchedules; seed++) {
        const found = checkMarked(await runMarkedSchedule(time, seed, brokenRules[rule])).find(
          ({ isFalse }) => isFalse,
        );
        if (found !== undefined) return `${seed - from + 1} schedules: ${found.kind}`;
      }
      return undefined;
    });
    process.stdout.write(`${rule}: ${needed}\n`);
    expect(needed).toBeDefined();
  },
  600_000,
);
