import { expect, expectTypeOf, it } from "vitest";
import type { EqualityOperators, WhereLogic, WhereSystem } from "../../schema/conditions.js";
import type { OrderInit, OrderWhere } from "../../test/shop/index.js";
import { meantOperator, type OperatorTable } from "./filter-property.js";

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

interface WithNotIn extends EqualityOperators<unknown> {
  readonly notIn?: readonly unknown[];
}

it("a table of operators has those of its type, or does not compile", () => {
  const complete: OperatorTable<EqualityOperators<unknown>, true> = { eq: true, ne: true, in: true };
  // @ts-expect-error: the types have notIn, the table does not.
  const lacking: OperatorTable<WithNotIn, true> = complete;
  // @ts-expect-error: the table has notIn, the types do not.
  const excessive: OperatorTable<EqualityOperators<unknown>, true> = { ...complete, notIn: true };
  expect([lacking, excessive]).toHaveLength(2);
});

it("a generated where has the properties, and what the run time knows besides", () => {
  type Members = Exclude<Extract<keyof OrderWhere, string>, keyof OrderInit>;
  expectTypeOf<Members>().toEqualTypeOf<Extract<keyof WhereLogic<unknown> | keyof WhereSystem, string>>();
});
