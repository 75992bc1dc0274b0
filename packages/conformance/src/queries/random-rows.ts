import { ExactDate, type Guid } from "@tablewright/runtime/edm";
import fc from "fast-check";
import type { AnythingInit, AnythingWhere } from "../../../generator/src/emit/golden/optional/expected/index.js";

/* Values come from small sets, so that conditions match them. No condition orders Guids, and no Double is infinite or NaN, because the
 * service documents neither. For Azurite 3.35 two more comparisons are left out, because it differs from the service:
 *  - DateTimes finer than a millisecond, which it treats as equal;
 *  - an order of Binary, since it orders the base64 text. */

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
const moments = [
  "1601-01-01T00:00:00Z",
  "1999-12-31T23:59:59.999Z",
  "2024-02-29T12:00:00Z",
  "2024-02-29T12:00:00.001Z",
  "9999-12-31T23:59:59.999Z",
];
const finerMoments = ["2024-02-29T12:00:00.0000001Z", "2024-02-29T12:00:00.0009999Z", "9999-12-31T23:59:59.9999999Z"];
const guids = ["c9da6455-213d-42c9-9a79-3e9149a57833", "00000000-0000-0000-0000-000000000000"] as const;
const ref = fc.constantFrom<Guid[]>(...guids);
const anyCase = fc.constantFrom<Guid[]>(...guids, "C9DA6455-213D-42C9-9A79-3E9149A57833");
const data = fc.constantFrom([], [0], [1, 2, 3, 4], [255, 254], [1, 2, 3]).map((bytes) => Uint8Array.from(bytes));
const choice = fc.constantFrom<("a" | "b")[]>("a", "b");

/** Generates entities and conditions on them, for a server that compares as the service documents, or as Azurite does. */
export function randomRows(server: "exact" | "azurite") {
  const moment = fc.constantFrom(...moments, ...(server === "exact" ? finerMoments : []));
  const date = moment.map((iso) => ExactDate.fromIso(iso));
  const ticks = date.map((value) => value.ticks);
  const shared = { text, choice, flag: fc.boolean(), small, large, largeNumber, ratio, data };
  /** Some of the properties. The caller adds `id`. */
  const properties: fc.Arbitrary<Omit<AnythingInit, "id">> = fc.record(
    { ...shared, largeText: large.map(String), at: date, atIso: moment, atTicks: ticks, ref },
    { requiredKeys: [] },
  );
  return {
    properties,
    where: nested({
      text: fc.oneof(ordered(text), fc.record({ startsWith: prefix })),
      choice: equality(choice),
      flag: equality(fc.boolean()),
      small: ordered(small),
      large: ordered(large),
      largeNumber: ordered(largeNumber),
      largeText: equality(large.map(String)),
      ratio: ordered(ratio),
      at: ordered(date),
      atTicks: ordered(ticks),
      atIso: ordered(moment),
      ref: equality(anyCase),
      data: server === "exact" ? ordered(data) : equality(data),
    }),
  };
}

export function equality<T>(value: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  const list = fc.array(value, { maxLength: 5 });
  return fc.oneof(value, fc.record({ eq: value }), fc.record({ ne: value }), fc.record({ in: list }));
}

export function ordered<T>(value: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  const bound = (exclusive: "gt" | "lt", inclusive: "ge" | "le") =>
    fc.oneof(fc.constant({}), fc.record({ [exclusive]: value }), fc.record({ [inclusive]: value }));
  const bounds = fc
    .tuple(bound("gt", "ge"), bound("lt", "le"), fc.record({ ne: value }, { requiredKeys: [] }))
    .map(([lower, upper, other]) => ({ ...lower, ...upper, ...other }))
    .filter((operators) => Object.keys(operators).length > 0);
  return fc.oneof(equality(value), bounds, fc.record({ between: fc.tuple(value, value) }));
}

/** Nests conditions as `where` accepts them. Each has at least one member. */
export function nested<Where = AnythingWhere>(
  conditions: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<Where> {
  const some = fc
    .subarray(Object.keys(conditions), { minLength: 1, maxLength: 2 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, conditions[name] ?? fc.constant(0)]))));
  const { where } = fc.letrec<{ where: object }>((tie) => ({
    where: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      some,
      fc.tuple(some, tie("where")).map(([condition, $not]) => ({ ...condition, $not })),
      fc.array(tie("where"), { maxLength: 3 }).map(($or) => ({ $or })),
      fc.array(tie("where"), { minLength: 1, maxLength: 3 }).map(($and) => ({ $and })),
      fc
        .tuple(some, fc.array(tie("where"), { minLength: 1, maxLength: 2 }))
        .map(([condition, $or]) => ({ ...condition, $or })),
    ),
  }));
  return where as fc.Arbitrary<Where>;
}
