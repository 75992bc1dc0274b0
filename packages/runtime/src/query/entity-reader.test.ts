import { describe, expect, it } from "vitest";
import { Member } from "../../../generator/src/emit/golden/club/expected/index.js";
import type { OnMismatch } from "../codec/mismatch.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { Sample } from "../test/every-type/sample.gen.js";
import { orderRow } from "../test/order-rows.js";
import { Order } from "../test/shop/index.js";
import { addressReader, deletionReader, entityReader, payloadReader } from "./entity-reader.js";

const row = orderRow(1) as EntityPayload;
const other = { ...row, kind: "line" };
const malformed = { ...row, PartitionKey: "cust!50%" };
const code = (code: string) => expect.objectContaining({ code });
const identity = ["PartitionKey", "RowKey", "kind"];

describe("a reader of entities", () => {
  it("asks for all properties, or for the selected ones", () => {
    const reader = entityReader(Order.$schema, undefined);
    expect(reader).toMatchObject({ reads: "entities", table: "Shop", select: undefined, metadata: "minimal" });
    expect(reader.selecting?.(["total"])).toMatchObject({ select: [...identity, "total"], metadata: "minimal" });
    expect(reader.selecting?.(["total"]).withoutETags?.()).toMatchObject({
      select: [...identity, "total"],
      metadata: "none",
    });
  });

  it("distinguishes Doubles from integers only to read undeclared properties", () => {
    expect(entityReader(Order.$schema, undefined).isExact).toBe(false);
    const sample = entityReader(Sample.$schema, undefined);
    expect(sample.isExact).toBe(true);
    expect(sample.selecting?.(["small"]).isExact).toBe(false);
    expect(sample.selecting?.(["$extra"]).isExact).toBe(true);
  });

  it("reads no ETag and no types without metadata", () => {
    const names = Object.keys(row).filter((name) => !name.includes("odata."));
    const bare = Object.fromEntries(names.map((name) => [name, row[name]]));
    const reader = entityReader(Order.$schema, undefined);
    expect(reader.withoutETags?.().decode(bare as EntityPayload)).toMatchObject({ sequence: 5n, $etag: undefined });
    expect(() => reader.decode(bare as EntityPayload)).toThrow(code("decode.invalid"));
  });

  it("counts rows by their keys and kind, which it checks", () => {
    const counted = entityReader(Order.$schema, undefined).counted();
    expect(counted).toMatchObject({ select: identity, metadata: "none", isExact: false });
    expect(counted.decode(row)).toEqual({});
    expect(() => counted.decode(other)).toThrow(code("entity.wrong-kind"));
    expect(() => counted.decode(malformed)).toThrow(code("key.malformed"));
    const told: string[] = [];
    const accept: OnMismatch = ({ error }) => void told.push(error.code);
    expect(entityReader(Order.$schema, accept).counted().decode(malformed)).toEqual({});
    expect(told).toEqual(["key.malformed"]);
  });
});

describe("a reader of rows that an operation will delete or write", () => {
  it("asks for keys, kind and ETag to delete them", () => {
    const reader = addressReader(Order.$schema);
    expect(reader).toMatchObject({ select: identity, isExact: false, metadata: "minimal" });
    const { PartitionKey: partitionKey, RowKey: rowKey, "odata.etag": $etag } = row as never;
    expect(reader.decode(row)).toEqual({ partitionKey, rowKey, $etag });
  });

  it("asks also for what index rows repeat, to delete an entity with indexes", () => {
    expect(deletionReader(Member.$schema).select).toEqual([...identity, "club", "member", "email", "town"]);
    expect(deletionReader(Order.$schema).select).toEqual(identity);
  });

  it("asks for whole rows, with the type of each Double, to write them", () => {
    const reader = payloadReader(Order.$schema);
    expect(reader).toMatchObject({ select: undefined, isExact: true });
    expect(reader.decode(row)).toBe(row);
  });

  it("refuses rows of another kind or with other keys, unless the caller takes those", () => {
    const told: string[] = [];
    const accept: OnMismatch = ({ error }) => void told.push(error.code);
    for (const reader of [addressReader(Order.$schema), deletionReader(Order.$schema), payloadReader(Order.$schema)]) {
      expect(() => reader.decode(other)).toThrow(code("entity.wrong-kind"));
      expect(() => reader.decode(malformed)).toThrow(code("key.malformed"));
    }
    expect(payloadReader(Order.$schema, accept).decode(malformed)).toBe(malformed);
    expect(told).toEqual(["key.malformed"]);
  });
});

describe("rows of an entity class without a stored kind", () => {
  const { kindProperty, ...without } = Order.$schema;
  const schema = { ...without, partitionKeyPrefix: "cust!", rowKeyPrefix: "order!" };
  const shaped = { ...row, RowKey: "order!x" };

  it("are skipped if their keys have another shape, and reported to the handler", () => {
    const told: string[] = [];
    const accept: OnMismatch = ({ error }) => void told.push(error.code);
    for (const reader of [
      entityReader(schema, undefined),
      entityReader(schema, undefined).selecting?.(["total"]),
      entityReader(schema, undefined).counted(),
      addressReader(schema),
      payloadReader(schema),
    ])
      expect(reader?.decode(shaped)).toBeUndefined();
    expect(entityReader(schema, accept).decode(shaped)).toBeUndefined();
    expect(entityReader(schema, accept).counted().decode(shaped)).toBeUndefined();
    expect(told).toEqual(["key.malformed", "key.malformed"]);
  });

  it("are errors if they have the shape but not the values", () => {
    const reader = entityReader(schema, undefined);
    const wrong = { ...row, total: "x" };
    expect(() => reader.decode(wrong)).toThrow(code("decode.wrong-type"));
    expect(reader.decode(shaped)).toBeUndefined();
    expect(() => reader.decode(wrong)).toThrow(code("decode.wrong-type"));
    expect(reader.decode(row)).toBeInstanceOf(Order);
  });
});
