import { expect, it } from "vitest";
import { isTableError, TableError } from "./table-error.js";

it("holds what is known of an error and nothing that is not, so that a log shows no undefined", () => {
  const error = new TableError("value.missing", "Order.total has no value", { entity: "Order" });
  expect(JSON.parse(JSON.stringify(error))).toEqual({ name: "TableError", code: "value.missing", entity: "Order" });
  expect(Object.keys(error).sort()).toEqual(["code", "entity", "name"]);
});

it("is told by its brand and code, also where another copy of the package made it", () => {
  const error = new TableError("value.missing", "x");
  const copy = Object.assign(new Error("x"), { code: "value.missing", [Symbol.for("@tablewright/TableError")]: true });
  for (const one of [error, copy]) {
    expect([isTableError(one), isTableError(one, "value.missing"), isTableError(one, "key.empty")]).toEqual([
      true,
      true,
      false,
    ]);
  }
  for (const other of [new Error("x"), undefined, null, "value.missing", { code: "value.missing" }]) {
    expect(isTableError(other)).toBe(false);
  }
});
