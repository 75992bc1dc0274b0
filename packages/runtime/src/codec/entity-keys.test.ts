import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTableError } from "../errors/table-error.js";
import { limits } from "../schema/limits.js";
import { anyDate, anyString } from "../test/arbitraries.js";
import { law } from "../test/law.js";
import { Order, OrderLine } from "../test/shop/index.js";
import { encodeKey } from "./entity-keys.js";

const anyKey = fc.record({ customerId: anyString, placedAt: anyDate, orderNo: fc.nat() });

describe("generated keys", () => {
  it("read back as their values; distinct values have distinct keys", () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(anyKey, (key) => {
        const id = Order.key(key);
        const read = Order.parseKey(id);
        expect(read).toEqual(key);
        expect(Order.key(read)).toEqual(id);
        const values = JSON.stringify([key.customerId, key.placedAt.toISOString().padEnd(28, "0"), key.orderNo]);
        const text = JSON.stringify(id);
        expect(seen.get(text) ?? values).toBe(values);
        seen.set(text, values);
      }),
      law(100_000),
    );
  });

  it("are the documented texts", () => {
    const placedAt = new Date("2021-01-02T03:04:05.123Z");
    expect(Order.key({ customerId: "C/1", placedAt, orderNo: 7 })).toEqual({
      partitionKey: "cust!C~2f1",
      rowKey: "order!2517927441548769999!0000000007",
    });
    expect(OrderLine.key({ customerId: "C1", orderNo: 7, lineNo: 3 }).rowKey).toBe("line!0000000007!0003");
  });

  it("name entity and property where a part refuses its value", () => {
    const refused = (key: object) => {
      try {
        Order.key({ customerId: "C1", placedAt: new Date(0), orderNo: 7, ...key });
      } catch (error) {
        if (isTableError(error)) return `${error.code} ${error.entity}.${error.property}: ${error.message}`;
        throw error;
      }
      return "accepted";
    };
    expect(refused({ orderNo: -1 })).toBe(
      "value.out-of-range Order.orderNo: Order.orderNo is -1; pad(10) takes 0 to 9999999999; use .asc for negative numbers",
    );
    expect(refused({ orderNo: 1.5 })).toContain("Order.orderNo is 1.5; pad(10) takes whole numbers");
    expect(refused({ customerId: undefined })).toContain("value.missing Order.customerId");
    expect(refused({ placedAt: "2021" })).toContain("value.out-of-range Order.placedAt");
    expect(refused({ placedAt: {} })).toContain("value.wrong-type Order.placedAt");
  });

  it("are made of an object", () => {
    for (const nothing of [undefined, null, "C1", 7] as never[]) {
      expect(() => Order.key(nothing)).toThrow("A key of Order must be an object, not ");
      expect(() => Order.partition(nothing)).toThrow("A key of Order must be an object, not ");
    }
  });

  it("are checked against the service's limits before they are sent", () => {
    const key = { customerId: "C".repeat(1025 - 5), placedAt: new Date(0), orderNo: 7 };
    expect(() => encodeKey(Order.$schema, key, limits.storage)).toThrow("Order.PartitionKey has 1025 UTF-16 units");
    expect(encodeKey(Order.$schema, { ...key, customerId: "C".repeat(1024 - 5) }, limits.storage).rowKey).toMatch(
      /^order!/,
    );
  });

  it.each([
    [{ rowKey: "line!0000000007!0003" }, 'at index 0 "order!" should follow'],
    [{ rowKey: "order!2517927441548769999" }, 'at index 25 "!" should follow'],
    [{ rowKey: "order!x!0000000007" }, 'at index 6 {placedAt} has key text "x", which is not .NET ticks in 19 digits'],
    [{ partitionKey: "C1" }, 'at index 0 "cust!" should follow'],
    [{ partitionKey: "cust!a!b" }, "at index 6 the key should end"],
  ])("%j is malformed, and the message shows the key once, its shape, and where it breaks", (id, where) => {
    const [[name, key] = []] = Object.entries(id);
    const [upper, shape] =
      name === "rowKey" ? ["RowKey", "order!{placedAt}!{orderNo}"] : ["PartitionKey", "cust!{customerId}"];
    const problem = `${upper} "${key}" is not a key of Order, whose shape is "${shape}": ${where}`;
    const valid = { partitionKey: "cust!C1", rowKey: "order!2517927441548769999!0000000007" };
    expect(() => Order.parseKey({ ...valid, ...id })).toThrow(expect.objectContaining({ message: problem }));
  });
});

describe("a partition", () => {
  it("holds the values of its key alone, also when it is made of an entity", () => {
    const order = Order.$schema.create({
      customerId: "C1",
      placedAt: new Date(),
      orderNo: 7,
      total: 1,
      sequence: 1n,
      currency: "EUR",
    });
    expect(Order.partition(order)).toEqual({
      scope: "Shop/cust!{customerId}",
      table: "Shop",
      partitionKey: "cust!C1",
      values: { customerId: "C1" },
    });
    expect(() => Order.partition({} as never)).toThrow("Order.customerId is missing; it is part of the key");
  });
});
