import { describe, expect, it } from "vitest";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../schema/entity-types.js";
import { foldHooks } from "../schema/hooks.js";
import { int32Forms, lowerForms } from "../schema/key-forms.js";
import { Order } from "../test/shop/index.js";
import { completeRow, explainMalformedKey, hasShape, isRowKeyOf, parseKeyOf, readKeyOf } from "./parse-key.js";

foldHooks([int32Forms, lowerForms]);

type Parts = Partial<Pick<EntitySchema<EntityTypes>, "partitionParts" | "rowParts" | "makesRowKey">>;

const order = Order.$schema as unknown as EntitySchema<EntityTypes>;
const withParts = (parts: Parts): EntitySchema<EntityTypes> => ({ ...order, ...parts });
const code = (expected: string) => expect.objectContaining({ code: expected });

const derivedAlone = withParts({ rowParts: ["order!", ["note", "lower"]] });
const derivedToo = withParts({ rowParts: ["order!", ["customerId", "lower"]] });
const twice = withParts({ rowParts: ["order!", ["customerId", "text"]] });
const id = (rowKey: string, partitionKey = "cust!C1"): EntityId => ({ partitionKey, rowKey });

describe("the values of stored keys", () => {
  it("leave out a property of which only derived text is stored", () => {
    expect(readKeyOf(derivedAlone, id("order!hello"))).toEqual({ customerId: "C1" });
    expect(() => parseKeyOf(derivedAlone, id("order!hello"))).toThrow(
      expect.objectContaining({ code: "key.not-reversible", entity: "Order", property: "note" }),
    );
  });

  it("are those that a property's own part stores, where another part is derived from it", () => {
    expect(parseKeyOf(derivedToo, id("order!c1"))).toEqual({ customerId: "C1" });
    expect(() => parseKeyOf(derivedToo, id("order!c2"))).toThrow(code("key.malformed"));
    const reversed = withParts({ partitionParts: ["cust!", ["customerId", "lower"]], rowParts: twice.rowParts });
    expect(parseKeyOf(reversed, id("order!C1", "cust!c1"))).toEqual({ customerId: "C1" });
    expect(() => parseKeyOf(reversed, id("order!C1", "cust!c2"))).toThrow(code("key.malformed"));
  });

  it("are equal in both keys", () => {
    expect(parseKeyOf(twice, id("order!C1"))).toEqual({ customerId: "C1" });
    expect(() => parseKeyOf(twice, id("order!C2"))).toThrow(/^RowKey "order!C2" is not a key of Order, .*"C1"/);
  });

  it("name the key that does not fit, its shape and the entity", () => {
    const rowKey = "order!2517927441548769999!0000000007";
    expect(() => readKeyOf(order, id(rowKey, "customer"))).toThrow(
      expect.objectContaining({
        code: "key.malformed",
        entity: "Order",
        message: expect.stringMatching(
          /^PartitionKey "customer" is not a key of Order, whose shape is "cust!\{customerId\}": /,
        ),
      }),
    );
    expect(() => readKeyOf(order, id("order!"))).toThrow(/^RowKey "order!" is not a key of Order, /);
  });

  it.each([
    [
      order,
      id("order!3155378975999999999!0000000007"),
      'at index 6 {placedAt} has key text "3155378975999999999", which is not ticks of the years 1601 to 9999',
    ],
    [derivedToo, id("order!c2"), 'at index 6 {customerId} has key text "c2", which is not the text of customerId'],
    [withParts({ rowParts: [["orderNo", "pad", 4]] }), id("12"), "at index 0 {orderNo} is not a number in 4 digits"],
    [withParts({ rowParts: [["orderNo", "int32Asc"]] }), id("9999999999"), "at index 0 {orderNo} is not an Edm.Int32"],
  ])("name the property and the position, and show the key once", (schema, keys, problem) => {
    const message = String(explainMalformedKey(schema, keys).message);
    expect(message).toContain(`: ${problem}`);
    expect(message.split(keys.rowKey)).toHaveLength(2);
  });

  it.each([
    ["text", "cust!C1"],
    ["nothing", undefined],
    ["no keys", {}],
    ["a number as PartitionKey", { partitionKey: 1, rowKey: "r" }],
    ["a number as RowKey", { partitionKey: "p", rowKey: 1 }],
  ])("are not read from %s", (_, wrong) => {
    expect(() => parseKeyOf(order, wrong as EntityId)).toThrow(code("value.wrong-type"));
  });

  it("do not hide a defect of the schema behind an error of the key", () => {
    const broken = withParts({ rowParts: ["order!", ["missing", "text"]] });
    expect(() => readKeyOf(broken, id("order!x"))).toThrow(TypeError);
    expect(() => isRowKeyOf(broken, "order!x")).toThrow(TypeError);
  });
});

describe("the shape of keys", () => {
  it("is that of both keys", () => {
    const { partitionKey, rowKey } = Order.key({ customerId: "C1", placedAt: new Date(0), orderNo: 7 });
    const shapes = [id(rowKey, partitionKey), id("line!1", partitionKey), id(rowKey, "customer")];
    expect(shapes.map((keys) => hasShape(order, keys))).toEqual([true, false, false]);
    expect([rowKey, "line!1", `${rowKey}!`].map((key) => isRowKeyOf(order, key))).toEqual([true, false, false]);
  });

  it("is not enough for a RowKey: the values have to make it", () => {
    const other = withParts({ rowParts: ["order!", ["orderNo", "pad", 4]], makesRowKey: () => false });
    expect(isRowKeyOf(other, "order!0007")).toBe(false);
    expect(
      isRowKeyOf({ ...other, makesRowKey: ({ orderNo }: { orderNo?: unknown }) => orderNo === 7 }, "order!0007"),
    ).toBe(true);
  });

  it("has an error where it differs, and none where it does not", () => {
    expect(explainMalformedKey(order, id("line!1"))).toMatchObject({ code: "key.malformed", entity: "Order" });
    expect(() => explainMalformedKey(derivedAlone, id("order!hello"))).toThrow("These are keys of Order.");
  });
});

it("completes a row by the values of its keys alone that it lacks", () => {
  const keys = { PartitionKey: "cust!C1", RowKey: "order!0007", Timestamp: "2024-01-01T00:00:00Z" };
  const numbered = withParts({ rowParts: ["order!", ["orderNo", "pad", 4]] });
  expect(completeRow(keys, numbered)).toEqual({
    ...keys,
    customerId: "C1",
    "customerId@odata.type": "Edm.String",
    orderNo: 7,
    "orderNo@odata.type": "Edm.Int32",
  });
  const row = { ...keys, customerId: "another", orderNo: null };
  expect(completeRow(row, numbered)).toEqual({ ...row, orderNo: 7, "orderNo@odata.type": "Edm.Int32" });
});
