import { TableServiceClient } from "@tablewright/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OrderLine } from "../../../runtime/src/test/shop/index.js";
import { type Azurite, azuriteAccount, startAzurite } from "../azurite.js";
import { type FaultProxy, faults, startFaultProxy } from "./fault-proxy.js";
import { seededRandom } from "./random.js";
import { type ModelRow, sameRow } from "./row-model.js";
import { soakCount } from "./soak-count.js";
import { type SoakTally, SoakWriter } from "./soak-writer.js";

const writes = soakCount(10_000);
const seed = 20_240_506;

let azurite: Azurite;
let proxy: FaultProxy;
let direct: TableServiceClient;
let service: TableServiceClient;

beforeAll(async () => {
  azurite = await startAzurite();
  proxy = await startFaultProxy({ target: azurite.endpoint, seed, rate: 0.1 });
  direct = TableServiceClient.fromConnectionString(azurite.connectionString);
  const { name, key } = azuriteAccount;
  service = TableServiceClient.fromConnectionString(
    `DefaultEndpointsProtocol=http;AccountName=${name};AccountKey=${key};TableEndpoint=${proxy.endpoint}`,
    { attemptTimeoutMs: 1500, retry: { maxAttempts: 6, baseDelayMs: 5, maxDelayMs: 50 } },
  );
  await direct.createTables([OrderLine]);
});

afterAll(async () => {
  await service.close();
  await direct.close();
  await proxy.stop();
  await azurite.stop();
});

describe("a tenth of all requests goes wrong", () => {
  it(`${writes} mixed writes of 32 writers leave the table as the model says`, async () => {
    const tally: SoakTally = { writes: 0, refusals: 0, unknown: 0 };
    const writers = Array.from(
      { length: 32 },
      (_, index) => new SoakWriter(`W${index}`, service, direct, seededRandom(seed + index), tally),
    );
    await Promise.all(
      writers.map(async (writer) => {
        while (tally.writes < writes) await writer.write();
      }),
    );
    const expected = new Map(
      writers.flatMap(({ model }, index) => [...model].map(([lineNo, row]) => [`W${index}/${lineNo}`, row] as const)),
    );
    const found = new Map<string, ModelRow>();
    for await (const row of direct.entities(OrderLine).scan()) found.set(`${row.customerId}/${row.lineNo}`, row);
    expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [id, row] of expected) {
      expect(sameRow(found.get(id), row), id).toBe(true);
      expect(found.get(id)?.$etag, id).toBe(row.$etag);
    }
    process.stdout.write(`${JSON.stringify({ ...tally, injected: Object.fromEntries(proxy.injected) })}\n`);
    expect(tally.refusals).toBeGreaterThan(0);
    expect(tally.unknown).toBeLessThan(writes * 0.005);
    expect([...proxy.injected.keys()].sort()).toEqual([...faults].sort());
  }, 600_000);
});
