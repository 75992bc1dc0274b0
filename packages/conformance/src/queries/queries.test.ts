import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { beforeAll, describe, expect, it } from "vitest";
import { Customer, Order, OrderLine } from "../../../../examples/queries-and-paging/src/tables.gen/index.js";
import { Event } from "../../../generator/src/emit/golden/many-parts/expected/index.js";
import { startAzurite } from "../azurite.js";
import { describeTargets } from "../targets/describe-targets.js";
import { listed } from "../targets/target.js";
import { targets } from "../targets/targets.js";

const day = (n: number) => new Date(Date.UTC(2024, 0, n));
const partition = { customerId: "O'Brien & 100% 山田" };

describeTargets("queries", targets, ({ target, running, it }) => {
  let service: TableServiceClient;

  beforeAll(async () => {
    ({ service } = running());
    await service.createTables([Customer, Order, OrderLine, Event]);
    await service.entities(Customer).insert({ ...partition, 名前: "山田", since: day(1) });
    for (const orderNo of [1, 2, 3, 4, 5]) {
      await service
        .entities(Order)
        .insert({ ...partition, placedAt: day(orderNo), orderNo, total: orderNo * 1.5, currency: "EUR" });
      await service
        .entities(OrderLine)
        .insert({ ...partition, orderNo, lineNo: 1, sku: `sku-${orderNo}`, quantity: orderNo });
    }
  });

  describe("one partition with three kinds and a foreign row", () => {
    const kinds = () => service.partition(Order.partition(partition)).query(Customer, Order, OrderLine);
    const { partitionKey } = Order.partition(partition);

    beforeAll(async () => {
      const properties = { weight: edm.double(5), count: edm.int32(5), big: edm.int64(5n), at: edm.dateTime(day(1)) };
      await service.table("Shop").insert({ partitionKey, rowKey: "order~foreign", properties });
    });

    it("gives their union where the foreign row is not reached", async () => {
      const rows = await kinds().where({ $odata: "RowKey lt 'order~'" }).toArray();
      const texts = rows.map((row) =>
        row.$kind === "customer" ? row.名前 : row.$kind === "order" ? row.total : row.sku,
      );
      const expected = ["山田", "sku-1", "sku-2", "sku-3", "sku-4", "sku-5", 7.5, 6, 4.5, 3, 1.5];
      expect(listed(target, texts)).toEqual(listed(target, expected));
      expect(rows.find(({ $kind }) => $kind === "customer")).toBeInstanceOf(Customer);
      expect(rows.find(({ $kind }) => $kind === "order")).toBeInstanceOf(Order);
    });

    it("throws at the foreign row, having given those before it", async () => {
      let count = 0;
      const read = async () => {
        for await (const _ of kinds()) count++;
      };
      await expect(read()).rejects.toMatchObject({ code: "entity.wrong-kind", message: /"order~foreign"/ });
      expect(count).toBe(11);
    });

    it("skips it", async () => {
      expect(await kinds().onUnknownKind("skip").toArray()).toHaveLength(11);
      expect(await kinds().onUnknownKind("skip").count()).toBe(11);
    });

    it("gives it raw, whole Doubles told from Int32s", async () => {
      const rows = await kinds().onUnknownKind("raw").toArray();
      expect(rows).toHaveLength(12);
      expect(rows.find((row) => row.$kind === undefined)).toMatchObject({
        partitionKey,
        rowKey: "order~foreign",
        $etag: expect.stringMatching(/^W\//),
        properties: {
          weight: { type: "Edm.Double", value: 5 },
          count: { type: "Edm.Int32", value: 5 },
          big: { type: "Edm.Int64", value: 5n },
          at: { type: "Edm.DateTime", value: day(1) },
        },
      });
    });
  });

  describe("rows without a definition", () => {
    it("are read with their Edm types, in one partition or all of them", async () => {
      const table = service.table("Rows");
      await service.tables.create("Rows");
      for (const [index, partitionKey] of ["a", "a", "b"].entries()) {
        const properties = { real: edm.double(5), whole: edm.int32(index), name: edm.string("x") };
        await table.insert({ partitionKey, rowKey: String(index), properties });
      }
      expect((await table.query("a").toArray()).map((row) => row.rowKey)).toEqual(["0", "1"]);
      expect(await table.scan().count()).toBe(3);
      expect(
        await table.scan({ partitionKeyPrefix: "b" }).where({ $odata: "real eq 5.0" }).take(5).toArray(),
      ).toMatchObject([
        { partitionKey: "b", properties: { real: edm.double(5), whole: edm.int32(2), name: edm.string("x") } },
      ]);
      const [projected] = await table.query("a").select("whole").toArray();
      expect(projected).toMatchObject({ partitionKey: "a", rowKey: "0", properties: { whole: edm.int32(0) } });
      expect(Object.keys(projected?.properties ?? {})).toEqual(["whole"]);
      const since = () => table.query("a").where({ $timestamp: { ge: day(1) } });
      if (target.kind === "cosmos") expect(since).toThrow(expect.objectContaining({ code: "query.not-evaluated" }));
      else
        expect(since().explain()).toMatchObject({
          access: "partition scan",
          filters: ["PartitionKey eq 'a' and Timestamp ge datetime'2024-01-01T00:00:00Z'"],
        });
    });
  });

  describe("orders", () => {
    const orders = () => service.entities(Order).query(partition);
    const numbers = async (query: AsyncIterable<{ readonly orderNo: number }>) => {
      const found: number[] = [];
      for await (const { orderNo } of query) found.push(orderNo);
      return listed(target, found);
    };

    it("are found by ranges of their own order, though their keys descend", async () => {
      expect(await numbers(orders().rowKey.between({ placedAt: { ge: day(2), lt: day(4) } }))).toEqual(
        listed(target, [3, 2]),
      );
      expect(await numbers(orders().rowKey.between({ placedAt: { gt: day(2), le: day(4) } }))).toEqual(
        listed(target, [4, 3]),
      );
      expect(await numbers(orders().rowKey.between({ placedAt: { gt: day(4) } }))).toEqual([5]);
      expect(await numbers(orders().rowKey.between({ placedAt: { lt: day(2) } }))).toEqual([1]);
      expect(await numbers(orders().rowKey.between({ placedAt: day(2), orderNo: { ge: 2, le: 2 } }))).toEqual([2]);
      expect(await numbers(orders().rowKey.startsWith({ placedAt: day(2) }))).toEqual([2]);
      expect(await numbers(orders().rowKey.eq({ placedAt: day(2), orderNo: 2 }))).toEqual([2]);
    });

    it("are read by one key where a condition pins it", async () => {
      const query = orders().where({ placedAt: day(3), orderNo: 3, total: { gt: 1 } });
      expect(query.explain().access).toBe("point");
      expect(await numbers(query)).toEqual([3]);
      expect(await query.where({ paid: true }).first()).toBeUndefined();
    });

    it("come in pages that go on by cursors", async () => {
      const found: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await orders().page({ size: 2, cursor });
        found.push(...page.items.map((order) => order.orderNo));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(listed(target, found)).toEqual(listed(target, [5, 4, 3, 2, 1]));
      const pages: number[] = [];
      for await (const page of orders().take(3).pages({ size: 2 })) pages.push(page.items.length);
      expect(pages).toEqual([2, 1]);
    });

    it("are projected to plain objects, without ETags where no metadata is wanted", async () => {
      const projected = await orders().select("orderNo", "note").toArray();
      expect(projected).toContainEqual({ orderNo: 5, $etag: expect.stringMatching(/^W\//) });
      const bare = await orders().where({ orderNo: 5 }).metadata("none").firstOrThrow();
      expect(bare).toMatchObject({ orderNo: 5, placedAt: day(5), total: 7.5, $etag: undefined });
    });

    it("are found by when they were written, and by text", async () => {
      const hour = 3_600_000;
      const since = (ms: number) => orders().where({ $timestamp: { ge: new Date(Date.now() + ms) } });
      if (target.kind === "cosmos")
        expect(() => since(-hour)).toThrow(expect.objectContaining({ code: "query.not-evaluated" }));
      else {
        expect(await since(-hour).count()).toBe(5);
        expect(await since(hour).exists()).toBe(false);
      }
      expect(await numbers(orders().where({ $odata: "total ge 6.0 or orderNo eq 1" }))).toEqual(
        listed(target, [5, 4, 1]),
      );
    });

    it("are found in all partitions only by a scan", async () => {
      expect(await service.entities(Order).scan().count()).toBe(5);
      expect(await service.entities(Order).scan({ partitionKeyPrefix: "cust!P" }).count()).toBe(0);
      expect(await service.entities(Order).scan({ partitionKeyPrefix: "cust!O'" }).count()).toBe(5);
    });
  });

  it("finds and selects by a property 名前", async () => {
    const customers = service.entities(Customer).query(partition);
    expect(customers.explain().access).toBe("point");
    const query = customers.where({ 名前: { startsWith: "山" } }).select("名前");
    expect(await query.toArray()).toEqual([{ 名前: "山田", $etag: expect.any(String) }]);
    expect(await customers.where({ 名前: "山" }).first()).toBeUndefined();
  });

  describe("a scan in parallel", () => {
    const tenants = Array.from({ length: 60 }, (_, n) => `${"abcxyz"[n % 6]}${n}`);

    beforeAll(async () => {
      const events = service.entities(Event);
      for (const [seq, tenant] of tenants.entries()) {
        const at = day((seq % 3) + 1);
        await events.insert({ tenant, region: "eu", type: "login", at, user: "u", seq: seq - 30, text: `${seq}` });
      }
    });

    it("finds every row once, looking for its splits itself", async () => {
      for (const parallel of [1, 3, 8]) {
        const texts = (await service.entities(Event).scan({ parallel }).select("text").toArray()).map((row) =>
          Number(row.text),
        );
        expect(texts.sort((a, b) => a - b)).toEqual(tenants.map((_, seq) => seq));
      }
    });

    it("finds every row once with splits that are given", async () => {
      const scan = service.entities(Event).scan({ parallel: 2, splitAt: ["b", "c5", "y"] });
      expect(await scan.count()).toBe(60);
      expect(await scan.where({ seq: { lt: 0 } }).count()).toBe(30);
    });

    it("reads ascending keys by ranges", async () => {
      const events = service.entities(Event).query({ tenant: "a0", region: "eu" });
      expect(await events.rowKey.between({ type: "login", at: { ge: day(1), le: day(1) } }).count()).toBe(1);
      expect(await events.rowKey.between({ type: "login", at: { gt: day(1) } }).count()).toBe(0);
      const range = (seq: object) => events.rowKey.between({ type: "login", at: day(1), user: "u", seq });
      expect(await range({ lt: -29, ge: -30 }).count()).toBe(1);
      expect(await range({ gt: -30 }).count()).toBe(0);
    });
  });
});

it("shows in an example that runs", async () => {
  const cwd = fileURLToPath(new URL("../../../../examples/queries-and-paging/", import.meta.url));
  const own = await startAzurite();
  try {
    const example = spawn(process.execPath, ["--conditions=@tablewright/source", "--import", "tsx", "src/main.ts"], {
      cwd,
      env: { ...process.env, TABLES_CONNECTION_STRING: own.connectionString },
    });
    let output = "";
    example.stdout.on("data", (text) => (output += text));
    example.stderr.on("data", (text) => (output += text));
    const code = await new Promise((resolve) => example.on("close", resolve));
    expect(output).toContain("second week: 14 13 12 11 10 9 8\n");
    expect(output).toContain("page of 5, then nothing\ncustomer 山田\n");
    expect(output).toMatch(/scan: 25 orders\n$/);
    expect(code).toBe(0);
  } finally {
    await own.stop();
  }
});
