import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTableError, type TableError } from "../errors/table-error.js";
import type { EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import {
  anyBytes,
  anyDate,
  anyDouble,
  anyGuid,
  anyInt32,
  anyInt64,
  anyIso,
  anySafeInteger,
  anyString,
  anyTicks,
} from "../test/arbitraries.js";
import { Sample } from "../test/every-type/sample.gen.js";
import { Order } from "../test/shop/index.js";
import { ExactDate } from "./edm/exact-date.js";
import { fromJson } from "./from-json.js";

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const anySample = fc.record({
  id: fc.stringMatching(/^[a-z]{1,5}$/),
  note: anyString,
  text: optional(anyString),
  data: optional(fc.constantFrom<unknown>(0, "", false, [null], { NaN: "NaN" })),
  choice: optional(fc.constantFrom("a" as const, "b" as const)),
  flag: optional(fc.boolean()),
  small: optional(anyInt32),
  big: optional(anyInt64),
  bigNumber: optional(anySafeInteger),
  bigString: optional(anyInt64.map(String)),
  real: optional(anyDouble.filter((value) => !Object.is(value, -0))),
  at: optional(anyDate),
  atIso: optional(anyIso),
  atTicks: optional(anyTicks),
  guid: optional(anyGuid),
  bytes: optional(anyBytes),
});

function refusal(read: () => unknown): TableError {
  try {
    read();
  } catch (error) {
    if (isTableError(error)) return error;
    throw error;
  }
  throw new Error("Nothing was refused.");
}

const order = {
  customerId: "C1",
  placedAt: "2021-01-02T03:04:05.1234567Z",
  orderNo: 7,
  total: 12.5,
  sequence: "5",
  currency: "EUR",
};

describe("fromJSON", () => {
  it("gives back every value of every type, to the last digit", () => {
    fc.assert(
      fc.property(anySample, (init) => {
        const sample = new Sample(init);
        const again = Sample.fromJSON(JSON.parse(JSON.stringify(sample)));
        expect(again).toEqual(sample);
        expect(JSON.stringify(again)).toBe(JSON.stringify(sample));
        if (init.atTicks !== undefined) expect(again.atTicks).toBe(init.atTicks);
        if (init.at !== undefined) expect(again.at?.toISOString()).toBe(init.at.toISOString());
      }),
    );
  });

  it("keeps the digits below the millisecond, and NaN and the infinities as the service writes them", () => {
    const at = ExactDate.fromIso("2021-01-02T03:04:05.1234567Z");
    const json = JSON.stringify(new Sample({ id: "i", note: "", at, real: Number.NEGATIVE_INFINITY }));
    expect(json).toContain('"real":"-Infinity","at":"2021-01-02T03:04:05.1234567Z"');
    expect(Sample.fromJSON(JSON.parse(json)).at).toEqual(at);
    expect(Sample.fromJSON({ id: "i", note: "", real: "NaN" }).real).toBeNaN();
  });

  it("fills in defaults, and takes JSON without a kind", () => {
    const read = Order.fromJSON(order);
    expect(read).toBeInstanceOf(Order);
    expect([read.paid, read.sequence, read.$kind, read.$etag]).toEqual([false, 5n, "order", undefined]);
  });

  it.each<[string, object, string, string]>([
    ["a number for a string", { customerId: 5 }, "value.wrong-type", "Order.customerId is 5;"],
    ["text that is no time", { placedAt: "yesterday" }, "value.out-of-range", 'Order.placedAt is "yesterday";'],
    ["a number for a time", { placedAt: 5 }, "value.wrong-type", "Order.placedAt is 5;"],
    ["text for a number", { total: "12.5" }, "value.wrong-type", 'Order.total is "12.5";'],
    ["a fraction for an Int32", { orderNo: 1.5 }, "value.out-of-range", "Order.orderNo is 1.5;"],
    ["less than the minimum", { orderNo: -1 }, "value.out-of-range", "Order.orderNo is -1;"],
    ["a number for an Int64", { sequence: 5 }, "value.wrong-type", "Order.sequence is 5;"],
    ["more than an Int64", { sequence: "9223372036854775808" }, "value.out-of-range", "Order.sequence is"],
    ["another choice", { currency: "GBP" }, "value.not-allowed", 'Order.currency is "GBP";'],
    ["text that is no guid", { paymentId: "p" }, "value.out-of-range", 'Order.paymentId is "p";'],
    ["text that is not base64", { signature: "a" }, "value.out-of-range", 'Order.signature is "a"; it is not base64'],
    ["a string that is too long", { customerId: "x".repeat(65) }, "value.too-long", "Order.customerId has 65 UTF-16"],
    ["null", { note: null }, "value.wrong-type", "Order.note is null; leave it out instead"],
    ["nothing for a required property", { total: undefined }, "value.missing", "Order.total has no value"],
    ["an unknown property", { nota: "n" }, "value.unknown-property", 'Order has no property "nota". Did you mean'],
    ["what reads add", { $etag: 'W/"1"' }, "value.unknown-property", 'Order has no property "$etag".'],
    ["another kind", { $kind: "line" }, "value.not-allowed", 'Order.$kind is "line"; it must be "order"'],
  ])("refuses %s", (_, change, code, message) => {
    const error = refusal(() => Order.fromJSON({ ...order, ...change }));
    expect(error.code).toBe(code);
    expect(error.message.slice(0, message.length)).toBe(message);
    expect([error.entity, error.property]).toEqual(["Order", Object.keys(change)[0]]);
  });

  it.each([[undefined], [null], ["text"], [[order]], [5]])("refuses %s, which is no object", (json) => {
    expect(refusal(() => Order.fromJSON(json)).code).toBe("value.wrong-type");
    expect(refusal(() => Order.fromJSON(json, "items[2]")).message).toMatch(/^items\[2\] must be an object/);
  });

  it("throws the error of a defective validator as it is, whatever else is wrong", () => {
    const { note } = Order.$schema.properties;
    const check = () => {
      throw new RangeError("bug");
    };
    const properties = { ...Order.$schema.properties, note: { ...note, type: { ...note?.type, check } } };
    const schema = { ...Order.$schema, properties } as unknown as EntitySchema<EntityTypes>;
    expect(() => fromJson(schema, { ...order, note: "n", total: "x" })).toThrow(RangeError);
  });

  it("names the path that it was given, and every problem", () => {
    const one = refusal(() => Order.fromJSON({ ...order, placedAt: "yesterday" }, "items[0]"));
    expect(one.message).toMatch(/^items\[0\]\.placedAt is "yesterday";/);
    const { total: _, ...rest } = order;
    const all = refusal(() => Order.fromJSON({ ...rest, placedAt: "yesterday", sequence: 5, nota: 1 }, "items[0]"));
    expect(all.code).toBe("entity.invalid");
    expect(all.problems?.map(({ code, property }) => `${code} ${property}`).sort()).toEqual([
      "value.missing total",
      "value.out-of-range placedAt",
      "value.unknown-property nota",
      "value.wrong-type sequence",
    ]);
    expect(all.message.split("\n").filter((line) => !/^(- )?items\[0\]/.test(line))).toEqual([]);
  });
});
