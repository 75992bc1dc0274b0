import { describe, expect, it } from "vitest";
import { indexes } from "../features/indexes/indexes.js";
import type { EntityPayload, EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import { orderRow } from "../test/order-rows.js";
import { Order, OrderLine } from "../test/shop/index.js";
import { type Kinds, kindsReader } from "./kinds-reader.js";

const schemas = [Order, OrderLine].map(({ $schema }) => $schema as unknown as EntitySchema<EntityTypes>);
const [order, line] = schemas as [EntitySchema<EntityTypes>, EntitySchema<EntityTypes>];
const keeping = (schema: EntitySchema<EntityTypes>) => ({ ...schema, keepsUnknown: true as const });

it.each([
  ["neither class keeps undeclared properties", [order, line], false],
  ["the first class keeps them", [keeping(order), line], true],
  ["the second class keeps them", [order, keeping(line)], true],
  ["both keep them", [keeping(order), keeping(line)], true],
])("reads the types of undeclared Doubles exactly only if necessary: %s", (_, schemas, isExact) => {
  expect(kindsReader({ table: "Shop", schemas, onMismatch: undefined, unknownKind: "throw" }).isExact).toBe(isExact);
});

const row = orderRow(1) as EntityPayload;
const foreign = { ...row, kind: "zzz" };
const readerOf = (changes: Partial<Kinds> = {}) =>
  kindsReader({ table: "Shop", schemas, onMismatch: undefined, unknownKind: "throw", ...changes });

describe("a reader of several kinds", () => {
  it("asks for all properties, or for the selected ones of every kind, each once", () => {
    expect(readerOf()).toMatchObject({ reads: "kinds", table: "Shop", select: undefined, metadata: "minimal" });
    const selecting = readerOf().selecting?.(["orderNo"]);
    expect(selecting?.select).toEqual(["PartitionKey", "RowKey", "kind", "orderNo"]);
    expect(selecting?.decode(row)).toEqual({ $kind: "order", orderNo: 1, $etag: row["odata.etag"] });
  });

  it("asks for all properties if one kind is to show undeclared ones", () => {
    const kept = [keeping(order), keeping(line)];
    const reader = readerOf({ schemas: kept });
    expect(reader.selecting?.(["orderNo"])).toMatchObject({ select: expect.any(Array), isExact: false });
  });

  it("names the class of a row, or the table if it is of another kind", () => {
    expect([readerOf().nameOf(row), readerOf().nameOf(foreign)]).toEqual(["Order", "Shop"]);
  });

  it("counts by keys and kinds, without metadata", () => {
    const counted = readerOf({ unknownKind: "raw" }).counted();
    expect(counted).toMatchObject({ select: ["PartitionKey", "RowKey", "kind"], metadata: "none", isExact: false });
    expect([counted.decode(row), counted.decode(foreign)]).toEqual([row, foreign]);
    expect(readerOf({ unknownKind: "skip" }).counted().decode(foreign)).toBeUndefined();
    expect(() =>
      readerOf()
        .counted()
        .decode({ ...row, PartitionKey: "cust!50%" }),
    ).toThrow(expect.objectContaining({ code: "key.malformed" }));
  });

  it("refuses a row of another kind, and says what to do", () => {
    const message =
      `The row ("cust!C1", ${JSON.stringify(row.RowKey)}) of table Shop is not one of Order, OrderLine. ` +
      'Add its class to the query, or call onUnknownKind("skip").';
    const error = expect.objectContaining({ code: "entity.wrong-kind", message });
    expect(() => readerOf().decode(foreign)).toThrow(error);
    expect(() => readerOf().counted().decode(foreign)).toThrow(error);
  });

  it("passes over the index rows of its classes", () => {
    const entry = { ...order, name: "OrderByTotal", kind: "byTotal" };
    const indexed = { ...order, indexes: [{ entry }], hooks: indexes } as unknown as typeof order;
    const reader = readerOf({ schemas: [line, indexed] });
    expect(reader.decode({ ...row, kind: "byTotal" })).toBeUndefined();
    expect(() => reader.decode(foreign)).toThrow(expect.objectContaining({ code: "entity.wrong-kind" }));
  });

  it("tells kinds by their RowKeys if it is not stored", () => {
    const unstored = (schema: EntitySchema<EntityTypes>) => {
      const { kindProperty: _, ...without } = schema;
      return without as EntitySchema<EntityTypes>;
    };
    const reader = readerOf({ schemas: [unstored(line), unstored(order)] });
    expect(reader.nameOf(row)).toBe("Order");
    expect(reader.nameOf({ ...row, RowKey: "zzz" })).toBe("Shop");
    const shaped = (schema: EntitySchema<EntityTypes>) => ({ ...unstored(schema), isToldByShape: true as const });
    const byShape = readerOf({ schemas: [shaped(line), shaped(order)] });
    expect(byShape.nameOf(row)).toBe("Order");
    expect(byShape.nameOf({ ...row, RowKey: "order!x" })).toBe("Shop");
    const { rowKeyPrefix: _, ...any } = unstored(line);
    expect(readerOf({ schemas: [any as EntitySchema<EntityTypes>] }).nameOf(row)).toBe("OrderLine");
  });

  it("limits the filter to its kinds only if rows of others are skipped and it stays below the limit", () => {
    const comparisonsOf = (unknownKind: Kinds["unknownKind"], max: number) =>
      readerOf({ unknownKind }).narrow?.(true, max) !== true;
    expect(comparisonsOf("skip", 5)).toBe(true);
    expect(comparisonsOf("skip", 4)).toBe(false);
    expect([comparisonsOf("throw", 5), comparisonsOf("raw", 5)]).toEqual([false, false]);
  });
});
