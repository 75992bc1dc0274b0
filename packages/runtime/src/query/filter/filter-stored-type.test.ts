import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateTime } from "../../codec/edm/date-time.js";
import type { EdmName, EdmType } from "../../codec/edm/edm-type.js";
import { dateOf, ExactDate, ticksOf } from "../../codec/edm/exact-date.js";
import { double, int64 } from "../../codec/edm/numbers.js";
import { law } from "../../test/law.js";
import { type Filter, filterText } from "./filter.js";
import { type Bound, buildRange, isPresent } from "./filter-stored-type.js";

type Compare = (operator: string, literal: string) => boolean;

/** Evaluates a filter for one row, whose value is compared by `compare`. */
function matches(filter: Filter, compare: Compare): boolean {
  if (typeof filter === "boolean") return filter;
  if (filter.type === "and") return filter.parts.every((part) => matches(part, compare));
  if (filter.type === "or") return filter.parts.some((part) => matches(part, compare));
  if (filter.type !== "comparison") throw new Error(`There is no ${filter.type} in a range.`);
  return compare(filter.operator, filter.literal);
}

function isTrue(operator: string, order: number): boolean {
  const results: Readonly<Record<string, boolean>> = {
    eq: order === 0,
    ne: order !== 0,
    gt: order > 0,
    ge: order >= 0,
    lt: order < 0,
    le: order <= 0,
  };
  return results[operator] as boolean;
}

function orderOf(one: bigint | number | string, other: bigint | number | string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

const operators = fc.constantFrom("gt", "ge", "lt", "le");

function boundsOf(type: EdmType<never>, values: fc.Arbitrary<unknown>): fc.Arbitrary<readonly Bound[]> {
  const bound = fc.tuple(operators, values).map(([operator, value]) => ({
    operator,
    value,
    literal: type.toLiteral(value as never),
  }));
  return fc.array(bound, { minLength: 1, maxLength: 2 });
}

const limits = {
  "Edm.Int32": [-(2n ** 31n), 2n ** 31n - 1n],
  "Edm.Int64": [-(2n ** 63n), 2n ** 63n - 1n],
} as const;

describe("a range of numbers", () => {
  const edges = [...limits["Edm.Int32"], ...limits["Edm.Int64"], 0n].flatMap((edge) => [edge - 1n, edge, edge + 1n]);
  const edge = fc.constantFrom(...edges);
  const doubles = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    edge.map(Number),
    fc
      .tuple(fc.constantFrom(-(2 ** 31), 0, 2 ** 31 - 1), fc.constantFrom(-0.5, 0.5))
      .map(([whole, part]) => whole + part),
  );
  const wholes = fc.oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    edge.filter((value) => BigInt.asIntN(64, value) === value),
  );

  it.each([
    ["Edm.Double", double, doubles, "Edm.Int32"],
    ["Edm.Double", double, doubles, "Edm.Int64"],
    ["Edm.Int64", int64, wholes, "Edm.Int32"],
  ] as const)("of %s finds the same numbers where rows store them as another type", (_, type, values, edm) => {
    const [min, max] = limits[edm];
    const stored = fc
      .oneof(fc.bigInt({ min, max }), edge)
      .filter((value) => value >= min && value <= max)
      // A row with any other number is not read as a Double.
      .filter((value) => type.edm !== "Edm.Double" || BigInt(Number(value)) === value);
    fc.assert(
      fc.property(boundsOf(type as EdmType<never>, values), stored, (bounds, value) => {
        const filter = buildRange("P", type as EdmType, edm, bounds);
        const found = matches(filter, (operator, literal) => {
          const number = BigInt(literal.replace(/L$/, ""));
          expect([number >= min && number <= max, literal.endsWith("L")]).toEqual([true, edm === "Edm.Int64"]);
          return isTrue(operator, orderOf(value, number));
        });
        const isWithin = bounds.every((bound) =>
          isTrue(bound.operator, orderOf(value, bound.value as bigint | number)),
        );
        expect(found).toBe(isWithin);
        // To the service, a value of another type is less than every literal.
        expect(matches(filter, (operator) => operator.startsWith("l"))).toBe(false);
      }),
      law(100_000),
    );
  });

  it("of doubles ends at the highest Int64 that a Double represents", () => {
    const filter = buildRange("P", double as EdmType, "Edm.Int64", [{ operator: "le", value: 1e19, literal: "" }]);
    expect(filterText(filter as never)).toBe("P ge -9223372036854775808L and P le 9223372036854774784L");
  });
});

describe("a range of dates", () => {
  const remainders = fc.constantFrom(0, 0, 1, 10, 9999);
  const near = fc.tuple(fc.integer({ min: 1_000, max: 1_003 }), remainders).map(([ms, rest]) => dateOf(ms, rest));
  const far = fc.constantFrom(new Date("1601-01-01T00:00:00Z"), ExactDate.fromIso("9999-12-31T23:59:59.9999999Z"));
  const dates = fc.oneof({ weight: 9, arbitrary: near }, far);

  it("finds the same times where rows store them as text", () => {
    fc.assert(
      fc.property(boundsOf(dateTime as EdmType<never>, dates), dates, (bounds, date) => {
        const filter = buildRange("P", dateTime as EdmType, "Edm.String", bounds);
        const text = date.toISOString();
        const found = matches(filter, (operator, literal) => isTrue(operator, orderOf(text, literal.slice(1, -1))));
        const isWithin = bounds.every(({ operator, value }) =>
          isTrue(operator, orderOf(ticksOf(date), ticksOf(value as Date))),
        );
        expect(found).toBe(isWithin);
        // To the service, a value of another type is less than every literal.
        expect(matches(filter, (operator) => operator === "ne" || operator.startsWith("l"))).toBe(false);
      }),
      law(100_000),
    );
  });
});

it.each<[EdmName, string]>([
  ["Edm.String", "P ge ''"],
  ["Edm.Boolean", "P eq true or P eq false"],
  ["Edm.Int32", "P ge -2147483648"],
  ["Edm.Int64", "P ge -9223372036854775808L"],
  ["Edm.Double", `P ge ${double.toLiteral(-Number.MAX_VALUE)}`],
  ["Edm.DateTime", "P ge datetime'1601-01-01T00:00:00Z'"],
  ["Edm.Guid", "P ge guid'00000000-0000-0000-0000-000000000000'"],
  ["Edm.Binary", "P ge X''"],
])("a row with any value of %s is found by the lowest one", (edm, text) => {
  expect(filterText(isPresent("P", [edm]) as never)).toBe(text);
});
