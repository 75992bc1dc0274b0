import { describe, expect, it } from "vitest";
import { User } from "../../../generator/src/emit/golden/kept/expected/index.js";
import { isTableError, type TableError } from "../errors/table-error.js";
import type { EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import { Order } from "../test/shop/index.js";
import { type InputRepresentation, readInsertInput, readKeyInput, readMergeInput } from "./read-input.js";

type Read = typeof readKeyInput;

const schemas = { Order: Order.$schema, User: User.$schema } as unknown as Readonly<
  Record<"Order" | "User", EntitySchema<EntityTypes>>
>;
const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
const time = "2024-01-02T03:04:05Z";

/** Returns the problems of an input, each as its code, property and message. */
function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!isTableError(error)) throw error;
    const problems = (error.problems ?? [error]) as readonly TableError[];
    return problems.map(({ code, property, message }) => `${code} ${property}: ${message}`);
  }
}

const inputs = (read: Read, name: "Order" | "User", form: InputRepresentation) => (given: object) =>
  problemsOf(() => read(schemas[name], given, form));

describe("a key as text", () => {
  const key = { customerId: "C1", placedAt: time, orderNo: "7" };
  const problems = inputs(readKeyInput, "Order", "text");

  it("has whole numbers and times as text", () => {
    expect(readKeyInput(schemas.Order, key, "text")).toEqual({ ...key, placedAt: new Date(time), orderNo: 7 });
  });

  it.each([
    [{ orderNo: 7 }, "value.wrong-type orderNo: Order.orderNo is 7; Edm.Int32 takes text"],
    [{ orderNo: "07" }, 'value.wrong-type orderNo: Order.orderNo is "07"; Edm.Int32 takes a whole number as text'],
    [{ orderNo: "Infinity" }, "value.wrong-type orderNo: Order.orderNo is"],
    [{ orderNo: "-1" }, "value.out-of-range orderNo: Order.orderNo is -1; pad(10) takes 0 to"],
    [{ orderNo: undefined }, "value.wrong-type orderNo: Order.orderNo is undefined; Edm.Int32 takes text"],
    [{ paid: "yes" }, 'value.wrong-type paid: Order.paid is "yes"; Edm.Boolean takes "true" or "false"'],
    [{ paid: "true" }, 'value.unknown-property paid: Order has no property "paid".'],
    [{ orderNr: "7" }, 'value.unknown-property orderNr: Order has no property "orderNr". Did you mean "orderNo"?'],
    [{ $etag: "x" }, 'value.unknown-property $etag: Order has no property "$etag".'],
  ])("is refused with one problem: %j", (change, message) => {
    expect(problems({ ...key, ...change })).toEqual([expect.stringContaining(message)]);
  });
});

describe("a key as values", () => {
  it("has the properties of the key and no others, not even those of a row that was read", () => {
    const problems = inputs(readKeyInput, "Order", "values");
    const key = { customerId: "C1", placedAt: new Date(time), orderNo: 7 };
    expect(problems(key)).toEqual([]);
    expect(problems({ ...key, $etag: "x" })).toEqual(['value.unknown-property $etag: Order has no property "$etag".']);
    expect(problems({ ...key, orderNo: "7" })).toEqual([
      'value.wrong-type orderNo: Order.orderNo is "7"; Edm.Int32 takes a number',
    ]);
    expect(problems({ ...key, customerId: undefined, orderNo: -1 })).toEqual([
      expect.stringContaining("value.missing customerId: Order.customerId is missing; it is part of the key"),
      expect.stringContaining("value.out-of-range orderNo: Order.orderNo is -1;"),
    ]);
  });
});

describe("the changes of a merge", () => {
  const values = inputs(readMergeInput, "User", "values");
  const json = inputs(readMergeInput, "User", "json");

  it.each([
    [{ id }, "key.changed id: User.id is part of the key and cannot change; leave it out"],
    [
      { email: "a@b" },
      "value.read-only email: User.email is read-only: an insert writes it and nothing changes it afterwards. " +
        "Leave it out of the changes.",
    ],
    [
      { updatedAt: time },
      "value.read-only updatedAt: User.updatedAt is set by every write. Leave it out of the changes.",
    ],
  ])("do not include %j", (change, problem) => {
    expect(json({ plan: "paid", ...change })).toEqual([problem]);
  });

  it("have one problem for each property, that of its own value first", () => {
    expect(json({ email: null, updatedAt: "now", plan: "gold" })).toEqual([
      "value.wrong-type email: User.email is null; leave it out instead",
      expect.stringMatching(/^value\.out-of-range updatedAt: User\.updatedAt is "now"/),
      expect.stringMatching(/^value\.not-allowed plan: User\.plan is "gold"/),
    ]);
  });

  it("may list other properties without a value, but need one with a value", () => {
    expect(values({ id: undefined, email: null, updatedAt: undefined, plan: "paid" })).toEqual([]);
    for (const nothing of [{}, { id: undefined }, { email: null, updatedAt: null, plan: undefined }]) {
      expect(values(nothing)).toEqual([expect.stringContaining("write.nothing undefined: A merge of User")]);
    }
  });
});

describe("the argument of insert", () => {
  const user = { tenant: "T", email: "a@b", passwordHash: "AQI=" };

  it("may lack what the insert fills in, and stays as it is", () => {
    const bytes = new Uint8Array([1, 2]);
    expect(readInsertInput(schemas.User, user, "json")).toEqual({ ...user, passwordHash: bytes });
    expect(readInsertInput(schemas.User, { ...user, passwordHash: bytes }, "values")).toEqual({
      ...user,
      passwordHash: bytes,
    });
  });

  it("has one problem for each property", () => {
    expect(inputs(readInsertInput, "User", "json")({ ...user, email: null, plan: 5, mail: "a" })).toEqual([
      "value.wrong-type email: User.email is null; leave it out instead",
      'value.unknown-property mail: User has no property "mail". Did you mean "email"?',
      expect.stringMatching(/^value\.\S+ plan: User\.plan is 5/),
    ]);
  });

  it("is not refused for the error of a defective validator, which is thrown as it is", () => {
    const { plan } = schemas.User.properties;
    const check = () => {
      throw new RangeError("bug");
    };
    const properties = { ...schemas.User.properties, plan: { ...plan, type: { ...plan?.type, check } } };
    const schema = { ...schemas.User, properties } as unknown as typeof schemas.User;
    expect(() => readInsertInput(schema, { ...user, plan: "free", email: 5 }, "json")).toThrow(RangeError);
  });

  it.each([
    [readKeyInput, "A key of User must be an object, not null."],
    [readMergeInput, "A merge of User must be an object, not null."],
    [readInsertInput, "User must be an object, not null."],
  ])("is an object, as other input is", (read, message) => {
    expect(problemsOf(() => read(schemas.User, null, "json"))).toEqual([`value.wrong-type undefined: ${message}`]);
  });
});
