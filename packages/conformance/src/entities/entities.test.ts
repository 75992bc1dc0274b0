import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { beforeAll, describe, expect } from "vitest";
import { Order, OrderLine } from "../../../runtime/src/test/shop/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";

const placedAt = new Date("2024-05-06T07:08:09.123Z");
const key = (orderNo: number) => ({ customerId: "O'Brien & 100%", placedAt, orderNo });
const init = (orderNo: number) => ({ ...key(orderNo), total: 12.5, sequence: 5n, currency: "EUR" }) as const;

describeTargets("entities", targets, ({ target, running, it }) => {
  let service: TableServiceClient;
  beforeAll(() => {
    service = running().service;
  });
  describe("tables", () => {
    it("are created once, found, listed and deleted", async () => {
      const tables = service.tables;
      expect(await tables.exists("Shop")).toBe(false);
      // Cosmos responds to a missing table as to a missing row.
      const missing = service.entities(Order).get(key(1));
      if (target.kind === "cosmos") expect(await missing).toBeUndefined();
      else await expect(missing).rejects.toMatchObject({ code: "table.not-found", status: 404 });
      await service.createTables([Order, OrderLine]);
      await service.createTables([Order, OrderLine]);
      await expect(tables.create("Shop")).rejects.toMatchObject({ code: "table.already-exists", status: 409 });
      await tables.create("Other");
      expect(await tables.exists("Shop")).toBe(true);
      expect(await collect(tables.list())).toEqual(["Other", "Shop"]);
      expect(await collect(tables.list({ prefix: "Sh" }))).toEqual(["Shop"]);
      expect(await tables.delete("Other")).toBe(true);
      expect(await tables.delete("Other")).toBe(false);
      await expect(tables.create("a/b")).rejects.toMatchObject({ code: "table.invalid-name" });
    });
  });

  describe("entities", () => {
    it("are inserted once, read back as they were, and deleted once", async () => {
      const orders = service.entities(Order);
      const { $etag } = await orders.insert({
        ...init(1),
        note: "It's paid – 支払済み 😀",
        signature: new Uint8Array([0, 255]),
      });
      const order = await orders.getOrThrow(key(1));
      expect(order).toBeInstanceOf(Order);
      expect(order).toMatchObject({
        ...init(1),
        paid: false,
        note: "It's paid – 支払済み 😀",
        paymentId: undefined,
        $etag,
      });
      expect(Buffer.from(order.signature ?? [])).toEqual(Buffer.from([0, 255]));
      expect(order.$timestamp.getTime()).toBeGreaterThan(Date.now() - 60_000);
      await expect(orders.insert(init(1))).rejects.toMatchObject({ code: "entity.already-exists", status: 409 });
      expect(await orders.delete(key(1), { ifMatch: order.$etag })).toBe(true);
      expect(await orders.delete(key(1), { ifMatch: "*" })).toBe(false);
      expect(await orders.get(key(1))).toBeUndefined();
    });

    it("merge changes what it is given; replace drops what it is not given", async () => {
      const orders = service.entities(Order);
      const { $etag: first } = await orders.insert({ ...init(2), note: "n" });
      const { $etag: second } = await orders.merge(key(2), { paid: true }, { ifMatch: first });
      expect(await orders.getOrThrow(key(2))).toMatchObject({ paid: true, note: "n", total: 12.5, $etag: second });
      await expect(orders.merge(key(2), { paid: false }, { ifMatch: first })).rejects.toMatchObject({
        code: "entity.condition-not-met",
        status: 412,
      });
      await orders.replace(init(2), { ifMatch: second });
      expect(await orders.getOrThrow(key(2))).toMatchObject({ paid: false, note: undefined });
      await expect(orders.merge(key(99), { paid: true }, { ifMatch: "*" })).rejects.toMatchObject({
        code: "entity.not-found",
      });
    });

    it("upserts insert, then merge or replace", async () => {
      const orders = service.entities(Order);
      await orders.insertOrMerge({ ...init(3), note: "kept" });
      await orders.insertOrMerge({ ...init(3), total: 1 });
      expect(await orders.getOrThrow(key(3))).toMatchObject({ total: 1, note: "kept" });
      await orders.insertOrReplace({ ...init(3), total: 2 });
      expect(await orders.getOrThrow(key(3))).toMatchObject({ total: 2, note: undefined });
    });

    it("a row that was read is given back to replace and stays as it was", async () => {
      const orders = service.entities(Order);
      await orders.insert({ ...init(4), total: 5, note: "n" });
      const read = await orders.getOrThrow(key(4));
      const { $etag } = await orders.replace(read, { ifMatch: read.$etag });
      const again = await orders.getOrThrow(key(4));
      expect(JSON.stringify(again)).toBe(JSON.stringify(read));
      expect(again.$etag).toBe($etag);
    });

    it("modify keeps what the definition does not declare, with its types", async () => {
      const rows = service.table("Shop");
      const orders = service.entities(Order);
      const { $etag } = await orders.insert({ ...init(5), note: "n" });
      const id = Order.key(key(5));
      await rows.merge(id, { newer: edm.double(5), newerText: edm.string("2024-01-01T00:00:00Z") }, { ifMatch: $etag });
      await orders.modify(key(5), (order) => ({ set: { total: order.total + 1 }, unset: ["note"] }));
      expect(await rows.getOrThrow(id)).toMatchObject({
        properties: {
          total: edm.double(13.5),
          newer: edm.double(5),
          newerText: edm.string("2024-01-01T00:00:00Z"),
          sequence: edm.int64(5n),
        },
      });
      expect((await orders.getOrThrow(key(5))).note).toBeUndefined();
    });

    it("getMany, query and scan find them", async () => {
      const orders = service.entities(Order);
      const lines = service.entities(OrderLine);
      await lines.insert({ customerId: "O'Brien & 100%", orderNo: 2, lineNo: 1, sku: "A", quantity: 2 });
      const found = await orders.getMany([key(2), key(77), key(3)]);
      expect(found.map((order) => order?.orderNo)).toEqual([2, undefined, 3]);
      const partition = { customerId: "O'Brien & 100%" };
      const queried = await orders
        .query(partition)
        .where({ total: { gt: 12 } })
        .toArray();
      expect(queried.map((order) => order.orderNo)).toEqual([2, 5]);
      expect(await orders.scan().count()).toBe(4);
      const kinds = await service.partition(Order.partition(partition)).query(Order, OrderLine).toArray();
      // Cosmos DB has no order of keys.
      expect(kinds.map((row) => row.$kind).sort()).toEqual(["line", "order", "order", "order", "order"]);
    });
  });

  describe("rows without a definition", () => {
    it("hold explicit Edm values of every type", async () => {
      const rows = service.table("Shop");
      const properties = {
        S: edm.string("5"),
        B: edm.boolean(true),
        I: edm.int32(-5),
        L: edm.int64(-(2n ** 63n)),
        D: edm.double(5),
        T: edm.dateTime(new Date("2024-05-06T07:08:09.123Z")),
        G: edm.guid("c9da6455-213d-42c9-9a79-3e9149a57833"),
        X: edm.binary(new Uint8Array([1, 2])),
      };
      const id = { partitionKey: "p", rowKey: "r'1" };
      const { $etag } = await rows.insert({ ...id, properties });
      const read = await rows.getOrThrow(id);
      expect(read).toMatchObject({ ...id, $etag });
      expect(JSON.stringify(read.properties, jsonBigInt)).toBe(JSON.stringify(properties, jsonBigInt));
      await rows.replace({ ...id, properties: { S: edm.string("6") } }, { ifMatch: $etag });
      expect(Object.keys((await rows.getOrThrow(id)).properties)).toEqual(["S"]);
      expect(await rows.delete(id, { ifMatch: "*" })).toBe(true);
      expect(await rows.get(id)).toBeUndefined();
    });
  });
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function jsonBigInt(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
