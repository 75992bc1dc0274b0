import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { beforeAll, expect } from "vitest";
import { Order, OrderLine } from "../../../runtime/src/test/shop/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";

const placedAt = new Date("2024-05-06T07:08:09.123Z");
const order = (customerId: string, orderNo: number) =>
  ({ customerId, placedAt, orderNo, total: orderNo, sequence: 6n, currency: "EUR" }) as const;

describeTargets("modify and updateWhere", targets, ({ running, it }) => {
  let service: TableServiceClient;
  beforeAll(async () => {
    service = running().service;
    await service.createTables([Order, OrderLine]);
  });

  it("counts every call of modify with orInsert, whichever inserts the row", async () => {
    const lines = service.entities(OrderLine);
    const key = { customerId: "Count", orderNo: 1, lineNo: 1 };
    const orInsert = { ...key, sku: "A", quantity: 1 };
    const add = () => lines.modify(key, ({ quantity }) => ({ set: { quantity: quantity + 1 } }), { orInsert });
    const written = await Promise.all(Array.from({ length: 8 }, add));
    const { quantity, $etag } = await lines.getOrThrow(key);
    expect(quantity).toBe(8);
    expect(new Set(written.map((result) => result.$etag)).size).toBe(8);
    expect(await lines.modify(key, () => undefined, { orInsert })).toMatchObject({ $etag });
  });

  it("updateWhere changes what a query finds, but not more than it was told", async () => {
    const orders = service.entities(Order);
    await orders.bulk(Array.from({ length: 130 }, (_, n) => ({ insert: { ...order("Update", n), note: "n" } })));
    await service.entities(OrderLine).insert({ customerId: "Update", orderNo: 1, lineNo: 1, sku: "A", quantity: 1 });
    const small = orders.query({ customerId: "Update" }).where({ total: { lt: 110 } });
    await expect(orders.updateWhere(small, { paid: true }, { max: 109 })).rejects.toMatchObject({
      code: "query.too-many-rows",
    });
    expect(await small.where({ paid: true }).count()).toBe(0);
    expect(await orders.updateWhere(small, { paid: true }, { max: 110 })).toEqual({ updated: 110, changed: 0 });
    const paid = await orders.query({ customerId: "Update" }).where({ paid: true }).toArray();
    expect(paid).toHaveLength(110);
    expect(paid.every(({ note, total }) => note === "n" && total < 110)).toBe(true);
  });

  it("updateWhere writes what a function returns for each row, and keeps what nothing declares", async () => {
    const orders = service.entities(Order);
    const rows = service.table("Shop");
    await orders.bulk([1, 2, 3].map((n) => ({ insert: { ...order("Each", n), note: "n" } })));
    const id = Order.key(order("Each", 2));
    const newer = { whole: edm.double(5), large: edm.int64(5n) };
    await rows.merge(id, newer, { ifMatch: "*" });
    const all = orders.query({ customerId: "Each" });
    const counts = await orders.updateWhere(
      all,
      ({ orderNo, total }) => {
        if (orderNo === 1) return { set: { total: total + 10 } };
        return orderNo === 2 ? { set: { paid: true }, unset: ["note"] } : undefined;
      },
      { max: 3 },
    );
    expect(counts).toEqual({ updated: 2, changed: 0 });
    expect((await all.toArray()).map(({ total, paid, note }) => [total, paid, note]).sort()).toEqual([
      [11, false, "n"],
      [2, true, undefined],
      [3, false, "n"],
    ]);
    expect((await rows.getOrThrow(id)).properties).toMatchObject(newer);
  });

  it("updateWhere leaves rows alone that were changed or deleted since they were read", async () => {
    const orders = service.entities(Order);
    await orders.bulk([1, 2, 3, 4].map((n) => ({ insert: order("Since", n) })));
    const counts = await orders.updateWhere(
      orders.query({ customerId: "Since" }),
      async (row) => {
        if (row.orderNo === 1) await orders.delete(row, { ifMatch: "*" });
        if (row.orderNo === 2) await orders.merge(row, { total: 99 }, { ifMatch: "*" });
        return { set: { paid: true } };
      },
      { max: 4 },
    );
    expect(counts).toEqual({ updated: 2, changed: 2 });
    const left = await orders.query({ customerId: "Since" }).toArray();
    expect(left.map(({ total, paid }) => [total, paid]).sort()).toEqual([
      [3, true],
      [4, true],
      [99, false],
    ]);
  });
});
