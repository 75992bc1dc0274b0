import { describe, expect, it } from "vitest";
import { entityName, propertyName, UniqueNames } from "./names.js";

it("a name that is taken gets a number", () => {
  const names = new UniqueNames(["order"]);
  expect(["order", "order", "line", "line", "order2"].map((name) => names.take(name))).toEqual([
    "order2",
    "order3",
    "line",
    "line2",
    "order22",
  ]);
  expect([names.has("order3"), names.has("order4"), new UniqueNames().has("order")]).toEqual([true, false, false]);
});

describe("the name of a property", () => {
  it.each([
    ["total", "total"],
    ["größe", "größe"],
    ["_type", "_type"],
    ["unit price (€)", "unit_price____"],
    ["2nd", "_2nd"],
    ["", "_"],
    ["constructor", "constructor_"],
    ["toJSON", "toJSON_"],
    ["then", "then_"],
    ["to-string", "to_string"],
  ])("for %j is %s", (stored, name) => {
    expect(propertyName(stored)).toBe(name);
  });
});

describe("the name of an entity", () => {
  it.each([
    ["order-line", "OrderLine"],
    ["ORDER_LINE", "OrderLine"],
    ["orderLine", "OrderLine"],
    ["order", "Order"],
    ["7 days", "Row7Days"],
    ["x7", "X7"],
    ["--", "Row"],
  ])("for %j is %s", (text, name) => {
    expect(entityName(text)).toBe(name);
  });
});
