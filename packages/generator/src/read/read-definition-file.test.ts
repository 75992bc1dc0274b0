import { describe, expect, it } from "vitest";
import { placesOf, readText } from "./test/read-files.js";

const call = 'entity({ table: "Abc", properties: {}, partitionKey: () => ["p"], rowKey: () => ["r"] })';
const names = (text: string) => readText(text).drafts.map(({ name }) => name.value);

describe("an entity", () => {
  it.each([
    ["an exported constant", `export const A = ${call};`, ["A"]],
    [
      "annotated",
      `import type { EntityDefinition } from "tablewright"; export const A: EntityDefinition = ${call};`,
      ["A"],
    ],
    ["with satisfies", `export const A = ${call} satisfies object;`, ["A"]],
    ["in parentheses", `export const A = (${call});`, ["A"]],
    ["one of several in a statement", `export const A = ${call}, n = 1, B = ${call};`, ["A", "B"]],
    ["exported at the end", `const A = ${call}; export { A };`, ["A"]],
    ["exported under another name", `const a = ${call}; export { a as A };`, ["A"]],
    [
      "of a definition that is a constant",
      'export const A = entity(a); const a = { table: "Abc", properties: {}, partitionKey: () => ["p"], rowKey: () => ["r"] };',
      ["A"],
    ],
  ])("is %s", (_, text, expected) => {
    expect(readText(text).diagnostics).toEqual([]);
    expect(names(text)).toEqual(expected);
  });

  it.each([
    ["a default export", `export default ${call};`],
    ["a variable", `export let A = ${call};`],
    ["in an object", `export const all = { A: ${call} };`],
    ["chosen", `export const A = true ? ${call} : undefined;`],
    ["cast", `export const A = ${call} as unknown;`],
    ["made by a function", `export const A = make(); function make() { return ${call}; }`],
    ["taken apart", `export const { table } = ${call};`],
  ])("is not %s", (_, text) => {
    const { drafts, diagnostics } = readText(text);
    expect(drafts).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toContain("definition.not-static");
  });

  it("that is not exported is a warning", () => {
    const { drafts, diagnostics } = readText(`const A = ${call};`);
    expect(drafts).toEqual([]);
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["definition.not-exported", "warning"]]);
  });
});

describe("the options of an entity", () => {
  const options = (text: string) => readText(`\nexport const A = entity({ ${text} });`);
  const rest = 'properties: {}, partitionKey: () => ["p"], rowKey: () => ["r"]';

  it("are all read", () => {
    const { drafts } = options(
      `table: "Abc", kind: "a", kindProperty: false, separator: "|", unknownProperties: "keep", ${rest}`,
    );
    expect(drafts[0]).toMatchObject({
      table: { value: "Abc" },
      kind: { value: "a" },
      kindProperty: { value: false },
      separator: { value: "|" },
      unknownProperties: "keep",
      partial: false,
    });
  });

  it("may come of a spread", () => {
    const { drafts, diagnostics } = readText(
      `const base = { table: "Abc", kind: "a" } as const; export const A = entity({ ...base, ${rest} });`,
    );
    expect(diagnostics).toEqual([]);
    expect(drafts[0]?.kind?.value).toBe("a");
  });

  it.each([
    ["table: 5", "2:34 definition.invalid-value"],
    ['table: "Abc", kind: 5', "2:47 definition.invalid-value"],
    ['table: "Abc", kindProperty: true', "2:55 definition.invalid-value"],
    ['table: "Abc", unknownProperties: "all"', "2:60 definition.invalid-value"],
    ['table: "Abc", knid: "a"', "2:41 definition.unknown-option"],
  ])("are refused: %s", (text, place) => {
    const { diagnostics, drafts } = options(`${text}, ${rest}`);
    expect(placesOf(diagnostics)).toEqual([place]);
    expect(drafts).toHaveLength(1);
  });

  it("are named when they are missing, all at once", () => {
    const { diagnostics } = options('table: "Abc"');
    expect(diagnostics.map(({ message }) => message)).toEqual(['"A" has no properties, partitionKey, rowKey.']);
  });

  it("are not called missing when a spread could not be read", () => {
    expect(placesOf(options("...absent").diagnostics)).toEqual(["2:30 definition.name-not-found"]);
  });
});

it("a file that does not parse is reported as that alone", () => {
  const { drafts, diagnostics } = readText('export const A = entity({ table: "Abc" ;');
  expect(drafts).toEqual([]);
  expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(["definition.syntax"]));
});
