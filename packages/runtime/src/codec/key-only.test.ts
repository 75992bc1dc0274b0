import { describe, expect, it } from "vitest";
import type { EntitySchema } from "../schema/entity-schema.js";
import { limits } from "../schema/limits.js";
import { Order, type OrderInit, type OrderTypes } from "../test/shop/index.js";
import { encodeEntity } from "./encode-entity.js";

const { customerId, orderNo, currency, ...others } = Order.$schema.properties;

/** Schema of orders with customer, number and currency only in the key. */
const schema = {
  ...Order.$schema,
  properties: {
    customerId: { ...customerId, keyOnly: true, maxLength: 4 },
    orderNo: { ...orderNo, keyOnly: true, min: 1, max: 9 },
    currency: { ...currency, keyOnly: true, oneOf: ["EUR", "CHF"] },
    ...others,
  },
  encode: () => "",
} as EntitySchema<OrderTypes>;

const keptOrder: OrderInit = {
  customerId: "C123",
  placedAt: new Date(0),
  orderNo: 9,
  total: 1,
  sequence: 1n,
  currency: "EUR",
};
const encode = (changes: object) => encodeEntity(schema, { ...keptOrder, ...changes }, 0, limits.storage);

describe("properties that only the key keeps", () => {
  it("are accepted within the limits of their definition", () => {
    expect(encode({}).partitionKey).toBe("cust!C123");
    expect(encode({ orderNo: 1 }).rowKey).toMatch(/!0000000001$/);
  });

  it.each([
    ["customerId", "C1234", "value.too-long", "Order.customerId has 5 UTF-16 units; the limit is 4"],
    ["orderNo", 0, "value.out-of-range", "Order.orderNo is 0; the definition's minimum is 1"],
    ["orderNo", 10, "value.out-of-range", "Order.orderNo is 10; the definition's maximum is 9"],
    ["currency", "USD", "value.not-allowed", 'Order.currency is "USD"; the definition allows "EUR", "CHF"'],
  ])("%s: %s is refused by name", (property, value, code, message) => {
    const refusal = expect.objectContaining({ code, entity: "Order", property, message });
    expect(() => encode({ [property]: value })).toThrow(refusal);
  });

  it.each([
    ["customerId", { maxLength: 4 }, "C1234"],
    ["customerId", { length: 4 }, "C12"],
    ["customerId", { pattern: "ulid" }, "C123", "01KAMZ2Y00ABCDEFGHJKMNPQRS"],
    ["orderNo", { min: 1 }, 0],
    ["orderNo", { max: 9 }, 10],
    ["currency", { oneOf: ["EUR"] }, "USD"],
  ] as const)(
    "%s is held to a single limit: %j",
    (property, limit, value, valid: unknown = keptOrder[property as "orderNo"]) => {
      const { properties } = Order.$schema;
      const none = { oneOf: undefined, min: undefined, max: undefined, maxLength: undefined };
      const limited = { ...properties[property], keyOnly: true, ...none, ...limit };
      const only = { ...Order.$schema, properties: { ...properties, [property]: limited }, encode: () => "" };
      const encodeOnly = (changes: object) =>
        encodeEntity(only as EntitySchema<OrderTypes>, { ...keptOrder, ...changes }, 0, limits.storage);
      expect(() => encodeOnly({ [property]: valid })).not.toThrow();
      expect(() => encodeOnly({ [property]: value })).toThrow(expect.objectContaining({ property }));
    },
  );

  it("are all named where several are refused", () => {
    const problems = [
      expect.objectContaining({ property: "customerId" }),
      expect.objectContaining({ property: "orderNo" }),
    ];
    expect(() => encode({ customerId: "C1234", orderNo: 10 })).toThrow(
      expect.objectContaining({ code: "entity.invalid", problems }),
    );
  });
});
