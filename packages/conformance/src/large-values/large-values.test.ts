import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { beforeAll, describe, expect } from "vitest";
import { LargeValue, type LargeValueInit } from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";

const bytesOf = (length: number) => new Uint8Array(length).map((_, index) => index * 31);
const textOf = (units: number) =>
  "a😀ö'\""
    .repeat(Math.ceil(units / 6))
    .slice(0, units)
    .toWellFormed();

/** Compares values. Bytes are compared as a whole: by their elements it would take seconds. */
function expectSame(read: object, expected: object): void {
  const found = read as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(expected)) {
    const own = found[name];
    if (value instanceof Uint8Array) expect(Buffer.compare(own as Uint8Array, value), name).toBe(0);
    else expect(own, name).toEqual(value);
  }
}

describeTargets("large values", targets, ({ target, running, it }) => {
  let service: TableServiceClient;

  beforeAll(async () => {
    service = running().service;
    await service.createTables([LargeValue]);
  });

  const values: readonly (readonly [string, Omit<LargeValueInit, "item">])[] = [
    ["text of 480,000 units", { text: textOf(480_000) }],
    ["text of one full part", { text: "x".repeat(32_768) }],
    ["text that would divide a character", { text: `${"x".repeat(32_767)}😀` }],
    ["900 kB of bytes", { bytes: bytesOf(900_000) }],
    ["no bytes", { bytes: new Uint8Array(0), text: "" }],
    ["large JSON", { document: { lines: Array.from({ length: 3000 }, (_, n) => `line ${n} größe`) } }],
    ["compressed JSON", { packed: { lines: Array.from({ length: 30_000 }, (_, n) => `line ${n}`) }, small: [1, null] }],
    ["parts that are named", { data: bytesOf(200_000) }],
    ["JSON with schemas", { tags: ["new", "sale"], range: { from: 5 } }],
  ];

  describe("a value larger than a property", () => {
    for (const [name, value] of values) {
      it(`is read as it was written: ${name}`, async () => {
        const rows = service.entities(LargeValue);
        const item = `round ${name}`;
        await rows.insert({ item, ...value });
        const read = await rows.getOrThrow({ item });
        expectSame(read, value);
        const [selected] = await rows
          .query({})
          .rowKey.startsWith({ item })
          .select("text", "bytes", "data", "packed")
          .toArray({ max: 1 });
        const { text, bytes, data, packed } = await rows.getOrThrow({ item });
        expect({ ...selected }).toMatchObject(JSON.parse(JSON.stringify({ text, packed })));
        expect([selected?.bytes?.length, selected?.data?.length]).toEqual([bytes?.length, data?.length]);
      });

      it(`is replaced as it was read: ${name}`, async () => {
        const rows = service.entities(LargeValue);
        const item = `again ${name}`;
        await rows.insert({ item, ...value });
        const read = await rows.getOrThrow({ item });
        await rows.replace(read, { ifMatch: read.$etag });
        expectSame(await rows.getOrThrow({ item }), value);
      });
    }

    it("leaves nothing of a longer one in replace, merge, upserts and modify", async () => {
      const rows = service.entities(LargeValue);
      const key = { item: "shorter" };
      const long = { bytes: bytesOf(400_000), text: textOf(100_000) };
      const short = { bytes: bytesOf(3), text: "short" };
      const any = { ifMatch: "*" } as const;
      const writes: readonly (() => Promise<unknown>)[] = [
        () => rows.replace({ ...key, ...short }, any),
        () => rows.merge(key, short, any),
        () => rows.insertOrMerge({ ...key, ...short }),
        () => rows.insertOrReplace({ ...key, ...short }),
        () => rows.modify(key, () => ({ set: short })),
        () => rows.modify(key, () => ({ set: short, unset: ["note"] })),
        () => service.transaction(LargeValue.partition({}), (tx) => tx.merge(LargeValue, key, short, any)),
      ];
      for (const write of writes) {
        await rows.insertOrReplace({ ...key, ...long, note: "n" });
        await write();
        expectSame(await rows.getOrThrow(key), short);
      }
    });

    it("has no empty parts in a row that is written as a whole", async () => {
      const rows = service.entities(LargeValue);
      const key = { item: "whole" };
      await rows.insert({ ...key, text: textOf(100_000), note: "n" });
      await rows.modify(key, () => ({ set: { text: "short" }, unset: ["note"] }));
      const { properties } = (await service.table("largevalues").get({ partitionKey: "all", rowKey: "whole" })) ?? {};
      expect(Object.keys(properties ?? {}).sort()).toEqual(["item", "text"]);
    });

    it("is removed with all its parts", async () => {
      const rows = service.entities(LargeValue);
      const key = { item: "removed" };
      await rows.insert({ ...key, bytes: bytesOf(400_000), note: "n" });
      await rows.modify(key, () => ({ unset: ["bytes"] }));
      const { properties } = (await service.table("largevalues").get({ partitionKey: "all", rowKey: "removed" })) ?? {};
      expect(Object.keys(properties ?? {}).sort()).toEqual(["item", "note"]);
    });

    it("of another program is read with its names, in parts of any size", async () => {
      const parts = [bytesOf(65_536), bytesOf(65_536), bytesOf(5)];
      const properties = {
        item: edm.string("others"),
        Data: edm.binary(bytesOf(65_536)),
        Data1: edm.binary(bytesOf(65_536)),
        Data2: edm.binary(bytesOf(5)),
      };
      await service.table("largevalues").insert({ partitionKey: "all", rowKey: "others", properties });
      const { data } = await service.entities(LargeValue).getOrThrow({ item: "others" });
      expect(Buffer.compare(data ?? new Uint8Array(0), Buffer.concat(parts))).toBe(0);
    });

    it("that no row holds is refused before anything is sent", async () => {
      const rows = service.entities(LargeValue);
      await expect(rows.insert({ item: "x", bytes: bytesOf(983_026) })).rejects.toMatchObject({
        code: "value.too-long",
        message: "LargeValue.bytes has 983026 bytes; its 15 parts hold 983025, 65535 each",
      });
      const both = rows.insert({ item: "x", bytes: bytesOf(600_000), text: "x".repeat(300_000) });
      if (target.kind === "storage") await expect(both).rejects.toMatchObject({ code: "entity.too-large" });
      else await both;
    });

    it("cannot be a condition", () => {
      const rows = service.entities(LargeValue);
      expect(() => rows.query({}).where({ text: "x" } as never)).toThrow(
        expect.objectContaining({
          code: "query.not-comparable",
          message: expect.stringContaining("is stored in 15 parts"),
        }),
      );
      expect(() => rows.query({}).where({ small: { eq: [] } } as never)).toThrow("is stored compressed");
    });
  });

  describe("JSON with a schema of Zod, Valibot or ArkType", () => {
    it("is stored as the schema returns it, and read by the schema", async () => {
      const rows = service.entities(LargeValue);
      const since = new Date("2026-01-02T03:04:05.006Z");
      await rows.insert({ item: "address", address: { city: "Bonn", zip: "53111", since } });
      expect((await rows.getOrThrow({ item: "address" })).address).toEqual({ city: "Bonn", zip: "53111", since });
      const stored = { address: edm.string('{"city":"Köln","since":"2020-01-01"}') };
      await service.table("largevalues").merge({ partitionKey: "all", rowKey: "address" }, stored, { ifMatch: "*" });
      const { address } = await rows.getOrThrow({ item: "address" });
      expect(address).toEqual({ city: "Köln", zip: "unknown", since: new Date("2020-01-01") });
    });

    it("is refused when it does not fit, with the schema's words", async () => {
      const rows = service.entities(LargeValue);
      const wrong = [{ address: { city: "" } }, { tags: ["old"] }, { range: { from: -1 } }];
      for (const value of wrong) {
        const insert = rows.insert({ item: "wrong", ...value } as never);
        await expect(insert).rejects.toMatchObject({ code: "value.not-valid", property: Object.keys(value)[0] });
      }
    });

    it("goes to onMismatch when a stored value does not fit", async () => {
      const row = {
        partitionKey: "all",
        rowKey: "stored",
        properties: { item: edm.string("stored"), tags: edm.string('["old"]') },
      };
      await service.table("largevalues").insert(row);
      await expect(service.entities(LargeValue).get({ item: "stored" })).rejects.toMatchObject({
        code: "decode.not-valid",
        property: "tags",
      });
    });
  });
});
