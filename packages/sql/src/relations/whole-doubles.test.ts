import { expect, it } from "vitest";
import type { ComparisonOperator } from "./relation.js";
import { wholeDoubles } from "./whole-doubles.js";

const min = -2_147_483_648;
const max = 2_147_483_647;

/** Returns whether an Int32 meets a filter of comparisons, all joined by `or`, or all by `and`. */
function meets(value: number, filter: string | undefined): boolean {
  if (filter === undefined) return false;
  const results = filter.split(/ or | and /).map((each) => {
    const [, operator, bound] = /^n (eq|ne|le|ge) (-?\d+)$/.exec(each) ?? [];
    if (Number(bound) < min || Number(bound) > max) throw new Error(`${bound} is no Int32.`);
    if (operator === "eq" || operator === "ne") return (value === Number(bound)) === (operator === "eq");
    if (operator !== "le" && operator !== "ge") throw new Error(`Unexpected: ${each}`);
    return operator === "le" ? value <= Number(bound) : value >= Number(bound);
  });
  return filter.includes(" or ") ? results.includes(true) : !results.includes(false);
}

const comparisons: Readonly<
  Record<Exclude<ComparisonOperator, "startsWith">, (value: number, values: readonly number[]) => boolean>
> = {
  eq: (value, [other]) => value === other,
  ne: (value, [other]) => value !== other,
  lt: (value, [other = 0]) => value < other,
  le: (value, [other = 0]) => value <= other,
  gt: (value, [other = 0]) => value > other,
  ge: (value, [other = 0]) => value >= other,
  in: (value, values) => values.includes(value),
  notIn: (value, values) => !values.includes(value),
};

const constants = [min, 0, max]
  .flatMap((at) => [-1.5, -1, -0.5, 0, 0.5, 1, 1.5].map((by) => at + by))
  .concat(1e300, -1e300);
const int32s = constants.filter((value) => Number.isInteger(value) && value >= min && value <= max);
const pairs = constants.flatMap((one) => [[one], ...constants.map((other) => [one, other])]);

it.each(Object.entries(comparisons))("matches exactly the Int32 values that meet a comparison: %s", (name, compare) => {
  const operator = name as keyof typeof comparisons;
  const isOfSeveral = operator === "in" || operator === "notIn";
  for (const values of isOfSeveral ? pairs : constants.map((one) => [one])) {
    const filter = wholeDoubles("n", operator, values);
    const matched = int32s.filter((value) => meets(value, filter));
    expect(matched, `${values}: ${filter}`).toEqual(int32s.filter((value) => compare(value, values)));
  }
});

it("is no filter where no Int32 can meet the comparison", () => {
  expect(wholeDoubles("n", "eq", [0.5])).toBeUndefined();
  expect(wholeDoubles("n", "in", [0.5, max + 1, min - 1])).toBeUndefined();
  expect(wholeDoubles("n", "lt", [min])).toBeUndefined();
  expect(wholeDoubles("n", "gt", [max])).toBeUndefined();
  expect(wholeDoubles("n", "startsWith", [1])).toBeUndefined();
  expect(wholeDoubles("n", "le", [min])).toBe(`n le ${min}`);
  expect(wholeDoubles("n", "ge", [max])).toBe(`n ge ${max}`);
});
