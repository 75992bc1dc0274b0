import { type BulkItem, type Change, isTransactionError, type TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { beforeAll, describe, expect } from "vitest";
import { Order, OrderLine, type OrderLineTypes, type OrderTypes } from "../../../runtime/src/test/shop/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { listed } from "../targets/target.js";
import { targets } from "../targets/targets.js";

const placedAt = new Date("2024-05-06T07:08:09.123Z");
const order = (orderNo: number) => ({ placedAt, orderNo, total: 1, sequence: 6n, currency: "EUR" }) as const;
const line = (lineNo: number, orderNo = 8) => ({ orderNo, lineNo, sku: `sku ${lineNo} – "é"`, quantity: lineNo });

describeTargets("transactions", targets, ({ target, running, it }) => {
  let service: TableServiceClient;
  beforeAll(async () => {
    service = running().service;
    await service.createTables([Order, OrderLine]);
  });
  describe("transaction", () => {
    it("writes entities of two kinds at once, and answers with their ETags", async () => {
      const customerId = "O'Brien & 100% (x)";
      const results = await service.transaction(Order.partition({ customerId }), (tx) => {
        tx.insert(Order, order(8));
        tx.insert(OrderLine, line(1));
        tx.insertOrReplace(OrderLine, line(2));
        tx.insertOrMerge(OrderLine, line(3));
      });
      const stored = await service.entities(Order).getOrThrow({ customerId, ...order(8) });
      expect(results[0]).toMatchObject({ $etag: stored.$etag });
      const lines = await service.entities(OrderLine).query({ customerId }).toArray();
      expect(lines.map(({ lineNo, sku, $etag }) => [lineNo, sku, $etag])).toEqual(
        [1, 2, 3].map((lineNo) => [lineNo, line(lineNo).sku, results[lineNo]?.$etag]),
      );

      const changed = await service.transaction(Order.partition({ customerId }), (tx) => {
        tx.merge(Order, stored, { paid: true }, { ifMatch: stored.$etag });
        tx.replace(OrderLine, { ...line(1), quantity: 99 }, { ifMatch: results[1]?.$etag ?? "*" });
        tx.delete(OrderLine, { orderNo: 8, lineNo: 2 }, { ifMatch: "*" });
      });
      expect(changed.map(({ $etag }) => typeof $etag)).toEqual(["string", "string", "undefined"]);
      const rows = await service.partition(Order.partition({ customerId })).query(Order, OrderLine).toArray();
      const values = rows.map((row) => (row.$kind === "order" ? row.paid : row.quantity));
      expect(listed(target, values)).toEqual(listed(target, [99, 3, true]));
    });

    it("writes all or nothing, and names what was refused", async () => {
      const customerId = "C2";
      const lines = service.entities(OrderLine);
      await lines.insert({ customerId, ...line(5) });
      const error: unknown = await service
        .transaction(Order.partition({ customerId }), (tx) => {
          tx.insert(Order, order(8));
          tx.insert(OrderLine, line(4));
          tx.insert(OrderLine, line(5));
          tx.insert(OrderLine, line(6));
        })
        .catch((thrown) => thrown);
      expect(isTransactionError(error)).toBe(true);
      expect(error).toMatchObject({
        code: "entity.already-exists",
        index: 2,
        operation: "insert",
        entity: "OrderLine",
        key: OrderLine.key({ customerId, ...line(5) }),
        serviceCode: "EntityAlreadyExists",
      });
      expect(await lines.query({ customerId }).count()).toBe(1);
      expect(await service.entities(Order).query({ customerId }).count()).toBe(0);
      await expect(
        service.transaction(Order.partition({ customerId }), (tx) => {
          tx.insert(OrderLine, line(7));
          tx.merge(OrderLine, line(5), { quantity: 1 }, { ifMatch: "W/\"datetime'2020-01-01T00%3A00%3A00Z'\"" });
        }),
      ).rejects.toMatchObject({ code: "entity.condition-not-met", index: 1 });
      expect(await lines.query({ customerId }).count()).toBe(1);
    });

    it("takes 100 operations", async () => {
      const customerId = "C3";
      const results = await service.transaction(Order.partition({ customerId }), (tx) => {
        for (let lineNo = 1; lineNo <= 100; lineNo++) tx.insert(OrderLine, line(lineNo));
      });
      expect(results).toHaveLength(100);
      expect(await service.entities(OrderLine).query({ customerId }).count()).toBe(100);
    });
  });

  describe("bulk", () => {
    const items = (count: number, orderNo: number): BulkItem<OrderLineTypes>[] =>
      Array.from({ length: count }, (_, index) => ({
        insert: { customerId: `B${index % 7}`, ...line(index + 1, orderNo) },
      }));

    it("writes items of many partitions, and isolates those that are refused", async () => {
      const lines = service.entities(OrderLine);
      const existing = items(1500, 1).filter((_, index) => index % 100 === 3);
      for await (const { ok } of lines.bulk(existing)) expect(ok).toBe(true);
      const failed: [number, string][] = [];
      let done = 0;
      for await (const outcome of lines.bulk(items(1500, 1))) {
        done++;
        if (!outcome.ok) failed.push([outcome.index, outcome.error.code]);
      }
      expect(done).toBe(1500);
      expect(failed.sort(([a], [b]) => a - b)).toEqual(
        existing.map((_, index) => [index * 100 + 3, "entity.already-exists"]),
      );
      expect(await lines.scan({ partitionKeyPrefix: "cust!B" }).count()).toBe(1500);
    });

    it("deleteWhere deletes what a query finds, but not more than it was told, nor what has changed", async () => {
      const lines = service.entities(OrderLine);
      const query = lines.query({ customerId: "B0" }).where({ quantity: { le: 70 } });
      await expect(lines.deleteWhere(query, { max: 9 })).rejects.toMatchObject({ code: "query.too-many-rows" });
      expect(await query.count()).toBe(10);
      expect(await lines.deleteWhere(query, { max: 10 })).toEqual({ deleted: 10, changed: 0 });
      expect(await query.count()).toBe(0);
      expect(await lines.query({ customerId: "B0" }).count()).toBe(205);
    });

    it("deletePartition deletes every kind", async () => {
      const partition = Order.partition({ customerId: "B1" });
      await service.entities(Order).insert({ customerId: "B1", ...order(1) });
      await service.table("Shop").insert({ partitionKey: "cust!B1", rowKey: "other", properties: {} });
      expect(await service.deletePartition(partition)).toBe(217);
      expect(await service.deletePartition(partition)).toBe(0);
      expect(await service.entities(OrderLine).query({ customerId: "B2" }).count()).toBe(214);
    });
  });

  describe("modify through an older definition", () => {
    /** Row with additional properties, as a newer definition stores it. */
    const newer = {
      text: edm.string("2024-01-01T00:00:00Z"),
      flag: edm.boolean(true),
      small: edm.int32(5),
      large: edm.int64(-(2n ** 63n)),
      whole: edm.double(5),
      exact: edm.double(0.1),
      notANumber: edm.double(Number.NaN),
      when: edm.dateTime(new Date("2024-01-01T00:00:00.123Z")),
      ref: edm.guid("c9da6455-213d-42c9-9a79-3e9149a57833"),
      bytes: edm.binary(new Uint8Array([0, 255])),
    };

    const changes: readonly (readonly [name: string, change: () => Change<OrderTypes>])[] = [
      ["merges", () => ({ set: { paid: true } })],
      ["replaces", () => ({ set: { paid: true }, unset: ["note"] })],
    ];
    for (const [name, change] of changes)
      it(`loses no property of the newer one when it ${name}`, async () => {
        const key = { customerId: `Modify ${name}`, placedAt, orderNo: 8 };
        const rows = service.table("Shop");
        const orders = service.entities(Order);
        const { $etag } = await orders.insert({ ...key, ...order(8), note: "n" });
        await rows.merge(Order.key(key), newer, { ifMatch: $etag });
        await orders.modify(key, change);
        const { properties } = await rows.getOrThrow(Order.key(key));
        const { kind: _kind, ...stored } = properties;
        expect(Object.fromEntries(Object.keys(newer).map((property) => [property, stored[property]]))).toEqual(newer);
        expect(stored["paid"]).toEqual(edm.boolean(true));
        expect(stored["note"]).toEqual(name === "merges" ? edm.string("n") : undefined);
      });
  });
});
