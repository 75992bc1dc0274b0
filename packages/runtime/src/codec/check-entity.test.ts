import { describe, expect, it } from "vitest";
import { isTableError } from "../errors/table-error.js";
import { limits } from "../schema/limits.js";
import { Order, OrderLine } from "../test/shop/index.js";
import { encodeEntity } from "./encode-entity.js";
import { encodeMerge } from "./encode-merge.js";
import { encodeKey } from "./entity-keys.js";

const key = { customerId: "C1", placedAt: new Date("2021-01-02T03:04:05.123Z"), orderNo: 7 };
const init = { ...key, total: 12, sequence: 5n, currency: "EUR" } as const;
const read = Order.$schema.create(init, 'W/"x"', new Date());

const written = (entity: object) => encodeEntity(Order.$schema, entity as never, 0, limits.storage).body;
const merged = (changes: object) => encodeMerge(Order.$schema, key, changes, limits.storage).body;
const addressed = (given: object) => encodeKey(Order.$schema, given as never, limits.storage);

function unknown(property: string, message: string) {
  return expect.objectContaining({ code: "value.unknown-property", entity: "Order", property, message });
}

describe("a property that the definition does not have", () => {
  it.each([
    ["notes", 'Order has no property "notes". Did you mean "note"?'],
    ["Paid", 'Order has no property "Paid". Did you mean "paid"?'],
    ["discount", 'Order has no property "discount".'],
    ["$etags", 'Order has no property "$etags".'],
    ["$extra", 'Order has no property "$extra".'],
    ["toString", 'Order has no property "toString".'],
  ])("is refused with the nearest name: %s", (name, message) => {
    expect(() => written({ ...init, [name]: 1 })).toThrow(unknown(name, message));
    expect(() => merged({ paid: true, [name]: 1 })).toThrow(unknown(name, message));
    expect(() => addressed({ ...key, [name]: 1 })).toThrow(unknown(name, message));
  });

  it("is refused where it is undefined too, since its name is misspelt all the same", () => {
    expect(() => written({ ...init, notes: undefined })).toThrow('Order has no property "notes"');
    expect(() => merged({ paid: true, notes: undefined })).toThrow('Order has no property "notes"');
  });

  it("is told beside the other problems of the entity", () => {
    const { total, ...rest } = init;
    expect(() => written({ ...rest, totl: total })).toThrow(
      expect.objectContaining({
        code: "entity.invalid",
        problems: [
          expect.objectContaining({ code: "value.missing", property: "total" }),
          unknown("totl", 'Order has no property "totl". Did you mean "total"?'),
        ],
      }),
    );
  });

  it("is told before the part of a key that is missing for it", () => {
    const { orderNo, ...rest } = key;
    expect(() => addressed({ ...rest, orderNr: orderNo })).toThrow('"orderNr". Did you mean "orderNo"?');
    expect(() => Order.partition({ customer: "C1" } as never)).toThrow('Order has no property "customer".');
  });

  it("is refused beside a copy of an entity, which is its own key", () => {
    expect(() => addressed({ ...read, orderNr: 8 })).toThrow('"orderNr". Did you mean "orderNo"?');
  });
});

describe("what is not refused", () => {
  it("an entity that was read, as it is, as a copy, and selected from", () => {
    const expected = written(init);
    const { note, ...selected } = { ...init, note: undefined, $etag: undefined };
    for (const given of [read, { ...read }, { ...init, $etag: 'W/"x"' }, selected]) {
      expect(written(given)).toBe(expected);
      expect(addressed(given)).toEqual(Order.key(key));
      expect(() => merged(given)).not.toThrow();
    }
  });

  it("symbols, and properties that are not enumerable or not the object's own", () => {
    const given = Object.assign(Object.create({ inherited: 1 }) as object, init, { [Symbol("tag")]: 1 });
    Object.defineProperty(given, "hidden", { value: 1 });
    expect(written(given)).toBe(written(init));
    expect(written(Object.assign(Object.create(null) as object, init))).toBe(written(init));
  });

  it("an entity of another kind, or its copy, as a partition or key", () => {
    const line = new OrderLine({ customerId: "C1", orderNo: 7, lineNo: 1, sku: "A", quantity: 1 });
    for (const given of [line, { ...line }]) expect(Order.partition(given).partitionKey).toBe("cust!C1");
    expect(() => written(line)).toThrow(expect.toSatisfy((error) => isTableError(error)));
  });
});

it.each([5, "Order", true, [], Buffer.from("C1")])("what is no object is refused by that: %s", (given) => {
  for (const use of [written, merged, addressed]) {
    expect(() => use(given as never)).toThrow(expect.objectContaining({ code: "value.wrong-type" }));
  }
});

describe("a value of a generated class", () => {
  it("takes no property that the definition does not have", () => {
    const misspelt = () => new Order({ ...init, typo: 1 } as never);
    expect(misspelt).toThrow(unknown("typo", 'Order has no property "typo".'));
    expect(() => new Order({ ...init, totl: 1 } as never)).toThrow('Did you mean "total"?');
  });

  it("takes a copy of one that was read, and one that was not", () => {
    expect(new Order({ ...read })).toMatchObject(init);
    expect(new Order(new Order(init))).toMatchObject(init);
  });

  it("needs an object", () => {
    for (const [nothing, given] of [
      [undefined, "undefined."],
      [null, "null."],
      [5, "5."],
      [Promise.resolve(init), "a promise. Await it first."],
      [new Map(), "a Map."],
    ] as const) {
      const error = { code: "value.wrong-type", message: `The argument of new Order must be an object, not ${given}` };
      expect(() => new Order(nothing as never)).toThrow(expect.objectContaining(error));
    }
  });
});

it.each([
  [Promise.resolve(init), "Order must be an object, not a promise. Await it first."],
  [new Map(Object.entries(init)), "Order must be an object, not a Map."],
])("an entity is not %s", (given, message) => {
  expect(() => written(given)).toThrow(message);
});

describe("a partition", () => {
  const partition = (given: object) => () => Order.partition(given as never);

  it("has no other property than its own", () => {
    const help = "To limit a query further, use rowKey or where.";
    const refused = unknown("orderNo", `"orderNo" is not part of the PartitionKey of Order. ${help}`);
    expect(partition({ customerId: "C1", orderNo: 7 })).toThrow(refused);
    expect(partition({ customerId: "C1", total: 7 })).toThrow('"total" is not part');
    expect(partition({ customerId: "C1", orderNr: 7 })).toThrow('Did you mean "orderNo"?');
  });

  it("may be named by a whole key or entity", () => {
    for (const given of [{ customerId: "C1" }, key, init, read, { ...read }]) expect(partition(given)).not.toThrow();
  });
});
