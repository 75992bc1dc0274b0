import { describe, expect, it } from "vitest";
import { placesOf, readFiles, readText } from "./test/read-files.js";

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

  it.each([`const A = ${call};`, `const A = ${call}; export type { A };`, `const A = ${call}; export default A;`])(
    "that has no exported name is an error: %s",
    (text) => {
      const { drafts, diagnostics } = readText(text);
      expect(drafts).toEqual([]);
      expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["definition.not-exported", "error"]]);
    },
  );
});

describe("a file without an entity", () => {
  const read = (text: string, more: Readonly<Record<string, string>> = {}) =>
    readFiles({ "a.table.ts": text, ...more }, undefined, ["a.table.ts", "b.table.ts"]).diagnostics;
  const bill = `import { edm, entity } from "tablewright"; export const Bill = ${call};`;

  it.each([
    ["nothing", ""],
    ["a byte order mark", "\uFEFF"],
    ["comments", "// export const A = entity({});\n/* nothing */\n"],
    ["imports", 'import { edm, entity } from "tablewright";'],
    ["types", "export interface A { b: string }"],
    ["functions", "export function a() {}"],
  ])("is an error when it holds %s alone", (_, text) => {
    const [found, ...others] = read(text, { "b.table.ts": bill });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: "definition.none", severity: "error", location: { file: "a.table.ts" } });
    expect(found?.help).toContain("Delete the file");
  });

  it.each([
    ["properties", 'import { edm } from "tablewright"; export const audited = { by: edm.string() };'],
    ["a property", 'import { edm } from "tablewright"; export const by = edm.string();'],
    ["options of entities", 'export const base = { table: "Abc", separator: "|" } as const;'],
    ["literals", 'export const max = 64, states = ["a", "b"];'],
    ["an enum", 'export enum State { A = "a" }'],
    ["what it has of other files", 'export * from "./b.table.js"; export { entity } from "tablewright";'],
    ["the entity of another definition file", 'export { Bill } from "./b.table.js";'],
  ])("may share %s", (_, text) => {
    expect(read(text, { "b.table.ts": bill })).toEqual([]);
  });

  it("needs another file with one", () => {
    const diagnostics = read("export const max = 64;", { "b.table.ts": "export const min = 1;" });
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["definition.none", "No definition file exports an entity."],
    ]);
  });
});

describe("an export that is no entity", () => {
  const places = (text: string) =>
    placesOf(
      readFiles({
        "a.table.ts": `import { edm, entity } from "tablewright"; export const Kept = ${call};\n${text}`,
        "x.ts": `import { edm, entity } from "tablewright"; export const X = ${call};`,
        "y.ts": 'export * from "./x.js"; export function f() {} export class C {}',
      }).diagnostics,
    );

  it.each([
    "export const audited = { by: edm.string() };",
    "const max = 64; export { max as most };",
    "export type T = string; export interface I {}",
    "export class C {} export function f() {} export enum E {} export namespace N {}",
    'export { f, C } from "./y.js"; export type { Absent } from "./absent.js";',
    "export default Kept;",
    "const unused = /x/;",
  ])("may stand beside entities: %s", (text) => {
    expect(places(text)).toEqual([]);
  });

  it.each([
    ["export const A = entty({});", "2:18 definition.name-not-found"],
    ["const A = entty({});", "2:11 definition.name-not-found"],
    ["export default entty({});", "2:16 definition.name-not-found"],
    ["export const A = make(); function make() {}", "2:18 definition.not-static"],
    ["export let A = 5;", "2:12 definition.not-static"],
    ["export const { A } = {};", "2:14 definition.not-static"],
    ["export const B = Kept;", "2:14 definition.not-static"],
    [
      'export const A = { table: "Abc", properties: {}, partitionKey: () => ["p"], rowKey: () => ["r"] };',
      "2:14 definition.not-static",
    ],
    ['export { X } from "./x.js";', "2:10 definition.not-static"],
    ['import { X } from "./x.js"; export { X };', "2:38 definition.not-static"],
    ['export * from "./x.js";', "2:15 definition.not-static"],
    ['export * from "./absent.js";', "2:15 definition.import-not-found"],
    ['export { X } from "./absent.js";', "2:10 definition.import-not-found"],
    ['export { Y } from "./x.js";', "2:10 definition.name-not-found"],
    ["export { Absent };", "2:10 definition.name-not-found"],
  ])("may not be one that cannot be read, or has no class: %s", (text, place) => {
    expect(places(text)).toEqual([place]);
  });

  it("may be the definition that another constant passes to entity", () => {
    const { diagnostics, drafts } = readText(
      'export const a = { table: "Abc", properties: {}, partitionKey: () => ["p"], rowKey: () => ["r"] }; export const A = entity(a);',
    );
    expect(diagnostics).toEqual([]);
    expect(drafts).toHaveLength(1);
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
