import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { OrderLine } from "../../../../runtime/src/test/shop/index.js";
import { seededRandom } from "../../soak/random.js";
import { inVirtualTime } from "../explore/explore.js";
import { runSchedule } from "../run-schedule.js";
import type { VirtualTime } from "../world/virtual-time.js";
import { type BrokenRule, brokenRules } from "./broken-receipts.js";
import { checkReceipts, type ReceiptFinding } from "./check-receipts.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
const count = isSoak ? 300_000 : 1_000;
const from = Number(process.env["TABLEWRIGHT_SCHEDULE_FROM"] ?? 0);

/** Number of schedules of one test, so that a long run reports as it goes. */
const perTest = Math.min(count, 25_000);
const firstSeeds = Array.from({ length: count / perTest }, (_, part) => from + part * perTest);

/** Maximum number of schedules in which a broken rule must be found. */
const maxSchedules = 20_000;

/** Number of seeds that a report shows for each kind of finding. */
const seedsShown = 5;

/** Loads the modules of receipts, because loading takes real time. */
async function loadReceipts(): Promise<void> {
  const tables = createTableService({ authenticate: false, tables: { Shop: [] } });
  const client = TableServiceClient.fromConnectionString(tables.connectionString, {
    transport: tables,
    exactly: "once",
  });
  const lines = client.entities(OrderLine);
  const key = { customerId: "A", orderNo: 1, lineNo: 1 };
  await lines.insert({ ...key, sku: "a", quantity: 1 });
  await lines.modify(key, () => undefined);
  await lines.deleteWhere(lines.query({ customerId: "A" }), { max: 10 });
}

/** Runs one schedule, in which most clients send their writes with receipts. */
async function findingsOf(time: VirtualTime, seed: number, rule?: BrokenRule): Promise<readonly ReceiptFinding[]> {
  const random = seededRandom(seed ^ 0x27d4eb2f);
  const once = Array.from({ length: 4 }, () => random() < 0.7);
  const isOnce = (client: number) => once[client] === true;
  return checkReceipts(await runSchedule(time, seed, { isOnce, breakage: rule }), isOnce);
}

it.each(firstSeeds)(
  `${perTest} schedules from %i: clients with receipts know what the service did, and nothing of it lands later`,
  async (first) => {
    await loadReceipts();
    const seeds = new Map<string, number[]>();
    await inVirtualTime(async (time) => {
      for (let seed = first; seed < first + perTest; seed++) {
        for (const { kind, isFalse } of await findingsOf(time, seed)) {
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

it.each(Object.entries(brokenRules))("%s: found by a schedule", async (name, rule) => {
  await loadReceipts();
  const found = await inVirtualTime(async (time) => {
    for (let seed = from; seed < from + maxSchedules; seed++) {
      const finding = (await findingsOf(time, seed, rule)).find(
        ({ kind, isFalse }) => isFalse && rule.finds.test(kind),
      );
      if (finding !== undefined) return { seed, kind: finding.kind };
    }
    return undefined;
  });
  process.stdout.write(`${name}: schedule ${found?.seed}: ${found?.kind}\n`);
  expect(found?.kind).toMatch(rule.finds);
});
