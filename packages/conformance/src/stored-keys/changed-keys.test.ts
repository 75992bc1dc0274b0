import type { EntityClient, TableServiceClient } from "@tablewright/runtime";
import { beforeAll, expect } from "vitest";
import { Order, type OrderTypes } from "../../../runtime/src/test/shop/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";

const monday = new Date("2026-11-16T00:00:00Z");
const tuesday = new Date("2026-11-17T00:00:00Z");
const rest = { orderNo: 7, total: 1, sequence: 5n, currency: "EUR" } as const;

describeTargets("an order whose date was changed in place", targets, ({ running, it }) => {
  let service: TableServiceClient;
  let orders: EntityClient<OrderTypes>;
  let customers = 0;
  beforeAll(async () => {
    service = running().service;
    orders = service.entities(Order);
    await service.createTables([Order]);
  });

  /** Inserts an order of Monday and one of Tuesday. Reads Monday's order and changes its day to Tuesday. */
  async function twoOrders() {
    const customerId = `changed-${customers++}`;
    await orders.insert({ customerId, placedAt: monday, ...rest, note: "monday" });
    await orders.insert({ customerId, placedAt: tuesday, ...rest, note: "tuesday" });
    const order = await orders.getOrThrow({ customerId, placedAt: monday, orderNo: 7 });
    order.placedAt.setUTCDate(17);
    const notes = async () => (await orders.query({ customerId }).toArray()).map(({ note }) => note).sort();
    return { customerId, order, notes };
  }

  it("deletes, changes and replaces no other row", async () => {
    const { customerId, order, notes } = await twoOrders();
    const calls = [
      () => orders.delete(order, { ifMatch: "*" }),
      () => orders.merge(order, { note: "merged" }, { ifMatch: "*" }),
      () => orders.replace(order, { ifMatch: "*" }),
      () => orders.insertOrReplace({ ...order, note: "replaced" }),
      () =>
        service.transaction(Order.partition({ customerId }), (tx) => {
          tx.insertOrMerge(Order, { ...order, note: "merged" });
        }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "key.changed", property: "placedAt" });
    expect(await notes()).toEqual(["monday", "tuesday"]);
  });

  it("is moved by an insert and a delete", async () => {
    const { customerId, order, notes } = await twoOrders();
    await service.transaction(Order.partition({ customerId }), (tx) => {
      tx.insert(Order, { ...order, orderNo: 8, note: "moved" });
      tx.delete(Order, { placedAt: monday, orderNo: 7 }, { ifMatch: order.$etag });
    });
    expect(await notes()).toEqual(["moved", "tuesday"]);
  });
});
