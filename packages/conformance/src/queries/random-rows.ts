import fc from "fast-check";
import type { AnythingInit, AnythingWhere } from "../../../generator/src/emit/golden/optional/expected/index.js";

/*
 * Values come from small sets, so that conditions meet them. What Azurite 3.35 compares differently from the service is
 * left out, each with its reason:
 *  - DateTimes have whole milliseconds, since Azurite compares no finer;
 *  - Binary is compared by eq, ne and in alone, since Azurite orders its base64 text;
 *  - Guids too, since the service documents no order of them;
 *  - Doubles are finite, since the service documents no literal of the others.
 */

const text = fc.constantFrom(
  "",
  "a",
  "A",
  "ab",
  "b",
  "o'clock",
  "''",
  "50%",
  "a&b=c",
  "日本",
  "日",
  "é",
  "😀",
  "\ud7ff",
  "\uffff",
  "(x) and y eq 'z'",
);
const prefix = fc.oneof(text, fc.constantFrom("o", "o'", "日", "😀", "x"));
const small = fc.constantFrom(-2147483648, -7, 0, 1, 2, 42, 2147483647);
const large = fc.constantFrom(-9223372036854775808n, -1n, 0n, 5n, 9007199254740993n, 9223372036854775807n);
const largeNumber = fc.constantFrom(-9007199254740991, 0, 5, 9007199254740991);
const ratio = fc.constantFrom(-1.5e300, -0.5, 0, 5, 5.25, 1e-7, 1e21, Number.MIN_VALUE, Number.MAX_VALUE);
const moment = fc.constantFrom(
  "1601-01-01T00:00:00.000Z",
  "1999-12-31T23:59:59.999Z",
  "2024-02-29T12:00:00.000Z",
  "2024-02-29T12:00:00.001Z",
  "9999-12-31T23:59:59.999Z",
);
const date = moment.map((iso) => new Date(iso));
const ticks = date.map((value) => (BigInt(value.getTime()) + 62_135_596_800_000n) * 10_000n);
const ref = fc.constantFrom<`${string}-${string}-${string}-${string}-${string}`[]>(
  "c9da6455-213d-42c9-9a79-3e9149a57833",
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
);
const data = fc.constantFrom([], [0], [1, 2, 3, 4], [255, 254], [1, 2, 3]).map((bytes) => Uint8Array.from(bytes));
const flag = fc.boolean();
const choice = fc.constantFrom<("a" | "b")[]>("a", "b");

const values = { text, choice, flag, small, large, largeNumber, ratio, at: date, atTicks: ticks, ref, data };

/** Entities that have some of the properties; `id` is for the caller to give. */
export const properties: fc.Arbitrary<Omit<AnythingInit, "id">> = fc.record(
  { ...values, largeText: large.map(String), atIso: moment },
  { requiredKeys: [] },
);

function equality<T>(value: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  const list = fc.array(value, { maxLength: 5 });
  return fc.oneof(value, fc.record({ eq: value }), fc.record({ ne: value }), fc.record({ in: list }));
}

function ordered<T>(value: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  const bounds = fc
    .record({ gt: value, ge: value, lt: value, le: value, ne: value }, { requiredKeys: [] })
    .filter((operators) => Object.keys(operators).length > 0);
  return fc.oneof(equality(value), bounds, fc.record({ between: fc.tuple(value, value) }));
}

/** A condition on each property, as `OrderedCondition`, `EqualityCondition` and the like allow. */
const conditions: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text: fc.oneof(ordered(text), fc.record({ startsWith: prefix })),
  choice: equality(choice),
  flag: equality(flag),
  small: ordered(small),
  large: ordered(large),
  largeNumber: ordered(largeNumber),
  largeText: equality(large.map(String)),
  ratio: ordered(ratio),
  at: ordered(date),
  atTicks: ordered(ticks),
  atIso: ordered(moment),
  ref: equality(ref),
  data: equality(data),
};

const some = fc
  .record(conditions, { requiredKeys: [] })
  .map((all) => Object.fromEntries(Object.entries(all).slice(0, 2)))
  .filter((condition) => Object.keys(condition).length > 0);

/** Conditions nested in each other; every one of them has at least one member. */
export const where: fc.Arbitrary<AnythingWhere> = fc.letrec<{ where: AnythingWhere }>((tie) => ({
  where: fc
    .oneof(
      { maxDepth: 3, depthSize: "small" },
      some,
      fc.tuple(some, tie("where")).map(([condition, $not]) => ({ ...condition, $not })),
      fc.array(tie("where"), { minLength: 0, maxLength: 3 }).map(($or) => ({ $or })),
      fc.array(tie("where"), { minLength: 1, maxLength: 3 }).map(($and) => ({ $and })),
      fc
        .tuple(some, fc.array(tie("where"), { minLength: 1, maxLength: 2 }))
        .map(([condition, $or]) => ({ ...condition, $or })),
    )
    .map((condition) => condition as AnythingWhere),
})).where;
