import { describe, expect, it } from "vitest";
import { adoptCode, propertiesIn } from "../test/adopt-files.js";

const declared = `declare const n: number; declare const s: string; declare const maybe: boolean; declare const body: any;
declare const at: Date; declare const status: "a" | "b"; declare function find(): string | void; declare const list: string[]; declare const id: { type: "Guid"; value: string };\n`;
const written = (properties: string, before = "") =>
  adoptCode(`${declared}${before}\nclient.createEntity({ partitionKey: "p", rowKey: "r", ${properties} });`);

describe("the stored type is", () => {
  const types: readonly (readonly [value: string, found: string])[] = [
    ...["round", "floor", "ceil", "trunc"].map((name) => [`Math.${name}(n)`, "Int32 likely"] as const),
    ["parseInt(s)", "Int32 likely"],
    ["Number.parseInt(s)", "Int32 likely"],
    ["body.parseInt(s) as number", "Double likely"],
    ["My.Math.round(n)", "Double likely"],
    ["Math.roundTo(n)", "Double likely"],
    ["list.length", "Int32 likely"],
    ["body.length as bigint", "Int64 likely"],
    ["at.getTime()", "undefined unknown"],
    ["at.toISOString()", "String proved"],
    ["body.toISOString()", "String proved"],
    ["JSON.stringify(body)", "String proved"],
    ["id", "Guid proved"],
    ["{ type: 'Other', value: '5' }", "undefined unknown"],
    ["{ value: '5', kind: 'Int64' }", "undefined unknown"],
    ...["String", "Boolean", "Int32", "Double", "DateTime", "Binary"].map(
      (name) => [`{ type: "${name}", value: s }`, `${name} proved`] as const,
    ),
    ["maybe ? 1n : 2n", "Int64 proved"],
    ["maybe ? 1 : 2.5", "Double likely"],
    ["maybe ? s : 5n", "undefined unknown"],
    ["maybe ? (s as 'a' | 'b') : s", "String proved"],
    ["maybe ? body : at", "DateTime likely"],
    ["maybe ? at : body", "DateTime likely"],
    ["Symbol.iterator", "undefined unknown"],
  ];
  const before =
    "declare const My: { Math: { round(n: number): number } }; declare global { interface Math { roundTo(n: number): number } }";
  const found = propertiesIn(written(types.map(([value], index) => `x${index}: ${value}`).join(", "), before));

  it.each(types)("of %s: %s", (value, type) => {
    const index = types.findIndex(([other]) => other === value);
    expect(found[index]).toBe(`x${index} ${type}`);
  });
});

describe("a property is optional if its value", () => {
  it.each([
    ["may be undefined", "maybe ? s : undefined", "? String proved"],
    ["may be null", "maybe ? null : s", "? String proved"],
    ["is always undefined", "undefined", "? undefined unknown"],
    ["may be nothing that a function returns", "find()", "? String proved"],
    ["is not only of one type", "maybe ? s : maybe ? 5n : undefined", "? undefined unknown"],
  ])("%s", (_, value, type) => {
    expect(propertiesIn(written(`x: ${value}`))).toEqual([`x${type}`]);
  });
});

describe("a note says", () => {
  it.each([
    ["which texts are stored", "status", '"a" or "b" in the program'],
    ["that an object is no value", "{ nested: true }", "an object cannot be stored; edm.json<T>() stores it as text"],
    ["that a function is no value", "() => 5", "a function is not stored"],
    ["that a text is a date", "at.toISOString()", "a date as text"],
    ["that times are too large", "Date.now()", "milliseconds do not fit Edm.Int32: look at the stored type"],
    ["both types of a value with two", "maybe ? s : at", "stored as Edm.DateTime and as Edm.String"],
    ["that a type is not known", "body", "its type is not known"],
    ["that only a type shows it", "body as string", "only its TypeScript type says so"],
  ])("%s", (_, value, note) => {
    const { drafts } = written(`x: ${value}, y: 5`);
    expect(drafts[0]?.text).toMatch(new RegExp(`  x: edm.+${note.replace(/[()|<>?]/g, ".")}\\n`));
  });
});

it("a default that callers can replace is likely, and a whole number a Double", () => {
  const report = adoptCode(`
    const save = ({ a = "x", b = 5, c = 2.5, d = body() }: { a?: string; b?: number; c?: number; d?: any }) =>
      client.createEntity({ partitionKey: "p", rowKey: "r", a, b, c, d });
    declare function body(): any; save({});`);
  expect(propertiesIn(report)).toEqual([
    "a String likely",
    "b Double likely",
    "c Double likely",
    "d undefined unknown",
  ]);
});
