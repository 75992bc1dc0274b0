import { describe, expect, it } from "vitest";
import { codesOf } from "./test/definition-text.js";

describe("rule 1: a table name", () => {
  it.each(["Abc", "a".repeat(63), "T0000"])("accepts %s", (table) => {
    expect(codesOf({ table: JSON.stringify(table) })).toEqual([]);
  });

  it.each(["", "Ab", "a".repeat(64), "1ab", "my-shop", "my_shop", "Größe", "tab\u0000"])("refuses %j", (table) => {
    expect(codesOf({ table: JSON.stringify(table) })).toEqual(["table.invalid-name"]);
  });
});

describe("rule 2: the table name tables", () => {
  it.each(["tables", "Tables", "TABLES"])("refuses %s", (table) => {
    expect(codesOf({ table: `"${table}"` })).toEqual(["table.reserved-name"]);
  });

  it("accepts a name that only starts so", () => {
    expect(codesOf({ table: '"tables2"' })).toEqual([]);
  });
});

it("rule 1: table names that differ in case alone are refused, equal ones are one table", () => {
  const first = { name: "A", options: 'kind: "a",', rowKey: '["a"]' };
  const second = { name: "B", options: 'kind: "b",', rowKey: '["b"]' };
  expect(codesOf(first, second)).toEqual([]);
  expect(codesOf(first, { ...second, table: '"SHOP"' })).toEqual(["table.case-clash"]);
});
