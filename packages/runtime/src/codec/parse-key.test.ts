import { describe, expect, it } from "vitest";
import type { EntityId, EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import { dateTime, int32, string } from "../schema/property.js";
import { Order } from "../test/shop/index.js";
import { lower, shard } from "./keys/derived.js";
import { int32Asc, pad } from "./keys/fixed-numbers.js";
import { type KeyPart, propertyPart } from "./keys/key-part.js";
import { text } from "./keys/text.js";
import { day } from "./keys/times.js";
import {
  completeRow,
  explainMalformedKey,
  hasShape,
  isRowKeyOf,
  isSplit,
  parseKeyOf,
  readKeyOf,
  readKeysOfRow,
  splitKey,
} from "./parse-key.js";

const at = propertyPart(dateTime("at"), day);
const n = propertyPart(int32("n"), pad(3));
const idPart = propertyPart(string("id"), text());
const lowerIdPart = propertyPart(string("id"), lower());
const shardOfId = propertyPart(string("id"), shard(text(), 16));
const plan = propertyPart(string("plan", { oneOf: ["free", "a.b"] }), text());

describe("the parts of a key", () => {
  const parts: KeyPart[] = ["e!", idPart, "!", n];

  it("are the texts between its constants", () => {
    expect([...splitKey(parts, "e!a!007")]).toEqual(["e!", "a", "!", "007"]);
    expect([...splitKey(parts, "e!!000")]).toEqual(["e!", "", "!", "000"]);
    // Keys that were split before are not remembered as others.
    expect([...splitKey(parts, "e!b!008")]).toEqual(["e!", "b", "!", "008"]);
    expect([...splitKey(parts, "e!b!008")]).toEqual(["e!", "b", "!", "008"]);
  });

  it("are all of the key, from its first character to its last", () => {
    const keys = ["e!a!007", "xe!a!007", "e!a!0078", "e!a!07", "E!a!007", "e!a!b!007", "e!a!007"];
    expect(keys.map((key) => isSplit(parts, key))).toEqual([true, false, false, false, false, false, true]);
  });

  it("may be one of several choices, a shard or a derived text", () => {
    const several: KeyPart[] = [plan, "-", shardOfId, "-", lowerIdPart];
    const keys = ["free-07-a", "a.b-15-a", "axb-15-a", "free-7-a", "free-07-A"];
    expect(keys.map((key) => isSplit(several, key))).toEqual([true, true, false, false, false]);
  });
});

describe("a key with another shape", () => {
  it.each<[string, KeyPart[], string]>([
    ["f!a", ["e!", idPart], 'at index 0 "e!" should follow'],
    ["e!a", ["e!", idPart, "!", n], 'at index 3 "!" should follow'],
    ["e!0071", ["e!", n], "at index 5 the key should end"],
    ["e!07!a", ["e!", n, "!", idPart], 'at index 2 {n} has key text "07", which is not a number in 3 digits'],
    ["e!", ["e!", n, "!"], 'at index 2 {n} has key text "", which is not a number in 3 digits'],
    ["e!!", ["e!", n, "!"], 'at index 2 {n} has key text "", which is not a number in 3 digits'],
    ["00100", [n, n], 'at index 3 {n} has key text "00", which is not a number in 3 digits'],
    ["e!x", ["e!", shardOfId], "at index 2 {id} should follow"],
    ["e!x!", ["e!", at, "!"], 'at index 2 {at} has key text "x", which is not of the form day'],
    ["e!paid", ["e!", plan], 'at index 2 {plan} has key text "paid", which is not one of ["free","a.b"]'],
  ])("is refused with the position and the part that differs: %s", (key, parts, message) => {
    expect(() => splitKey(parts, key)).toThrow(expect.objectContaining({ code: "key.malformed", message }));
  });
});

type Parts = Partial<Pick<EntitySchema<EntityTypes>, "partitionParts" | "rowParts" | "makesRowKey">>;

const order = Order.$schema as unknown as EntitySchema<EntityTypes>;
const withParts = (parts: Parts): EntitySchema<EntityTypes> => ({ ...order, ...parts });
const code = (expected: string) => expect.objectContaining({ code: expected });

const { note, customerId, orderNo } = Order.$schema.properties;
if (note === undefined || customerId === undefined || orderNo === undefined) throw new Error("Order has them.");
const lowerId = propertyPart(customerId, lower());
const derivedAlone = withParts({ rowParts: ["order!", propertyPart(note, lower())] });
const derivedToo = withParts({ rowParts: ["order!", lowerId] });
const twice = withParts({ rowParts: ["order!", propertyPart(customerId, text())] });
const paddedNo = propertyPart(orderNo, pad(4));
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
    const reversed = withParts({ partitionParts: ["cust!", lowerId], rowParts: twice.rowParts });
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
    [withParts({ rowParts: [paddedNo] }), id("12"), "at index 0 {orderNo} is not a number in 4 digits"],
    [
      withParts({ rowParts: [propertyPart(orderNo, int32Asc)] }),
      id("9999999999"),
      "at index 0 {orderNo} is not an Edm.Int32",
    ],
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
    const parse = () => {
      throw new TypeError("defect");
    };
    const broken = withParts({ rowParts: ["order!", propertyPart(note, { ...text(), parse })] });
    expect(() => readKeyOf(broken, id("order!x"))).toThrow(TypeError);
    expect(() => isRowKeyOf(broken, "order!x")).toThrow(TypeError);
  });
});

describe("the values of the keys of a row", () => {
  const rowOf = ({ partitionKey, rowKey }: EntityId) => ({ PartitionKey: partitionKey, RowKey: rowKey, Timestamp: "" });
  const key = Order.key({ customerId: "a/b!", placedAt: new Date(0), orderNo: 7 });

  it.each([
    ["parts that end by their length or before a constant", order, key],
    ["a derived part", derivedToo, id("order!c1")],
    ["a property in both keys", twice, id("order!C1")],
  ])("are those of the stored keys, with %s", (_, schema, keys) => {
    expect(readKeysOfRow(schema, rowOf(keys))).toEqual(readKeyOf(schema, keys));
  });

  it.each([
    ["another constant", id("line!1")],
    ["a text that no value makes", { ...key, partitionKey: "cust!a/b" }],
    ["more than the parts", { ...key, rowKey: `${key.rowKey}!` }],
    ["less than the parts", { ...key, rowKey: "order!" }],
    ["a number in another width", { ...key, rowKey: key.rowKey.slice(0, -1) }],
  ])("are refused with %s, as stored keys are", (_, keys) => {
    const { message } = explainMalformedKey(order, keys);
    expect(() => readKeysOfRow(order, rowOf(keys))).toThrow(
      expect.objectContaining({ code: "key.malformed", message }),
    );
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
    const other = withParts({ rowParts: ["order!", paddedNo], makesRowKey: () => false });
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
  const numbered = withParts({ rowParts: ["order!", paddedNo] });
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
