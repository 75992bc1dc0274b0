import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import { adopt } from "@tablewright/adopt";
import { compileJavaScript, createSourceHost, generate } from "@tablewright/generator";
import { type EntityClass, type EntityTypes, type Stored, TableServiceClient } from "@tablewright/runtime";
import * as runtime from "@tablewright/runtime/codegen/v1";
import { serveTableService, type TableServer } from "@tablewright/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AuditLog, OrderStore } from "./shop-program.js";

/* Classes generated from the drafts of a program of `@azure/data-tables` read the rows that the program writes. */

type Values = Readonly<Record<string, unknown>>;

/** Types of a class that is generated while the tests run. */
interface DraftTypes extends EntityTypes {
  readonly entity: Stored & Values;
  readonly init: Values;
  readonly merge: Values;
  readonly key: object;
  readonly partition: object;
  readonly where: object;
  readonly selectable: string;
  readonly optional: string;
}

const path = "src/shop-program.ts";
const text = readFileSync(join(import.meta.dirname, "shop-program.ts"), "utf8");
const report = adopt({ host: createSourceHost({ [path]: text }), files: [path] });

/** Generates the class of a draft without changes. */
function classOf(name: string): EntityClass<DraftTypes> {
  const drafts = Object.fromEntries(report.drafts.map((draft) => [draft.path, draft.text]));
  const { files } = generate({ host: createSourceHost(drafts), files: Object.keys(drafts), outDir: "gen" });
  const generated = files.find((file) => file.path.endsWith(`/${name.toLowerCase()}.gen.ts`));
  if (generated === undefined) throw new Error(`No draft has ${name}.`);
  const exported: Record<string, EntityClass<DraftTypes>> = {};
  compileFunction(compileJavaScript(generated.text), ["exports", "require"])(exported, () => runtime);
  return exported[name] as EntityClass<DraftTypes>;
}

let server: TableServer;
let service: TableServiceClient;
const placedAt = new Date("2026-11-22T08:00:00.123Z");

beforeAll(async () => {
  server = await serveTableService();
  service = TableServiceClient.fromConnectionString(server.connectionString);
  server.service.seed({ Shop: [], Audit: [] });
  const orders = new OrderStore(server.connectionString);
  await orders.place({ customerId: "C_1", orderNo: 6, total: 4.5, placedAt }, []);
  await orders.place({ customerId: "C1", orderNo: 7, total: 12.5, placedAt, note: "soon" }, ["A", "B"]);
  await orders.place({ customerId: "C1", orderNo: 8, total: 5, placedAt }, ["A"]);
  await new AuditLog(server.connectionString).write("ann", { order: 7 });
});
afterAll(async () => {
  await service.close();
  await server.close();
});

it("every draft is accepted", () => {
  expect(report.drafts.flatMap(({ problems }) => problems)).toEqual([]);
  expect(report.uncertain).toEqual([]);
});

it("a row is found by its key, and read with its types", async () => {
  const order = await service.entities(classOf("Order")).get({ customerId: "C1", orderNo: 7 });
  expect(order).toMatchObject({ total: 12.5, placedAt, note: "soon", noteLength: 4, sequence: 9007199254740993n });
  expect(order?.["reference"]).toMatch(/^[0-9a-f-]{36}$/);
});

it("all rows of each kind are read, and no others", async () => {
  const orders = await service.entities(classOf("Order")).query({ customerId: "C1" }).toArray();
  expect(orders.map(({ orderNo, total }) => [orderNo, total])).toEqual([
    [7, 12.5],
    [8, 5],
  ]);
  const lines = await service.entities(classOf("Line")).query({ customerId: "C1" }).toArray();
  expect(lines.map(({ orderNo, sku, position }) => [orderNo, sku, position])).toEqual([
    [7, "A", 0],
    [7, "B", 1],
    [8, "A", 0],
  ]);
  const entries = await service.entities(classOf("Audit")).scan().toArray();
  expect(entries).toMatchObject([{ actor: "ann", details: { order: 7 } }]);
});

it("a row that a class writes is one that the program reads", async () => {
  const Order = classOf("Order");
  const before = await service.entities(Order).get({ customerId: "C1", orderNo: 7 });
  await service.entities(Order).insert({ ...before, orderNo: 9, total: 99.5 });
  const found = [];
  for await (const { orderNo } of new OrderStore(server.connectionString).above("C1", 50)) found.push(orderNo);
  expect(found).toEqual([9]);
});

it("a value that holds the separator takes what is left of the key, and is no other", async () => {
  const Order = classOf("Order");
  expect(await service.entities(Order).get({ customerId: "C_1", orderNo: 6 })).toMatchObject({ customerId: "C_1" });
  expect(await service.entities(Order).get({ customerId: "C", orderNo: 6 })).toBeUndefined();
  const [row] = server.service.dump()["Shop"] ?? [];
  expect(row?.["PartitionKey"]).toBe("cust_C1");
});
