import { expect, it } from "vitest";
import { meantOperator } from "./filter-operators.js";

it.each([
  ["gte", "ge"],
  ["lte", "le"],
  ["neq", "ne"],
  ["not", "ne"],
  ["equals", "eq"],
  ["prefix", "startsWith"],
  [">", "gt"],
  [">=", "ge"],
  ["<", "lt"],
  ["<=", "le"],
  ["=", "eq"],
  ["==", "eq"],
  ["===", "eq"],
  ["!=", "ne"],
  ["!==", "ne"],
  ["$gte", "ge"],
  ["GTE", "ge"],
  ["$in", "in"],
  ["$eq", "eq"],
  ["Between", "between"],
  ["startswith", "startsWith"],
])("the operator %s means %s", (written, operator) => {
  expect(meantOperator(written)).toBe(operator);
});

it.each(["", "$", "gte$", "$$gte", "contains", "toString", "__proto__"])("%j means no operator", (written) => {
  expect(meantOperator(written)).toBeUndefined();
});
