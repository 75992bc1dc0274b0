import { describe, expect, it } from "vitest";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import { orderRow } from "../test/order-rows.js";
import { Order, type OrderTypes } from "../test/shop/index.js";
import type { KeyPart } from "./keys/key-part.js";
import { hasOtherShape, identityCheck, otherKind } from "./row-identity.js";

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
