import { isTableError } from "@tablewright/runtime";
import { expect, it } from "vitest";
import { ExactDate } from "../../../runtime/src/codec/edm/exact-date.js";
import { type AnyClass, compileEntities, type Values } from "./compile-entities.js";

const properties = `s: edm.string({ maxLength: 20 }), t: edm.string({ maxLength: 20 }), o: edm.string({ oneOf: ["a/b", "c"] }), n: edm.int32(), m: edm.int32({ min: 0 }), big: edm.int64(), num: edm.int64({ as: "number" }), text: edm.int64({ as: "string" }), g: edm.guid(), b: edm.boolean(), at: edm.dateTime(), iso: edm.dateTime({ as: "iso" }), ticks: edm.dateTime({ as: "ticks" })`;

/** Definitions of every encoding that keys had before templates: options, PartitionKey, RowKey. */
const keys: readonly (readonly [options: string, partitionKey: string, rowKey: string])[] = [
  ["", '"cust", k.s', '"order", k.at.desc, k.m.pad(10)'],
  ["", "k.o, k.n.desc, k.big.desc, k.text.desc", "k.n.asc, k.big.asc, k.num.pad(17), k.text.asc"],
  [
    "",
    "k.s.lower, k.at.year, k.iso.month, k.ticks.hour",
    "k.g, k.b, k.at.day, k.iso.asc, k.ticks.desc, k.s.shard(16), k.g.shard(1000)",
  ],
  ['separator: "_",', '"res", k.s', "k.t"],
  ['separator: "::",', '"res", k.s', 'k.t, "a:b", k.g'],
  ['separator: "|",', "k.t.raw", "k.t.raw, k.m.pad(3), k.s.raw.shard(7)"],
];

const values: readonly Values[] = [
  {
    s: "C1",
    t: "plain",
    o: "c",
    n: 0,
    m: 7,
    big: 0n,
    num: 5,
    text: "-5",
    g: "0f8fad5b-d9cb-469f-a165-70867728950e",
    b: true,
    at: "2026-11-22T10:00:00.1234567Z",
  },
  {
    s: "a!b|c_d:e~f%g/h\\i#j?k",
    t: "ÄöÜ ßİΣ",
    o: "a/b",
    n: -2147483648,
    m: 999,
    big: -9223372036854775808n,
    num: 9007199254740991,
    text: "9223372036854775807",
    g: "0F8FAD5B-D9CB-469F-A165-70867728950E",
    b: false,
    at: "1601-01-01T00:00:00Z",
  },
  {
    s: "",
    t: "",
    o: "c",
    n: 2147483647,
    m: 0,
    big: 9223372036854775807n,
    num: 0,
    text: "0",
    g: "ffffffff-ffff-ffff-ffff-ffffffffffff",
    b: true,
    at: "9999-12-31T23:59:59.9999999Z",
  },
];

/** Keys as the version before templates wrote them: for each definition those of each of the values, or the code of the error. */
const stored: readonly (readonly [definition: number, partitionKey: string, rowKey?: string])[] = [
  [0, "cust!C1", "order!2516069591998765432!0000000007"],
  [0, "cust!a~21b|c_d:e~7ef~25g~2fh~5ci~23j~3fk", "order!2650467743999999999!0000000999"],
  [0, "cust!", "order!0000000000000000000!0000000000"],
  [
    1,
    "c!2147483647!09223372036854775807!09223372036854775812",
    "2147483648!09223372036854775808!00000000000000005!09223372036854775803",
  ],
  [
    1,
    "a~2fb!4294967295!18446744073709551615!00000000000000000000",
    "0000000000!00000000000000000000!09007199254740991!18446744073709551615",
  ],
  [
    1,
    "c!0000000000!00000000000000000000!09223372036854775807",
    "4294967295!18446744073709551615!00000000000000000!09223372036854775808",
  ],
  [
    2,
    "c1!2026!2026-11!2026-11-22T10",
    "0f8fad5b-d9cb-469f-a165-70867728950e!1!2026-11-22!0639309384001234567!2516069591998765432!03!504",
  ],
  [
    2,
    "a~21b|c_d:e~7ef~25g~2fh~5ci~23j~3fk!1601!1601-01!1601-01-01T00",
    "0f8fad5b-d9cb-469f-a165-70867728950e!0!1601-01-01!0504911232000000000!2650467743999999999!12!504",
  ],
  [
    2,
    "!9999!9999-12!9999-12-31T23",
    "ffffffff-ffff-ffff-ffff-ffffffffffff!1!9999-12-31!3155378975999999999!0000000000000000000!00!631",
  ],
  [3, "res_C1", "plain"],
  [3, "res_a!b|c~5fd:e~7ef~25g~2fh~5ci~23j~3fk", "ÄöÜ ßİΣ"],
  [3, "res_", ""],
  [4, "res::C1", "plain::a:b::0f8fad5b-d9cb-469f-a165-70867728950e"],
  [4, "res::a!b|c_d~3ae~7ef~25g~2fh~5ci~23j~3fk", "ÄöÜ ßİΣ::a:b::0f8fad5b-d9cb-469f-a165-70867728950e"],
  [4, "res::", "::a:b::ffffffff-ffff-ffff-ffff-ffffffffffff"],
  [5, "plain", "plain|007|1"],
  [5, "key.forbidden-character"],
  [5, "", "|000|0"],
];

it("keys of all former encodings are stored as before, byte for byte", () => {
  const { classes = [] } = compileEntities(
    keys.map(
      ([options, partitionKey, rowKey], index) =>
        `export const E${index} = entity({ table: "Table${index}", ${options} properties: { ${properties} }, partitionKey: (k) => [${partitionKey}], rowKey: (k) => [${rowKey}] });`,
    ),
  );
  expect(classes).toHaveLength(keys.length);
  const written = classes.flatMap((entity, index) => values.map((each) => [index, ...keyOf(entity, each)]));
  expect(written).toEqual(stored);
});

function keyOf({ $schema, key }: AnyClass, values: Values): readonly string[] {
  const at = ExactDate.fromIso(values["at"] as string);
  const all: Values = { ...values, at, iso: values["at"], ticks: at.ticks };
  const parts = [...$schema.partitionParts, ...$schema.rowParts].filter((part) => typeof part !== "string");
  try {
    const { partitionKey, rowKey } = key(Object.fromEntries(parts.map(({ field }) => [field, all[field]])));
    return [partitionKey, rowKey];
  } catch (error) {
    if (isTableError(error)) return [error.code];
    throw error;
  }
}
