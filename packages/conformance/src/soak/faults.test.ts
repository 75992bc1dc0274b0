import { TableServiceClient } from "@tablewright/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OrderLine } from "../../../runtime/src/test/shop/index.js";
import { type Azurite, startAzurite } from "../azurite.js";
import { faultClient } from "./fault-client.js";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.js";
import { transportFaults } from "./faults.js";
import { seededRandom } from "./random.js";
import { isSameRow, type ModelRow } from "./row-model.js";
import { soakCount } from "./soak-count.js";
import { type SoakTally, SoakWriter } from "./soak-writer.js";

const writes = soakCount(10_000);
const items = soakCount(20_000);
const seed = 20_240_506;
const maxDateOffsetMs = 3_600_000;
/**
 * Maximum share of writes with an unknown outcome. It is larger in a short run: every row is then younger than a second, the precision of
 * the service's clock.
 */
const unknownShare = writes === 10_000 ? 0.005 : 0.02;

let azurite: Azurite;
let proxy: FaultProxy;
let directService: TableServiceClient;
let service: TableServiceClient;

beforeAll(async () => {
  azurite = await startAzurite();
  proxy = await startFaultProxy({
    target: azurite.endpoint,
    seed,
    rate: 0.1,
    faults: transportFaults,
    maxDateOffsetMs,
  });
  directService = TableServiceClient.fromConnectionString(azurite.connectionString);
  service = faultClient(proxy.endpoint);
  await directService.createTables([OrderLine]);
});

afterAll(async () => {
  await service.close();
  await directService.close();
  await proxy.stop();
  await azurite.stop();
});

describe("a tenth of all requests goes wrong", () => {
  it(`${writes} mixed writes of 32 writers leave the table as the model says`, async () => {
    const tally: SoakTally = { refusals: 0, unknown: 0 };
    const writers = Array.from(
      { length: 32 },
      (_, index) => new SoakWriter(`W${index}`, service, directService, seededRandom(seed + index), tally),
    );
    await Promise.all(
      writers.map(async (writer) => {
        while (writer.writes < writes / writers.length) await writer.write();
      }),
    );
    const expected = new Map(
      writers.flatMap(({ model }, index) => [...model].map(([lineNo, row]) => [`W${index}/${lineNo}`, row] as const)),
    );
    const found = new Map<string, ModelRow>();
    for await (const row of directService.entities(OrderLine).scan()) found.set(`${row.customerId}/${row.lineNo}`, row);
    expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [id, row] of expected) {
      expect(isSameRow(found.get(id), row), id).toBe(true);
      expect(found.get(id)?.$etag, id).toBe(row.$etag);
    }
    process.stdout.write(`${JSON.stringify({ ...tally, injected: Object.fromEntries(proxy.injected) })}\n`);
    expect(tally.refusals).toBeGreaterThan(0);
    expect(tally.unknown).toBeLessThan(writes * unknownShare);
    expect([...proxy.injected.keys()].sort()).toEqual([...transportFaults].sort());
  });

  it(`a bulk of ${items} items writes each of them once, and says so truly`, async () => {
    const lines = service.entities(OrderLine);
    const existing = (index: number) => index % 50 === 7;
    const line = (index: number) => {
      const place = { customerId: `B${index % 20}`, orderNo: 2, lineNo: Math.floor(index / 20) + 1 };
      return { ...place, sku: `B-${index}`, quantity: index };
    };
    const all = Array.from({ length: items }, (_, index) => index);
    const direct = directService.entities(OrderLine);
    for (const index of all.filter(existing)) await direct.insert({ ...line(index), sku: "before" });
    let unknown = 0;
    const outcomes = new Map<number, boolean>();
    for await (const outcome of lines.bulk(all.map((index) => ({ insert: line(index) })))) {
      expect(outcomes.has(outcome.index)).toBe(false);
      outcomes.set(outcome.index, outcome.ok);
      const isUnknown = !outcome.ok && (outcome.error as { outcome?: unknown }).outcome === "unknown";
      if (isUnknown) unknown++;
      else if (!outcome.ok) expect(outcome.error.code).toBe("entity.already-exists");
      if (!isUnknown) expect(outcome.ok, `item ${outcome.index}`).toBe(!existing(outcome.index));
    }
    expect(outcomes.size).toBe(items);
    const found = new Map<number, string>();
    for await (const row of direct.scan({ partitionKeyPrefix: "cust!B" })) found.set(row.quantity, row.sku);
    const missing = all.filter((index) => found.get(index) !== (existing(index) ? "before" : `B-${index}`));
    expect(missing.every((index) => outcomes.get(index) === false)).toBe(true);
    expect(missing.length).toBeLessThanOrEqual(unknown);
    expect(unknown).toBeLessThan(Math.max(items * 0.005, 100));
  });
});
