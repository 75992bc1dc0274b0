import { describe, expect, it } from "vitest";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { int32, string } from "../schema/property.js";
import { Order } from "../test/shop/index.js";
import { findDifferentKeyProperty, findDifferentPart, textOf } from "./find-different-part.js";
import { type KeyPart, propertyPart } from "./keys/key-part.js";
import { pad } from "./keys/pad.js";
import { text } from "./keys/text.js";

const schema = Order.$schema as unknown as EntitySchema<EntityTypes>;
const values = { customerId: "C1", placedAt: new Date("2021-01-02T03:04:05.123Z"), orderNo: 7 };
const id = { partitionKey: "cust!C1", rowKey: "order!2517927441548769999!0000000007" };

describe("the property by which values differ from a key", () => {
  it.each<[object, string | undefined]>([
    [{}, undefined],
    [{ customerId: "C2" }, "customerId"],
    [{ orderNo: 8 }, "orderNo"],
    [{ placedAt: new Date(0) }, "placedAt"],
    [{ placedAt: new Date(0), orderNo: 8 }, "placedAt"],
    [{ customerId: "C2", orderNo: 8 }, "customerId"],
    [{ orderNo: undefined }, "orderNo"],
    [{ customerId: null }, "customerId"],
  ])("is the first one: %j", (change, property) => {
    expect(findDifferentKeyProperty(schema, { ...values, ...change }, id)).toBe(property);
  });

  it("may be one of the RowKey if the PartitionKey has another shape", () => {
    const other = { ...id, partitionKey: "customer" };
    expect(findDifferentKeyProperty(schema, values, other)).toBeUndefined();
    expect(findDifferentKeyProperty(schema, { ...values, orderNo: 8 }, other)).toBe("orderNo");
  });

  const orderNo = propertyPart(int32("orderNo"), pad(4));
  const find = (parts: readonly KeyPart[], key: string, given: object) =>
    findDifferentPart(parts, key, given as Readonly<Record<string, unknown>>);

  it("is the only one of a key that cannot be split, unless its constant text differs", () => {
    const parts = ["n!", orderNo];
    expect(find(parts, "n!x", values)).toBe("orderNo");
    expect(find(parts, "m!0007", values)).toBeUndefined();
    expect(find([orderNo], "x", values)).toBe("orderNo");
    expect(find([...parts, "!", propertyPart(string("customerId"), text())], "n!x", values)).toBeUndefined();
  });

  it("has its default if it has no value", () => {
    const parts = ["n!", propertyPart(int32("orderNo", { default: 7 }), pad(4))];
    expect(find(parts, "n!0007", {})).toBeUndefined();
    expect(find(parts, "n!0008", {})).toBe("orderNo");
  });
});

it("a text that values do not make is none, but a defect is an error", () => {
  expect(textOf(() => "a")).toBe("a");
  expect(textOf(() => schema.rowKey({ ...values, orderNo: -1 }))).toBeUndefined();
  const defect = () => {
    throw new RangeError("bug");
  };
  expect(() => textOf(defect)).toThrow(RangeError);
});
