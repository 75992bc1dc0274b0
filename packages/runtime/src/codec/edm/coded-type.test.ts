import { expect, it } from "vitest";
import { coded } from "../../features/stored/stored-in-parts.js";
import { limits } from "../../schema/limits.js";
import { int32, optional, string } from "../../schema/property.js";
import { asCoded, type CodedType } from "./coded-type.js";
import type { EdmType } from "./edm-type.js";
import { string as stringType } from "./string.js";

const status = coded(int32("status"), { open: 0, paid: 1 }, "open");
const letter = coded(string("letter", optional), { first: "A", second: "B" });
const type = status.type as unknown as CodedType;

it("a name is written as its code, in rows and in filters", () => {
  expect([type.toJson("paid"), type.toLiteral("paid"), type.codeOf("paid")]).toEqual(["1", "1", 1]);
  expect([letter.type.toJson("first"), letter.type.toLiteral("first")]).toEqual(['"A"', "'A'"]);
  expect([status.defaultMember, letter.defaultMember]).toEqual([',"status":0', ""]);
  expect(status.write(status, "paid", 0, limits.storage)).toBe(',"status":1');
});

it("a stored code is read as its name", () => {
  expect([type.fromJson(1, undefined, true), type.nameOf(0), type.nameOf(7)]).toEqual(["paid", "open", undefined]);
  expect(letter.type.fromJson("B", undefined, true)).toBe("second");
  expect(() => type.fromJson(7, undefined, true)).toThrow(
    expect.objectContaining({
      code: "decode.not-allowed",
      message: "is stored as 7; the definition has the codes 0 (open), 1 (paid)",
    }),
  );
  expect(() => letter.type.fromJson("C", undefined, true)).toThrow('has the codes "A" (first), "B" (second)');
});

it.each([
  ["late", "value.not-allowed", 'is "late"; the definition allows "open", "paid"'],
  ["toString", "value.not-allowed", 'is "toString"; the definition allows "open", "paid"'],
  [1, "value.wrong-type", 'is 1; Edm.Int32 takes one of the names "open", "paid"'],
  [undefined, "value.wrong-type", 'is undefined; Edm.Int32 takes one of the names "open", "paid"'],
])("%j is no name", (name, code, message) => {
  const refused = expect.objectContaining({ code, message });
  expect(() => type.toJson(name as string)).toThrow(refused);
  expect(() => type.toLiteral(name as string)).toThrow(refused);
  expect(() => type.codeOf(name as string)).toThrow(refused);
});

it("only a type with codes is one", () => {
  expect(asCoded(status.type)).toBe(status.type);
  expect(asCoded(stringType as EdmType)).toBeUndefined();
});
