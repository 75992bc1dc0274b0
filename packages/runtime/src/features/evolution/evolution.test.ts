import { describe, expect, it } from "vitest";
import { Contact } from "../../../../generator/src/emit/golden/evolution/expected/index.js";
import { dateTime } from "../../codec/edm/date-time.js";
import type { EdmName, EdmType } from "../../codec/edm/edm-type.js";
import { ExactDate } from "../../codec/edm/exact-date.js";
import { guid } from "../../codec/edm/guid.js";
import { boolean, double, int32, int64, int64Number } from "../../codec/edm/numbers.js";
import { string } from "../../codec/edm/string.js";
import { encodeEntity } from "../../codec/encode-entity.js";
import { encodeMerge } from "../../codec/encode-merge.js";
import { idOf } from "../../codec/payload.js";
import { type PayloadChanges, rewritePayload } from "../../codec/rewrite-payload.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import { limits } from "../../schema/limits.js";
import { contactRow } from "../../test/contact-row.js";
import { holdsFormerNames, readConverted } from "./evolution.js";

const ref = "0f8fad5b-d9cb-469f-a165-70867728950e";
type Case = readonly [
  type: EdmType<never>,
  source: EdmName,
  json: unknown,
  annotation: EdmName | undefined,
  value: unknown,
];

const read = (type: unknown, source: EdmName, json: unknown, annotation: unknown, typed = true) =>
  readConverted(type as EdmType, [source], json, annotation, typed);

describe("a value of a former type", () => {
  it.each<Case>([
    [int64 as never, "Edm.Int32", 5, undefined, 5n],
    [int64Number as never, "Edm.Int32", -5, "Edm.Int32", -5],
    [int64 as never, "Edm.String", "-9223372036854775808", undefined, -(2n ** 63n)],
    [double as never, "Edm.Int32", 5, undefined, 5],
    [double as never, "Edm.Int64", "-9223372036854775808", "Edm.Int64", -(2 ** 63)],
    [double as never, "Edm.String", "1e+21", undefined, 1e21],
    [double as never, "Edm.String", "NaN", undefined, Number.NaN],
    [int32 as never, "Edm.String", "-5", undefined, -5],
    [boolean as never, "Edm.String", "false", undefined, false],
    [guid as never, "Edm.String", ref, undefined, ref],
    [dateTime as never, "Edm.String", "2024-05-06T07:08:09.120Z", undefined, new Date("2024-05-06T07:08:09.12Z")],
    [string as never, "Edm.Guid", ref.toUpperCase(), "Edm.Guid", ref],
    [string as never, "Edm.DateTime", "2024-05-06T07:08:09Z", "Edm.DateTime", "2024-05-06T07:08:09.000Z"],
    [string as never, "Edm.DateTime", "2024-05-06T07:08:09.1234567Z", "Edm.DateTime", "2024-05-06T07:08:09.1234567Z"],
  ])("of %o is read from %s %j", (type, source, json, annotation, value) => {
    expect(read(type, source, json, annotation)).toEqual(value);
    expect(read(type, source, json, undefined, false)).toEqual(
      source === "Edm.DateTime" || source === "Edm.Guid" ? json : value,
    );
  });

  it("is refused if it does not convert without loss", () => {
    expect(() => read(double, "Edm.Int64", "9007199254740993", "Edm.Int64")).toThrow(
      'is stored as Edm.Int64 "9007199254740993", which does not convert to Edm.Double without loss',
    );
  });

  it.each<Case>([
    [
      int64 as never,
      "Edm.String",
      "05",
      undefined,
      "a whole number of 64 bits without leading zeros, such as 5, +5 or -5",
    ],
    [
      int32 as never,
      "Edm.String",
      "5.0",
      undefined,
      "a whole number of 32 bits without leading zeros, such as 5, +5 or -5",
    ],
    [
      double as never,
      "Edm.String",
      "12,5",
      undefined,
      "a number that a Double holds, such as 5, 1.50, 1E3, NaN or -Infinity",
    ],
    [boolean as never, "Edm.String", "yes", undefined, "true or false, in any case"],
    [guid as never, "Edm.String", "x", undefined, "32 hexadecimal digits in groups of 8-4-4-4-12, in any case"],
    [
      dateTime as never,
      "Edm.String",
      "22/11/2026",
      undefined,
      "a date and time with Z or an offset, such as 2026-11-22T10:00:00Z or 2026-11-22 11:00:00.1234567+01:00",
    ],
  ])(
    "of %o is refused from %s %j, and the error names the accepted forms",
    (type, source, json, annotation, accepted) => {
      expect(() => read(type, source, json, annotation)).toThrow(
        `is stored as Edm.String ${JSON.stringify(json)}, which is no text of an ${type.edm}: ${String(accepted)}`,
      );
    },
  );

  it("is refused of any other type, as without it", () => {
    expect(() => read(int64, "Edm.Int32", true, undefined)).toThrow("is stored as Edm.Boolean true, not as Edm.Int64");
    expect(() => read(guid, "Edm.String", "x", "Edm.Guid")).toThrow("is not a valid Edm.Guid");
  });

  it("is not looked for where the row stores the type of the definition", () => {
    expect(read(boolean, "Edm.String", true, undefined)).toBe(true);
    expect(read(int64, "Edm.Int32", "5", "Edm.Int64")).toBe(5n);
    expect(read(double, "Edm.Int64", 5.5, undefined)).toBe(5.5);
    expect(read(string, "Edm.Guid", "x", undefined)).toBe("x");
    expect(() => read(int64, "Edm.Int32", 5.5, undefined)).toThrow("is stored as Edm.Double 5.5, not as Edm.Int64");
    expect(() => read(int64, "Edm.Int32", 5, undefined, false)).not.toThrow();
  });

  it("is the first that fits a text of which the payload does not give the type", () => {
    const reads: readonly EdmName[] = ["Edm.Int64", "Edm.String"];
    const untyped = (type: unknown, json: string) => readConverted(type as EdmType, reads, json, undefined, false);
    expect(untyped(double, "5")).toBe(5);
    expect(untyped(double, "1.5")).toBe(1.5);
    expect(untyped(double, "NaN")).toBeNaN();
    expect(() => untyped(double, "x")).toThrow('is stored as Edm.String "x", not as Edm.Double');
    expect(() => readConverted(double as EdmType, reads, "1.5", undefined, true)).not.toThrow();
    expect(() => readConverted(double as EdmType, ["Edm.Int64"], "5", undefined, true)).toThrow("not as Edm.Double");
  });

  it("keeps 100 ns of a text", () => {
    const date = read(dateTime, "Edm.String", "2024-05-06T07:08:09.1234567Z", undefined);
    expect(date).toBeInstanceOf(ExactDate);
    expect((date as Date).toISOString()).toBe("2024-05-06T07:08:09.1234567Z");
  });
});

const { $schema } = Contact;
const key = { team: "T", no: 7 };
const init = { ...key, email: "a@b", visits: 5n, externalId: "x" as never };

const members = (body: string) => JSON.parse(body) as Record<string, unknown>;
const written = (values: object, mode: 0 | 1 = 0) =>
  members(encodeEntity($schema, { ...init, ...values }, mode, limits.storage).body);
const merged = (changes: object) => members(encodeMerge($schema, key, changes, limits.storage).body);

function rewritten(changes: PayloadChanges, stored: object = {}): Record<string, unknown> {
  const payload = JSON.parse(JSON.stringify({ ...contactRow, ...stored })) as EntityPayload;
  return members(
    rewritePayload($schema, payload, Contact.parseKey(idOf(payload)), changes as never, limits.storage).body,
  );
}

describe("former names of properties", () => {
  it("are written with a whole row only if the definition keeps them", () => {
    const body = written({ phone: "1", flags: ["a"], score: 2 });
    expect(body).toMatchObject({ email: "a@b", phone: "1", tel: "1", flags: '["a"]', tags: '["a"]', rating: 2 });
    for (const name of ["mail", "eMail", "group", "constructor", "status"])
      expect(Object.hasOwn(body, name), name).toBe(false);
  });

  it.each<[string, (values: object) => Record<string, unknown>]>([
    ["a merge", merged],
    ["an insertOrMerge", (values) => written(values, 1)],
  ])("are all written with %s, which cannot remove them", (_, write) => {
    const body = write({ email: "c@d", phone: "1", score: 2, state: "known" });
    expect(body).toMatchObject({
      ...{ email: "c@d", mail: "c@d", eMail: "c@d", phone: "1", tel: "1", state: "known", status: "known" },
      ...{ rating: 2, "rating@odata.type": "Edm.Double", "constructor@odata.type": "Edm.Double" },
    });
    expect(body["constructor"]).toBe(2);
  });

  it("are not written for properties without a value", () => {
    expect(merged({ email: "c@d" })).toEqual({
      ...{ PartitionKey: "team!T", RowKey: "contact!000007" },
      ...{ email: "c@d", mail: "c@d", eMail: "c@d" },
    });
    expect(Object.hasOwn(written({}), "tel")).toBe(false);
  });
});

describe("a row with former names that is written as a whole", () => {
  const former = { email: undefined, mail: "old@b", status: "known", eMail: "older@b" };

  it("has its values under the current names", () => {
    const body = rewritten({}, former);
    expect(body).toMatchObject({ email: "old@b", state: "known" });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(["mail"]));
    for (const name of ["mail", "eMail", "status"]) expect(Object.hasOwn(body, name), name).toBe(false);
  });

  it("has changed values only under the current names", () => {
    const set = { email: 'say "mail":"x"', score: 3 };
    const body = rewritten({ set } as never, { ...former, constructor: 4, "constructor@odata.type": "Edm.Int32" });
    expect(body).toMatchObject({ email: 'say "mail":"x"', rating: 3 });
    for (const name of ["mail", "eMail", "constructor"]) expect(Object.hasOwn(body, name), name).toBe(false);
  });

  it("has no current value beside the one that is read", () => {
    expect(rewritten({}, { mail: "old@b" })).toMatchObject({ email: "a@b" });
    expect(rewritten({}, { mail: "old@b" })).not.toHaveProperty("mail");
  });

  it("keeps a former name that other programs still write", () => {
    expect(rewritten({}, { phone: "new", tel: "old" })).toMatchObject({ phone: "new", tel: "old" });
  });

  it("loses an unset property under every name", () => {
    const body = rewritten({ unset: ["phone"] } as never, { phone: "1", tel: "1" });
    for (const name of ["phone", "tel"]) expect(body).not.toHaveProperty(name);
  });
});

it("a row shows whether it has a former name", () => {
  const holds = (members: object) => holdsFormerNames($schema as never, { ...contactRow, ...members } as never);
  expect(holds({})).toBe(false);
  expect(holds({ mail: null })).toBe(false);
  expect([holds({ eMail: "a" }), holds({ group: "T" }), holds({ constructor: 5 })]).toEqual([true, true, true]);
});
