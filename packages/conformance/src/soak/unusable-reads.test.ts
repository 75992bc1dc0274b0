import { type HttpResponse, type Policy, TableServiceClient } from "@tablewright/runtime";
import { getServiceProperties } from "@tablewright/runtime/admin";
import { reindex } from "@tablewright/runtime/reindex";
import { createTableService } from "@tablewright/testing";
import { beforeAll, expect, it } from "vitest";
import { Ticket } from "../../../runtime/src/test/company/index.js";
import { Order, OrderLine } from "../../../runtime/src/test/shop/index.js";
import { seededRandom } from "./random.js";
import { SpoiledReads, spoilNames } from "./spoiled-reads.js";

const tables = createTableService();
const spoiled = new SpoiledReads(tables, seededRandom(20_261_122));
const direct = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
// The same number of attempts as by default.
const service = TableServiceClient.fromConnectionString(tables.connectionString, {
  transport: spoiled.send,
  retry: { baseDelayMs: 0.1 },
});
const lines = service.entities(OrderLine);
const [customers, perCustomer] = [5, 20];
const keys = Array.from({ length: customers * perCustomer }, (_, n) => keyOf(n));
const project = "p";

beforeAll(async () => {
  await direct.createTables([Order, Ticket]);
  await direct.entities(OrderLine).bulk(keys.map((key) => ({ insert: { ...key, sku: "a", quantity: 0 } })));
  for (let id = 0; id < 30; id++) {
    await direct.entities(Ticket).insert({ project, id: String(id), state: "open", slug: `slug ${id}` });
  }
  await recordOtherRows();
  spoiled.rate = 0.04;
});

it("1,000 queries and as many other reads, a twenty-fifth of whose responses cannot be used, all succeed", async () => {
  for (let round = 0; round < 200; round++) {
    const customerId = `C${round % customers}`;
    const query = lines.query({ customerId });
    const own = keys.filter((key) => key.customerId === customerId);
    expect((await query.toArray()).map(({ lineNo }) => lineNo)).toEqual(own.map(({ lineNo }) => lineNo));
    expect(await query.count()).toBe(perCustomer);
    expect(await query.exists()).toBe(true);
    const paged: number[] = [];
    for await (const { items } of query.pages({ size: 6 })) paged.push(...items.map(({ lineNo }) => lineNo));
    expect(paged).toEqual(own.map(({ lineNo }) => lineNo));
    expect(await query.select("quantity").toArray()).toHaveLength(perCustomer);
    expect((await lines.scan().toArray()).length).toBe(keys.length);
    const key = keys[round % keys.length] ?? expect.unreachable();
    expect(await lines.get(key)).toMatchObject(key);
    expect(await lines.get({ ...key, lineNo: 999 })).toBeUndefined();
    expect(await lines.getMany([key, { ...key, lineNo: 999 }])).toEqual([expect.objectContaining(key), undefined]);
    await lines.modify(key, ({ quantity }) => ({ set: { quantity: quantity + 1 } }));
    expect(await service.tables.exists("Shop")).toBe(true);
    expect(await getServiceProperties(service)).toHaveProperty("cors");
  }
  const counted = await direct.entities(OrderLine).scan().toArray();
  expect(counted.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(200);
  for (let round = 0; round < 5; round++) {
    expect(await reindex(service, Ticket)).toMatchObject({ entities: 30, written: 0, deleted: 0, taken: 0 });
    await service.entities(Ticket).modify({ project, id: "1" }, () => ({ set: { state: `state ${round}` } }));
    expect(await service.entities(Ticket).bySlug.get({ project, slug: "slug 1" })).toMatchObject({ id: "1" });
  }
  expect([...spoiled.counts.keys()].sort()).toEqual([...spoilNames].sort());
});

function keyOf(n: number) {
  return { customerId: `C${Math.floor(n / perCustomer)}`, orderNo: 1, lineNo: 1 + (n % perCustomer) };
}

/** Records rows outside of every key that the test reads. */
async function recordOtherRows(): Promise<void> {
  const responses: HttpResponse[] = [];
  const recording: Policy = (next) => async (request) => {
    const response = await next(request);
    responses.push(response);
    return response;
  };
  const options = { transport: tables, policies: [recording] };
  const table = TableServiceClient.fromConnectionString(tables.connectionString, options).table("Shop");
  const id = { partitionKey: "zz", rowKey: "zz" };
  await table.insert({ ...id, properties: {} });
  await table.get(id);
  await table.query(id.partitionKey).toArray();
  const [, row, page] = responses;
  if (row === undefined || page === undefined) expect.unreachable();
  spoiled.other = { row, page };
}
