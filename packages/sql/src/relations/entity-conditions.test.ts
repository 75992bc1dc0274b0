import type { EntitySchema, EntityTypes } from "@tablewright/runtime/codegen/v1";
import { type EdmType, ExactDate } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { CodedOrder } from "../../../generator/src/emit/golden/codes/expected/index.js";
import { Setting } from "../../../generator/src/emit/golden/defaults/expected/index.js";
import { Contact } from "../../../generator/src/emit/golden/evolution/expected/index.js";
import { Measurement } from "../../../generator/src/emit/golden/forms/expected/index.js";
import { Trip } from "../../../generator/src/emit/golden/key-only-parts/expected/index.js";
import { Job } from "../../../generator/src/emit/golden/made-defaults/expected/index.js";
import { Order } from "../../../generator/src/emit/golden/shop/expected/index.js";
import { Legacy } from "../../../generator/src/emit/golden/stored-names/expected/index.js";
import { entityCondition, isOrderedText, readConstant } from "./entity-conditions.js";
import type { ComparisonOperator, ConstantJson } from "./relation.js";

const entities = { CodedOrder, Contact, Job, Legacy, Measurement, Order, Setting, Trip };

type Case = readonly [
  entity: keyof typeof entities,
  column: string,
  operator: ComparisonOperator,
  values: readonly ConstantJson[],
];

/** Returns the condition for a comparison, without the comparison itself. */
function conditionOf([entity, column, operator, values]: Case, isStorage = true) {
  const schema = entities[entity].$schema as unknown as EntitySchema<EntityTypes>;
  const condition = entityCondition(schema, column, { column, operator, values }, isStorage);
  if (condition === undefined) return undefined;
  const { comparison, ...rest } = condition;
  if (column !== "$timestamp") expect(comparison).toEqual({ column, operator, values });
  return rest;
}

const exact = (where: object | undefined) => ({ where, isExact: true });
const rough = (where: object | undefined) => ({ where, isExact: false });
const guid = "c9da6455-213d-42c9-9a79-3e9149a57833";

describe("a property that each row stores", () => {
  it.each<[Case, object]>([
    [["Measurement", "level", "eq", [5]], { level: { eq: 5 } }],
    [["Measurement", "level", "ne", [5]], { level: { ne: 5 } }],
    [["Measurement", "level", "lt", [5]], { level: { lt: 5 } }],
    [["Measurement", "level", "ge", [5]], { level: { ge: 5 } }],
    [["Measurement", "level", "in", [5, 6]], { level: { in: [5, 6] } }],
    [["Measurement", "level", "notIn", [5, 6]], { $and: [{ level: { ne: 5 } }, { level: { ne: 6 } }] }],
    [["Measurement", "counter", "gt", ["9007199254740993"]], { counter: { gt: 9007199254740993n } }],
    [["Measurement", "samples", "le", ["5"]], { samples: { le: 5 } }],
    [["Measurement", "serial", "le", ["5"]], { serial: { le: "5" } }],
    [["Measurement", "ok", "eq", [true]], { ok: { eq: true } }],
    [["Measurement", "session", "in", [guid]], { session: { in: [guid] } }],
    [["Measurement", "raw", "ne", ["AQI="]], { raw: { ne: new Uint8Array([1, 2]) } }],
    [["Measurement", "state", "eq", ["idle"]], { state: { eq: "idle" } }],
    [["Order", "note", "startsWith", ["a"]], { note: { startsWith: "a" } }],
    [["Order", "note", "lt", ["\ud7ff"]], { note: { lt: "\ud7ff" } }],
    [["Order", "note", "eq", ["😀"]], { note: { eq: "😀" } }],
    [["CodedOrder", "previous", "in", ["written off", "paid"]], { previous: { in: ["written off", "paid"] } }],
  ])("is compared by the service: %s", (given, where) => {
    expect(conditionOf(given)).toEqual(exact(where));
    expect(conditionOf(given, false)).toEqual(exact(where));
  });

  it("is compared as a date with all its digits", () => {
    const date = "2024-02-29T12:00:00.1234567Z";
    const where = conditionOf(["Measurement", "storedAt", "lt", [date]])?.where as { storedAt: { lt: ExactDate } };
    expect(where.storedAt.lt.toISOString()).toBe(date);
  });

  it.each<[Case]>([
    [["Measurement", "ok", "lt", [true]]],
    [["Measurement", "session", "gt", [guid]]],
    [["Measurement", "raw", "ge", ["AQI="]]],
    [["Measurement", "state", "le", ["idle"]]],
    [["Measurement", "state", "startsWith", ["i"]]],
    [["CodedOrder", "previous", "lt", ["paid"]]],
    [["CodedOrder", "previous", "eq", ["lost"]]],
    [["CodedOrder", "previous", "in", ["paid", "lost"]]],
    [["Order", "note", "lt", ["😀"]]],
    [["Order", "note", "startsWith", ["a\ue000"]]],
    [["Measurement", "level", "eq", ["five"]]],
    [["Measurement", "settings", "eq", ["[]"]]],
    [["Measurement", "missing", "eq", [5]]],
    [["Contact", "email", "eq", ["a"]]],
    [["Contact", "visits", "eq", ["5"]]],
    [["CodedOrder", "priority", "eq", ["low"]]],
  ])("is left to DuckDB where the service has another order, other values or a former name: %s", (given) => {
    expect(conditionOf(given)).toBeUndefined();
  });
});

describe("a Double", () => {
  it.each<[Case, object]>([
    [["Order", "total", "lt", [5]], exact({ $or: [{ total: { lt: 5 } }, { $odata: "total le 4" }] })],
    [
      ["Order", "total", "in", [5, 6]],
      exact({ $or: [{ total: { in: [5, 6] } }, { $odata: "total eq 5 or total eq 6" }] }),
    ],
    [["Order", "total", "in", [5, 0.5]], rough({ $or: [{ total: { in: [5, 0.5] } }, { $odata: "total eq 5" }] })],
    [["Order", "total", "le", [5.5]], rough({ $or: [{ total: { le: 5.5 } }, { $odata: "total le 5" }] })],
    [["Order", "total", "eq", [0.5]], rough({ total: { eq: 0.5 } })],
    [["Legacy", "total", "eq", [5]], exact({ $or: [{ total: { eq: 5 } }, { $odata: "Total eq 5" }] })],
  ])("matches a value that is stored as Int32: %s", (given, condition) => {
    expect(conditionOf(given)).toEqual(condition);
    expect(conditionOf(given, false)).toEqual(condition);
  });

  it.each<[Case, object]>([
    [["Order", "total", "gt", [5]], { $or: [{ $not: { total: { le: 5 } } }, { $odata: "total ge 6" }] }],
    [["Order", "total", "ge", [5]], { $or: [{ $not: { total: { lt: 5 } } }, { $odata: "total ge 5" }] }],
    [["Order", "total", "ne", [5]], { $or: [{ $not: { total: { eq: 5 } } }, { $odata: "total ne 5" }] }],
    [["Order", "total", "notIn", [5]], { $or: [{ $not: { total: { in: [5] } } }, { $odata: "total ne 5" }] }],
  ])("matches NaN too, which is greater than every number: %s", (given, where) => {
    expect(conditionOf(given)).toEqual(rough(where));
    expect(conditionOf(given, false)).toBeUndefined();
  });
});

describe("a property with a value where it is missing", () => {
  it.each<[Case, object]>([
    [["Setting", "theme", "eq", ["a"]], { theme: { ne: "a" } }],
    [["Setting", "theme", "ne", ["a"]], { theme: { eq: "a" } }],
    [["Setting", "theme", "lt", ["a"]], { theme: { ge: "a" } }],
    [["Setting", "theme", "le", ["a"]], { theme: { gt: "a" } }],
    [["Setting", "theme", "gt", ["a"]], { theme: { le: "a" } }],
    [["Setting", "theme", "ge", ["a"]], { theme: { lt: "a" } }],
    [["Setting", "theme", "in", ["a", "b"]], { $and: [{ theme: { ne: "a" } }, { theme: { ne: "b" } }] }],
    [["Setting", "theme", "notIn", ["a", "b"]], { theme: { in: ["a", "b"] } }],
    [["Setting", "theme", "startsWith", ["a"]], { theme: { lt: "a" } }],
    [["Job", "trace", "eq", [guid]], { trace: { ne: guid } }],
  ])("is compared by a negation, which matches such rows: %s", (given, negated) => {
    expect(conditionOf(given)).toEqual(rough({ $not: negated }));
    expect(conditionOf(given, false)).toBeUndefined();
  });
});

describe("a property in the key", () => {
  it("may be missing in a row, so it is compared by a negation or by the key", () => {
    const given: Case = ["Measurement", "device", "eq", ["a"]];
    expect(conditionOf(given)).toEqual(rough({ $not: { device: { ne: "a" } } }));
    expect(conditionOf(given, false)).toEqual(rough(undefined));
    expect(conditionOf(["Order", "orderNo", "lt", [5]], false)).toEqual(rough(undefined));
  });

  it.each<[Case]>([
    [["Trip", "stop", "eq", ["a"]]],
    [["Trip", "line", "in", ["S1"]]],
    [["Trip", "no", "ge", [5]]],
    [["Contact", "team", "eq", ["a"]]],
  ])("is compared only by the key if no row stores it, or only under a former name: %s", (given) => {
    expect(conditionOf(given)).toEqual(exact(undefined));
    expect(conditionOf(given, false)).toEqual(exact(undefined));
  });
});

describe("Timestamp", () => {
  const date = "2024-02-29T12:00:00.1234567Z";

  it.each(["eq", "ne", "lt", "le", "gt", "ge"] as const)("is compared as a date: %s", (operator) => {
    const condition = conditionOf(["Order", "$timestamp", operator, [date]]);
    expect(condition).toEqual(exact({ $timestamp: { [operator]: ExactDate.fromIso(date) } }));
  });

  it.each<[ComparisonOperator, ConstantJson]>([
    ["in", date],
    ["notIn", date],
    ["startsWith", date],
    ["eq", 5],
  ])("is left to DuckDB in other comparisons: %s %s", (operator, value) => {
    expect(conditionOf(["Order", "$timestamp", operator, [value]])).toBeUndefined();
  });
});

it("orders texts as DuckDB does, below the first surrogate", () => {
  for (const text of ["", "z", "日本", "\ud7ff"]) expect(isOrderedText(text)).toBe(true);
  for (const text of ["a\ud800", "😀b", "\ue000", "\uffff"]) expect(isOrderedText(text)).toBe(false);
});

it("a constant that a type cannot read is unknown, but a mistake in the type's code is not hidden", () => {
  const broken = {
    edm: "Edm.Int32",
    fromJson: () => {
      throw new TypeError("broken");
    },
  } as unknown as EdmType;
  const schema = Measurement.$schema as unknown as EntitySchema<EntityTypes>;
  expect(readConstant(schema.properties["level"]?.type as EdmType, "five")).toBeUndefined();
  expect(() => readConstant(broken, 5)).toThrow("broken");
});
