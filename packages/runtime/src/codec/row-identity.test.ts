import { describe, expect, it } from "vitest";
import { isTableError } from "../errors/table-error.js";
import type { EntityPayload, EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import { limits } from "../schema/limits.js";
import { int32, string } from "../schema/property.js";
import { orderRow } from "../test/order-rows.js";
import { Order, OrderLine, type OrderTypes } from "../test/shop/index.js";
import { decodeEntity } from "./decode-entity.js";
import { compileProjection } from "./decode-projection.js";
import { encodeEntity } from "./encode-entity.js";
import { pad } from "./keys/fixed-numbers.js";
import { type KeyPart, propertyPart } from "./keys/key-part.js";
import { text } from "./keys/text.js";
import type { Mismatch } from "./mismatch.js";
import {
  findDifferentKeyProperty,
  findDifferentPart,
  hasOtherShape,
  identityCheck,
  orNone,
  otherKind,
} from "./row-identity.js";

const { $schema } = Order;
const rows = [7, 8, 9].map((n) => orderRow(n) as EntityPayload);
const [first, second, third] = rows as [EntityPayload, EntityPayload, EntityPayload];
const code = (code: string) => expect.objectContaining({ code });

/** Schema of an order with the customer in both keys. */
const inBothKeys: EntitySchema<OrderTypes> = {
  ...$schema,
  rowParts: ["order!", $schema.partitionParts[1] as KeyPart],
  makesRowKey: (values, key) => key === `order!${(values as OrderTypes["key"]).customerId}`,
};

/** Counts the PartitionKeys that a schema builds while rows are checked. */
function countingSchema(schema: EntitySchema<OrderTypes>) {
  const checked: string[] = [];
  const makesPartitionKey: typeof schema.makesPartitionKey = (values, key) => {
    checked.push(key);
    return schema.makesPartitionKey(values, key);
  };
  return { schema: { ...schema, makesPartitionKey }, checked };
}

describe("the identity of the rows of a query", () => {
  it("includes one check of the PartitionKey for consecutive rows of it, and one for each row that repeats it in its RowKey", () => {
    const separate = countingSchema($schema);
    const other = { ...second, PartitionKey: "cust!C2" };
    const check = identityCheck(separate.schema);
    for (const row of [first, second, third, other, other, first]) check(row, undefined);
    expect(separate.checked).toEqual(["cust!C1", "cust!C2", "cust!C1"]);
    const both = countingSchema(inBothKeys);
    const checkBoth = identityCheck(both.schema);
    for (const row of [first, second]) checkBoth({ ...row, RowKey: "order!C1" }, undefined);
    expect(both.checked).toEqual(["cust!C1", "cust!C1"]);
  });

  it("remembers no PartitionKey that was refused", () => {
    const check = identityCheck($schema);
    const refused = { ...first, PartitionKey: "cust!50%" };
    check(first, undefined);
    for (let time = 0; time < 2; time++) expect(() => check(refused, undefined)).toThrow(code("key.malformed"));
  });

  it("is checked in every row of a partition", () => {
    const check = identityCheck($schema);
    for (const row of rows) check(row, undefined);
    const malformed = { ...second, RowKey: `${second.RowKey}!more` };
    expect(() => check(malformed, undefined)).toThrow(code("key.malformed"));
    expect(() => check({ ...second, RowKey: "order!1!2" }, undefined)).toThrow(code("key.malformed"));
    expect(() => check({ ...second, kind: "line" }, undefined)).toThrow(code("entity.wrong-kind"));
    check(third, undefined);
    expect(() => check({ ...third, PartitionKey: "cust!50%" }, undefined)).toThrow(code("key.malformed"));
    check(third, undefined);
  });

  it("asks the handler for each row that does not fit, also after it accepted one of the same partition", () => {
    const check = identityCheck($schema);
    const asked: (string | undefined)[] = [];
    const accept = ({ rowKey }: { readonly rowKey: string }) => void asked.push(rowKey);
    for (const row of rows) check({ ...row, PartitionKey: "cust!50%" }, accept);
    check(first, accept);
    check({ ...second, RowKey: "order" }, accept);
    expect(asked).toEqual([first.RowKey, second.RowKey, third.RowKey, "order"]);
  });

  it("includes that both keys say the same of a property", () => {
    const check = identityCheck(inBothKeys);
    check({ ...first, RowKey: "order!C1" }, undefined);
    check({ ...first, RowKey: "order!C1" }, undefined);
    expect(() => check({ ...first, RowKey: "order!C2" }, undefined)).toThrow(code("key.malformed"));
  });
});

describe("a row whose kind is not stored", () => {
  const { kindProperty, ...without } = $schema;
  const schema: EntitySchema<OrderTypes> = { ...without, partitionKeyPrefix: "cust!", rowKeyPrefix: "order!" };

  it("has another shape if its keys begin as those of the class but cannot be read, and is told to onMismatch", () => {
    const told: unknown[] = [];
    const other = { ...first, RowKey: "order!x" };
    expect(hasOtherShape(schema, first, (row) => told.push(row))).toBe(false);
    expect(hasOtherShape(schema, other, (row) => told.push(row))).toBe(true);
    expect(told).toMatchObject([{ entity: "Order", rowKey: "order!x", error: { code: "key.malformed" } }]);
  });

  it("is left to the decoder if its keys begin otherwise", () => {
    expect(hasOtherShape(schema, { ...first, RowKey: "xorder!" })).toBe(false);
    expect(hasOtherShape(schema, { ...first, RowKey: "order!x", PartitionKey: "xcust!" })).toBe(false);
  });

  it("is told to nobody if only the shapes of keys distinguish the classes", () => {
    const told: unknown[] = [];
    const isSkipped = hasOtherShape({ ...schema, isToldByShape: true }, { ...first, RowKey: "order!x" }, (row) =>
      told.push(row),
    );
    expect([isSkipped, told]).toEqual([true, []]);
  });
});

it.each([
  [{ kind: "line" }, "kind", ': its kind is "line"'],
  [{ kind: null }, "kind", ": it has no kind"],
  [{}, "kind", ": it has no kind"],
  [{ kind: "line" }, undefined, ""],
])("a row of another kind is refused by what tells its kind: %j", (members, kindProperty, found) => {
  const row = { PartitionKey: "p", RowKey: "r", ...members } as unknown as EntityPayload;
  const kind = { name: "Order", table: "Shop", kind: "order", ...(kindProperty !== undefined && { kindProperty }) };
  const { message } = otherKind(kind, row);
  expect(message).toBe(`The row ("p", "r") of table Shop does not match Order, kind "order"${found}.`);
});

const stored = orderRow(7);
const rowKey = String(stored["RowKey"]);
const row = (changes: object) => ({ ...stored, ...changes }) as EntityPayload;
const accept = () => undefined;

function refusal(changes: object) {
  try {
    decodeEntity($schema, row(changes), true);
  } catch (error) {
    if (isTableError(error)) return error;
  }
  return expect.unreachable("The keys fit.");
}

describe("properties that do not make the stored keys", () => {
  it.each([
    [
      "customerId",
      { customerId: "c1" },
      'customerId is "c1", which gives the PartitionKey "cust!c1", not the stored "cust!C1"',
    ],
    ["orderNo", { orderNo: 8 }, "orderNo is 8, which gives the RowKey"],
    [
      "placedAt",
      { placedAt: "2021-01-02T03:04:05.123Z" },
      "placedAt is 2021-01-02T03:04:05.123Z, which gives the RowKey",
    ],
    ["orderNo", { orderNo: -1 }, "orderNo is -1, which gives no RowKey"],
    // Another program wrote the value into the key without escaping it.
    ["customerId", { PartitionKey: "cust!50%", customerId: "50%" }, 'gives the PartitionKey "cust!50~25"'],
    ["customerId", { PartitionKey: "cust!a!b", customerId: "a!b" }, 'gives the PartitionKey "cust!a~21b"'],
    [
      undefined,
      { PartitionKey: "shop!C1" },
      'its properties give the PartitionKey "cust!C1", not the stored "shop!C1"',
    ],
    [undefined, { RowKey: `${rowKey}!more` }, "its properties give the RowKey"],
  ])("are an error that names %s", (property, changes, says) => {
    const error = refusal(changes);
    expect([error.code, error.entity, error.property]).toEqual(["decode.key-mismatch", "Order", property]);
    expect(error.message).toContain(says);
  });

  it("are an error also where their key cannot be made at all, but a bug is not taken for one", () => {
    const making = (rowKey: (values: OrderTypes["rowKey"]) => string) => ({
      ...$schema,
      makesRowKey: (values: object, key: string) => rowKey(values as OrderTypes["rowKey"]) === key,
    });
    const unmakable = row({ orderNo: -1 });
    expect(() => decodeEntity(making($schema.rowKey), unmakable, true)).toThrow(
      expect.objectContaining({ code: "decode.key-mismatch", property: "orderNo" }),
    );
    const bug = () => {
      throw new RangeError("a bug");
    };
    expect(() => decodeEntity(making(bug), unmakable, true)).toThrow(RangeError);
  });

  it("are nothing to compare where the key alone has them", () => {
    expect(decodeEntity($schema, row({ customerId: undefined, orderNo: null }), true)).toMatchObject({ orderNo: 7 });
  });

  it("are told to the handler with what they would make, and the entity keeps its stored keys", () => {
    const seen: Mismatch[] = [];
    const order = decodeEntity($schema, row({ customerId: "c1" }), true, (mismatch) => seen.push(mismatch));
    const id = { partitionKey: "cust!C1", rowKey };
    const expected = { partitionKey: "cust!c1", rowKey };
    expect(seen).toMatchObject([{ ...id, expected, property: "customerId", stored: "c1", entity: "Order" }]);
    expect(Order.key(order)).toEqual(id);
    expect(Order.key({ ...order })).toEqual(expected);
    expect(Order.partition(order).partitionKey).toBe("cust!C1");
    expect(encodeEntity($schema, order, 0, limits.storage)).toMatchObject(id);
  });

  it("leave no trace in the entity", () => {
    const order = decodeEntity($schema, row({ customerId: "c1" }), true, accept);
    expect(Reflect.ownKeys(order)).toEqual(Reflect.ownKeys(decodeEntity($schema, row({}), true)));
    expect(order).toEqual(decodeEntity($schema, row({ PartitionKey: "cust!c1", customerId: "c1" }), true));
  });

  it("are checked of what the handler gives for a property, too", () => {
    const codes: string[] = [];
    const order = decodeEntity($schema, row({ customerId: 1 }), true, ({ error, property }) => {
      codes.push(error.code);
      return property === "customerId" ? "c1" : undefined;
    });
    expect(codes).toEqual(["decode.wrong-type", "decode.key-mismatch"]);
    expect(Order.key(order).partitionKey).toBe("cust!C1");
  });

  it("are no exception where the handler leaves a part of them absent", () => {
    const codes: string[] = [];
    decodeEntity($schema, row({ placedAt: "yesterday" }), true, ({ error, property }) => {
      codes.push(`${error.code} ${property}`);
    });
    expect(codes).toEqual(["decode.malformed placedAt", "decode.key-mismatch placedAt"]);
  });

  it("say nothing of another entity that is made of them", () => {
    const line = {
      ...stored,
      kind: "line",
      RowKey: "line!0000000001!0001",
      orderNo: 1,
      lineNo: 1,
      sku: "",
      quantity: 1,
    };
    const read = decodeEntity(
      OrderLine.$schema,
      { ...line, customerId: "c1" } as unknown as EntityPayload,
      true,
      accept,
    );
    expect(OrderLine.key(read).partitionKey).toBe("cust!C1");
    expect(Order.partition(read).partitionKey).toBe("cust!c1");
  });
});

describe("selected properties that do not make the stored keys", () => {
  const select = (...names: ("customerId" | "placedAt" | "orderNo" | "total")[]) => compileProjection($schema, names);

  it("are checked where they are all of a key", () => {
    const mismatch = expect.objectContaining({ code: "decode.key-mismatch" });
    const changed = row({ customerId: "c1", orderNo: 8 });
    expect(() => select("customerId").decode(changed, true)).toThrow(mismatch);
    expect(() => select("placedAt", "orderNo").decode(changed, true)).toThrow(mismatch);
    expect(select("orderNo", "total").decode(changed, true)).toMatchObject({ orderNo: 8 });
    expect(select("total").decode(changed, true)).toMatchObject({ total: 1.5 });
  });

  it("keep their stored keys where the handler accepts them", () => {
    const selected = select("customerId", "placedAt", "orderNo").decode(row({ orderNo: 8 }), true, accept);
    expect(Order.key(selected as unknown as Order)).toEqual({ partitionKey: "cust!C1", rowKey });
  });
});

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
  expect(orNone(() => "a")).toBe("a");
  expect(orNone(() => schema.rowKey({ ...values, orderNo: -1 }))).toBeUndefined();
  const defect = () => {
    throw new RangeError("bug");
  };
  expect(() => orNone(defect)).toThrow(RangeError);
});
