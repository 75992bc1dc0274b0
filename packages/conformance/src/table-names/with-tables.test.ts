import type { TableServiceClient, TableServiceView } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { beforeAll, expect } from "vitest";
import { Order, OrderLine } from "../../../runtime/src/test/shop/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";

const placedAt = new Date("2024-05-06T07:08:09.123Z");
const order = (orderNo: number) =>
  ({ customerId: "C1", placedAt, orderNo, total: 1, sequence: 5n, currency: "EUR" }) as const;
const line = (lineNo: number) => ({ customerId: "C1", orderNo: 1, lineNo, sku: "A", quantity: 1 });
const partition = Order.partition({ customerId: "C1" });

describeTargets("withTables", targets, ({ target, running, it }) => {
  let service: TableServiceClient;
  let tenant: TableServiceView;
  beforeAll(async () => {
    service = running().service;
    tenant = service.withTables((name) => `${name}Tenant42`);
    await tenant.createTables([Order, OrderLine]);
    await service.createTables([Order]);
    await service.entities(Order).insert({ ...order(1), note: "not the tenant's" });
  });

  it("creates and deletes tables by their names in definitions, and lists the real ones", async () => {
    const listed: string[] = [];
    for await (const name of tenant.tables.list()) listed.push(name);
    expect(listed).toEqual(["Shop", "ShopTenant42"]);
    expect(await tenant.tables.exists("Shop")).toBe(true);
    expect(await tenant.tables.exists("Other")).toBe(false);
    await tenant.tables.create("Other");
    expect(await service.tables.exists("OtherTenant42")).toBe(true);
    expect(await tenant.tables.delete("Other")).toBe(true);
    expect(await service.tables.exists("Shop")).toBe(true);
  });

  it("reads and writes the view's table alone", async () => {
    const orders = tenant.entities(Order);
    expect(await orders.get(order(1))).toBeUndefined();
    await orders.insert(order(1));
    const read = await orders.getOrThrow(order(1));
    await orders.merge(read, { note: "tenant" }, { ifMatch: read.$etag });
    await orders.modify(read, () => ({ set: { paid: true } }));
    await orders.replace(new Order({ ...order(1), note: "new" }), { ifMatch: "*" });
    await orders.bulk([{ insert: order(2) }, { insertOrReplace: order(3) }, { delete: order(3), ifMatch: "*" }]);
    await tenant.transaction(partition, (tx) => {
      tx.insert(OrderLine, { orderNo: 1, lineNo: 1, sku: "A", quantity: 1 });
      tx.delete(Order, order(2), { ifMatch: "*" });
    });
    await tenant.partition(partition).transaction((tx) => tx.insert(OrderLine, line(2)));
    const kinds = await tenant.partition(partition).query(Order, OrderLine).toArray();
    expect(kinds.map(({ $kind }) => $kind).sort()).toEqual(["line", "line", "order"]);
    expect(await orders.query({ customerId: "C1" }).count()).toBe(1);
    expect(await orders.scan().toArray()).toHaveLength(1);
    expect(await tenant.table("Shop").scan().count()).toBe(3);
    expect(tenant.table("Shop").name).toBe("ShopTenant42");
    expect(await service.table("ShopTenant42").scan().count()).toBe(3);
    expect(await service.entities(Order).scan().toArray()).toMatchObject([{ note: "not the tenant's" }]);
    await orders.insert(order(4));
    expect(await orders.deleteWhere(orders.scan().where({ orderNo: 4 }), { max: 1 })).toMatchObject({ deleted: 1 });
    expect(await tenant.deletePartition(partition)).toBe(3);
    expect(await service.entities(Order).scan().count()).toBe(1);
  });

  it("binds a cursor to the real table", async () => {
    await tenant.table("Shop").insert({ partitionKey: "p", rowKey: "1", properties: { a: edm.int32(1) } });
    await tenant.table("Shop").insert({ partitionKey: "p", rowKey: "2", properties: { a: edm.int32(1) } });
    const { cursor } = await tenant.table("Shop").query("p").page({ size: 1 });
    expect((await service.table("ShopTenant42").query("p").page({ cursor, size: 1 })).items).toHaveLength(1);
    const other = service.table("Shop").query("p").page({ cursor, size: 1 });
    await expect(other).rejects.toMatchObject({ code: "query.invalid-cursor" });
    await tenant.deletePartition({ ...partition, partitionKey: "p" });
  });

  it("names the real table in errors", async () => {
    const other = service.withTables({ Shop: "ShopOther" });
    const missing = other.entities(Order).insert(order(1));
    await expect(missing).rejects.toMatchObject({ message: expect.stringContaining("ShopOther") });
    if (target.kind === "storage") await expect(missing).rejects.toMatchObject({ code: "table.not-found" });
    await expect(other.entities(Order).query({ customerId: "C1" }).firstOrThrow()).rejects.toThrow("ShopOther");
  });
});
