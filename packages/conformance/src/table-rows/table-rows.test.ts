import type { StoredTableRow, TableClient, TableServiceClient } from "@tablewright/runtime";
import { edm, odata } from "@tablewright/runtime/edm";
import fc from "fast-check";
import { beforeAll, expect } from "vitest";
import { Document } from "../../../generator/src/emit/golden/unknown-properties/expected/index.js";
import { Order } from "../../../runtime/src/test/shop/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { listed } from "../targets/target.js";
import { targets } from "../targets/targets.js";

const due = new Date("2024-05-06T07:08:09.123Z");
const bytes = new Uint8Array([1, 2, 255]);
const values = {
  text: edm.of("O'Neil"),
  flag: edm.of(true),
  long: edm.of(5_000_000_000n),
  due: edm.of(due),
  bytes: edm.of(bytes),
  whole: edm.double(5),
  count: edm.int32(5),
};
const rowKeys = (rows: readonly StoredTableRow[]) => rows.map(({ rowKey }) => rowKey);

describeTargets("rows without a definition", targets, ({ target, running, it }) => {
  let service: TableServiceClient;
  let table: TableClient;
  beforeAll(async () => {
    service = running().service;
    await service.createTables([Order]);
    table = service.table("Shop");
  });

  const insertTen = (partitionKey: string) =>
    table.bulk(
      Array.from({ length: 10 }, (_, n) => ({
        insert: {
          partitionKey,
          rowKey: `r${n}`,
          properties: { ...values, count: edm.int32(n), owner: edm.of(n % 2 ? "a" : "b") },
        },
      })),
    );

  it("read every value of edm.of with the type that it was written with", async () => {
    await table.insert({ partitionKey: "of", rowKey: "1", properties: values });
    expect({ ...(await table.getOrThrow({ partitionKey: "of", rowKey: "1" })).properties }).toEqual(values);
  });

  it("are found by conditions as data, and by odata", async () => {
    await insertTen("where");
    const query = table.query("where");
    const found = async (where: Parameters<typeof query.where>[0]) =>
      rowKeys(listed(target, await query.where(where).toArray()));
    expect(await found({ owner: edm.of("a"), count: { ge: edm.int32(3), lt: edm.int32(8) } })).toEqual([
      "r3",
      "r5",
      "r7",
    ]);
    expect(await found({ count: { in: [edm.int32(1), edm.int32(9)] } })).toEqual(["r1", "r9"]);
    expect(await found({ $or: [{ count: edm.int32(0) }, { RowKey: { ge: edm.of("r9") } }] })).toEqual(["r0", "r9"]);
    const negated = { $not: { count: { gt: edm.int32(1) } } };
    if (target.kind === "cosmos") await expect(found(negated)).rejects.toMatchObject({ code: "query.not-evaluated" });
    else expect(await found(negated)).toEqual(["r0", "r1"]);
    for (const [name, value] of Object.entries(values)) {
      if (name !== "count") expect(await found({ [name]: value }), name).toHaveLength(10);
    }
    expect(await found({ text: { startsWith: "O'" }, count: { lt: edm.int32(2) } })).toEqual(["r0", "r1"]);
    const { text, long, whole } = values;
    expect(
      await found({ $odata: odata`text eq ${"O'Neil"} and long eq ${5_000_000_000n} and count le ${edm.int32(1)}` }),
    ).toEqual(["r0", "r1"]);
    expect(
      await found({ $odata: odata`(due lt ${due} or due eq ${due}) and flag eq ${true} and count eq ${edm.int32(4)}` }),
    ).toEqual(["r4"]);
    expect(
      await found({
        $odata: odata`bytes eq ${bytes} and ${odata`text eq ${text} and long eq ${long} and whole eq ${whole}`}`,
      }),
    ).toHaveLength(10);
    expect(await found({ $odata: odata`text eq ${"x' or text ne '"}` })).toEqual([]);
  });

  it("are found by 300 hostile strings, each of which matches its own row and no other", async () => {
    const pieces = fc.constantFrom(
      "'",
      "''",
      " or ",
      " eq ",
      "1",
      "(",
      ")",
      "\\",
      "%27",
      "&",
      "#",
      "+",
      "’",
      "a",
      " and ",
      "$filter=",
      "名",
    );
    const texts = fc.sample(fc.uniqueArray(fc.string({ unit: pieces }), { minLength: 300, maxLength: 300 }), {
      numRuns: 1,
      seed: 33,
    })[0];
    const rows = (texts ?? []).map((text, n) => ({
      partitionKey: "hostile",
      rowKey: String(n),
      properties: { text: edm.of(text) },
    }));
    expect(rows).toHaveLength(300);
    await table.bulk(rows.map((row) => ({ insert: row })));
    for (const { rowKey, properties } of rows) {
      const { text } = properties;
      const byTag = table.query("hostile").where({ $odata: odata`text eq ${text}` });
      const byData = table.query("hostile").where({ text });
      expect(rowKeys(await (Number(rowKey) % 2 === 0 ? byTag : byData).toArray()), JSON.stringify(text.value)).toEqual([
        rowKey,
      ]);
    }
  });

  it("are read many at once, in part, page by page, and counted", async () => {
    await insertTen("read");
    const ids = ["r3", "none", "r1"].map((rowKey) => ({ partitionKey: "read", rowKey }));
    expect((await table.getMany(ids)).map((row) => row?.properties["count"])).toEqual([
      edm.int32(3),
      undefined,
      edm.int32(1),
    ]);
    const part = await table.getOrThrow({ partitionKey: "read", rowKey: "r3" }, { select: ["owner", "none"] });
    expect(part).toMatchObject({ partitionKey: "read", rowKey: "r3", $etag: expect.stringMatching(/^W\//) as string });
    expect({ ...part.properties }).toEqual({ owner: edm.of("a") });
    const query = table.query("read").where({ owner: edm.of("a") });
    expect(await query.count()).toBe(5);
    const first = await query.page({ size: 2 });
    const rest = await query.page({ ...(first.cursor && { cursor: first.cursor }) });
    expect(rowKeys(first.items).concat(rowKeys(rest.items)).sort()).toEqual(["r1", "r3", "r5", "r7", "r9"]);
  });

  it("are modified under their ETag, and inserted where there is none", async () => {
    const id = { partitionKey: "modify", rowKey: "1" };
    const orInsert = { ...id, properties: { count: edm.int32(1), whole: edm.double(5) } };
    const countOf = ({ properties }: StoredTableRow) => (properties["count"]?.value as number) + 1;
    const add = () => table.modify(id, (row) => ({ set: { count: edm.int32(countOf(row)) } }), { orInsert });
    await Promise.all(Array.from({ length: 6 }, add));
    expect({ ...(await table.getOrThrow(id)).properties }).toEqual({ count: edm.int32(6), whole: edm.double(5) });
    const { $etag } = await table.modify(id, () => ({ set: { due: edm.of(due) }, unset: ["count"] }));
    expect(await table.get(id)).toMatchObject({ $etag, properties: { due: edm.of(due), whole: edm.double(5) } });
    expect((await table.getOrThrow(id)).properties["count"]).toBeUndefined();
    expect(await table.modify(id, () => undefined)).toEqual({ $etag });
    expect(await table.modify(id, () => ({ set: {} }))).toEqual({ $etag });
    const missing = { partitionKey: "modify", rowKey: "none" };
    await expect(table.modify(missing, () => undefined)).rejects.toMatchObject({
      code: "entity.not-found",
      message: 'There is no row of Shop with PartitionKey "modify" and RowKey "none".',
    });
    await expect(table.modify(id, () => ({ set: { a: edm.of("b") }, unset: ["a"] }))).rejects.toMatchObject({
      code: "modify.contradiction",
    });
    await expect(table.modify(id, () => ({ set: { a: 5 as never } }))).rejects.toMatchObject({
      code: "value.wrong-type",
    });
    await expect(table.modify(id, () => ({ unset: ["RowKey"] }))).rejects.toMatchObject({
      code: "property.reserved-name",
    });
  });

  it("are changed and deleted by queries, but not more than allowed", async () => {
    await insertTen("many");
    const mine = table.query("many").where({ owner: edm.of("a") });
    await expect(table.updateWhere(mine, { late: edm.of(true) }, { max: 4 })).rejects.toMatchObject({
      code: "query.too-many-rows",
    });
    await expect(table.updateWhere(mine, {}, { max: 5 })).rejects.toMatchObject({ code: "write.nothing" });
    expect(await table.updateWhere(mine.select("owner"), { late: edm.of(true) }, { max: 5 })).toEqual({
      updated: 5,
      changed: 0,
    });
    const each = ({ rowKey }: StoredTableRow) =>
      rowKey < "r4" ? { set: { n: edm.of(1n) }, unset: ["late"] } : undefined;
    expect(await table.updateWhere(mine.select("owner"), each, { max: 5 })).toEqual({ updated: 2, changed: 0 });
    expect(
      await table
        .query("many")
        .where({ late: edm.of(true) })
        .count(),
    ).toBe(3);
    const changed = await table.getOrThrow({ partitionKey: "many", rowKey: "r1" });
    expect({ ...changed.properties }).toEqual({ ...values, count: edm.int32(1), owner: edm.of("a"), n: edm.of(1n) });
    await expect(table.deleteWhere(mine, { max: 4 })).rejects.toMatchObject({ code: "query.too-many-rows" });
    expect(await table.deleteWhere(mine, { max: 5 })).toEqual({ deleted: 5, changed: 0 });
    expect(await table.deletePartition("many")).toBe(5);
    expect(await table.query("many").exists()).toBe(false);
    for (const other of [service.table("Other").scan(), service.entities(Order).scan()]) {
      await expect(table.deleteWhere(other as never, { max: 5 })).rejects.toMatchObject({ code: "value.wrong-type" });
    }
  });

  it("are merged, replaced and deleted in bulk", async () => {
    const id = (rowKey: string) => ({ partitionKey: "bulk", rowKey });
    await table.bulk(
      ["1", "2", "3"].map((key) => ({ insert: { ...id(key), properties: { a: edm.of("a"), b: edm.of("b") } } })),
    );
    const counts = await table.bulk([
      { merge: id("1"), changes: { a: edm.of("c") }, ifMatch: "*" },
      { replace: { ...id("2"), properties: { a: edm.of("d") } }, ifMatch: "*" },
      { delete: id("3"), ifMatch: "*" },
    ]);
    expect(counts.written).toBe(3);
    const rows = listed(target, await table.query("bulk").toArray());
    expect(rows.map(({ properties }) => ({ ...properties }))).toEqual([
      { a: edm.of("c"), b: edm.of("b") },
      { a: edm.of("d") },
    ]);
  });

  it("are written in one transaction, alone and with entities", async () => {
    const row = (rowKey: string) => ({ rowKey, properties: { n: edm.int32(1) } });
    await table.insert({ partitionKey: "tx", ...row("old") });
    const results = await table.transaction("tx", (tx) => {
      tx.insert(row("1"));
      tx.insertOrMerge(row("2"));
      tx.insertOrReplace(row("3"));
      tx.delete("old", { ifMatch: "*" });
    });
    expect(results.map(({ $etag }) => typeof $etag)).toEqual(["string", "string", "string", "undefined"]);
    const read = await table.getOrThrow({ partitionKey: "tx", rowKey: "1" });
    await table.transaction("tx", (tx) => {
      tx.replace({ ...read, properties: { n: edm.of(2n) } }, { ifMatch: read.$etag });
      tx.merge("2", { m: edm.of("m") }, { ifMatch: "*" });
    });
    const rows = listed(target, await table.query("tx").toArray());
    expect(rows.map(({ properties }) => ({ ...properties }))).toEqual([
      { n: edm.of(2n) },
      { n: edm.int32(1), m: edm.of("m") },
      { n: edm.int32(1) },
    ]);

    const failing = table.transaction("tx", (tx) => {
      tx.merge("2", { m: edm.of("lost") }, { ifMatch: "*" });
      tx.insert(row("1"));
    });
    await expect(failing).rejects.toMatchObject({ code: "entity.already-exists", index: 1, entity: "Shop" });
    expect((await table.getOrThrow({ partitionKey: "tx", rowKey: "2" })).properties["m"]).toEqual(edm.of("m"));
    await expect(
      table.transaction("tx", (tx) => tx.insert({ ...read, partitionKey: "other" } as never)),
    ).rejects.toMatchObject({
      code: "transaction.other-partition",
    });

    const partition = Order.partition({ customerId: "Mixed" });
    const order = { placedAt: due, orderNo: 1, total: 5, sequence: 1n, currency: "EUR" } as const;
    await service.transaction(partition, (tx) => {
      tx.insert(Order, order);
      tx.rows.insert({ rowKey: "audit", properties: { lastOrder: edm.int32(1) } });
    });
    expect(await service.entities(Order).query({ customerId: "Mixed" }).count()).toBe(1);
    const audit = { partitionKey: partition.partitionKey, rowKey: "audit" };
    expect(await table.get(audit)).toMatchObject({ properties: { lastOrder: edm.int32(1) } });
    const both = service.transaction(partition, (tx) => {
      tx.rows.insertOrMerge({
        rowKey: Order.key({ customerId: "Mixed", ...order }).rowKey,
        properties: { paid: edm.of(true) },
      });
      tx.merge(Order, order, { paid: false }, { ifMatch: "*" });
    });
    await expect(both).rejects.toMatchObject({ code: "transaction.duplicate-row" });
  });

  it("follow the names of a view", async () => {
    const view = service.withTables({ Shop: "ShopView" });
    await view.createTables([Order]);
    const rows = view.table("Shop");
    await rows.transaction("v", (tx) => tx.insert({ rowKey: "1", properties: {} }));
    expect(await service.table("ShopView").query("v").count()).toBe(1);
    expect(await rows.updateWhere(rows.query("v"), { a: edm.of("b") }, { max: 1 })).toEqual({ updated: 1, changed: 0 });
    expect(await rows.deletePartition("v")).toBe(1);
  });

  it("are kept under $extra by an entity, and changed through it", async () => {
    await service.createTables([Document]);
    const documents = service.entities(Document);
    const key = { folder: "f", name: "n" };
    const $extra = { color: edm.of("red"), pages: edm.int32(5), weight: edm.double(5) };
    await documents.insert({ ...key, size: 1, $extra });
    await documents.merge(key, { $extra: { color: edm.of("blue") } }, { ifMatch: "*" });
    const read = await documents.getOrThrow(key, { select: ["size", "$extra"] });
    expect({ ...read.$extra }).toEqual({ ...$extra, color: edm.of("blue") });
    expect(read).not.toHaveProperty("folder");
    await documents.modify(key, () => ({ set: { $extra: { due: edm.of(due) } }, unset: ["$extra.pages"] }));
    expect({ ...(await documents.getOrThrow(key)).$extra }).toEqual({
      color: edm.of("blue"),
      weight: edm.double(5),
      due: edm.of(due),
    });
    const query = documents.query({ folder: "f" });
    expect(await documents.updateWhere(query, { $extra: { n: edm.of(1n) } }, { max: 1 })).toEqual({
      updated: 1,
      changed: 0,
    });
    const [selected] = await query.select("$extra").toArray();
    expect(selected?.$extra).toMatchObject({ n: edm.of(1n), weight: edm.double(5) });
    await expect(documents.merge(key, { $extra: { size: edm.of(5n) } }, { ifMatch: "*" })).rejects.toMatchObject({
      code: "property.reserved-name",
    });
    await expect(
      documents.modify(key, () => ({ set: { $extra: { n: edm.of(2n) } }, unset: ["$extra.n"] })),
    ).rejects.toMatchObject({ code: "modify.contradiction" });
  });

  it("give some properties of an entity to get with select", async () => {
    const orders = service.entities(Order);
    const key = { customerId: "Select", placedAt: due, orderNo: 1 };
    const { $etag } = await orders.insert({ ...key, total: 5, sequence: 1n, currency: "EUR", note: "n" });
    expect(await orders.get(key, { select: ["total", "paymentId"] })).toEqual({ total: 5, $etag });
    const order = await orders.getOrThrow(key, { select: ["sequence", "$timestamp"] });
    expect(order).toEqual({ sequence: 1n, $etag, $timestamp: expect.any(Date) as Date });
    expect(await orders.get({ ...key, orderNo: 2 }, { select: ["total"] })).toBeUndefined();
    await expect(orders.get(key, { select: ["totl" as "total"] })).rejects.toMatchObject({
      code: "query.unknown-property",
    });
    await expect(orders.get(key, { select: [] })).rejects.toMatchObject({ code: "query.invalid-option" });
    const other = { ...Order.key({ ...key, orderNo: 3 }), properties: { kind: edm.of("other") } };
    await service.table("Shop").insert(other);
    await expect(orders.get({ ...key, orderNo: 3 }, { select: ["total"] })).rejects.toMatchObject({
      code: "entity.wrong-kind",
    });
  });
});
