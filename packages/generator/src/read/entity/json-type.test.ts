import { describe, expect, it } from "vitest";
import { readFiles } from "../test/read-files.js";

function readJson(type: string, before = "", files: Readonly<Record<string, string>> = {}, argument = "") {
  const text = `import { edm, entity } from "tablewright";\n${before}
export const A = entity({ table: "Abc", properties: { x: edm.json${type}(${argument}) }, partitionKey: () => ["p"], rowKey: () => ["r"] });`;
  const all = {
    "a.table.ts": text,
    "shared/address.ts": "export interface Address {} export default interface Company {}",
    "node_modules/geo/index.d.ts": "export {};",
    "node_modules/@acme/alias/index.d.ts": "export {};",
    ...files,
  };
  const definitions = Object.keys(all).filter((path) => path.endsWith(".table.ts"));
  const { drafts, diagnostics } = readFiles(all, undefined, definitions);
  return diagnostics.length > 0 ? diagnostics.map(({ code }) => code) : drafts[0]?.properties.list[0]?.json;
}

describe("the type argument of edm.json", () => {
  it.each([
    ["", "unknown"],
    ["<string[]>", "string[]"],
    ["<Record<string, Date>>", "Record<string, Date>"],
    ["<{ a: 1 | 'b'; c?: [number] }>", "{ a: 1 | 'b'; c?: [number] }"],
    ["<<T>(x: T) => T>", "<T>(x: T) => T"],
    ["<{ [K in 'a' | 'b']: K }>", "{ [K in 'a' | 'b']: K }"],
  ])("%s needs no import", (type, text) => expect(readJson(type)).toEqual({ text, imports: [] }));

  it("has lines that end as those of generated files do", () => {
    expect(readJson("<{\r\n  a: string;\r\n}>")).toEqual({ text: "{\n  a: string;\n}", imports: [] });
  });

  it("brings imports of files and packages along, ordered by name", () => {
    const before = `import type { Address as Home } from "./shared/address.js"; import type Company from "./shared/address"; import * as geo from "geo"; import { type Alias } from "@acme/alias";`;
    expect(readJson("<Home | Company[] | geo.Point | Alias<typeof geo.origin>>", before)).toEqual({
      text: "Home | Company[] | geo.Point | Alias<typeof geo.origin>",
      imports: [
        { imported: "Alias", local: "Alias", from: { module: "@acme/alias" } },
        { imported: "default", local: "Company", from: { file: "shared/address.ts" } },
        { imported: "Address", local: "Home", from: { file: "shared/address.ts" } },
        { imported: "*", local: "geo", from: { module: "geo" } },
      ],
    });
  });

  it.each([
    ["<import('./shared/address.js').Address>", "", "json.type-not-importable"],
    ["<Undeclared>", "", "definition.name-not-found"],
    ["<{ a: Undeclared; b: Undeclared[] }>", "", "definition.name-not-found"],
    ["<geo.Point>", "", "definition.name-not-found"],
    ["<typeof undeclared>", "", "definition.name-not-found"],
    ["<T>", "interface T {}", "json.type-not-importable"],
    ["<T>", "export interface T {}", "json.type-not-importable"],
    ["<typeof T>", "export const T = 1;", "json.type-not-importable"],
    ["<N.T>", "export namespace N { export type T = 1 }", "json.type-not-importable"],
    ["<T>", 'import type { T } from "./b.table.js";', "json.type-not-importable"],
    ["<T>", 'import type { T } from "./absent.js";', "definition.import-not-found"],
    ["<T>", 'import type { T } from "absent";', "definition.import-not-found"],
    ["<Adress>", 'import type { Adress } from "./shared/address.js";', "definition.name-not-found"],
  ])("may not be %s after %s", (type, before, code) => {
    const files = {
      "b.table.ts": `import { edm, entity } from "tablewright"; export type T = 1;
        export const B = entity({ table: "Bcd", properties: {}, partitionKey: () => ["p"], rowKey: () => ["r"] });`,
    };
    expect(readJson(type, before, files)).toEqual([code]);
  });

  it.each([
    ['import type { T } from "./types.js";', { "types.ts": "export enum T {}" }],
    ['import type { T } from "./types.js";', { "types.ts": "export namespace T { export type U = 1 }" }],
    ['import type { T } from "./types.js";', { "types.ts": "interface U {} export type { U as T };" }],
    [
      'import type { T } from "./types.js";',
      { "types.ts": 'export * from "./more.js";', "more.ts": "export class T {}" },
    ],
    ['import type { T } from "./types.js";', { "types.ts": 'export * from "geo";' }],
    ['import type { T } from "./types.js";', { "types.d.ts": "export interface T {}" }],
    ['import type T from "./types.js";', { "types.ts": "export default class {}" }],
  ])("may be %s of %j", (before, files) => {
    expect(readJson("<T>", before, files)).toMatchObject({ text: "T", imports: [{ local: "T" }] });
  });

  it.each([
    ["<Box>", 'import type { Box } from "./types.js";', "export interface Box<T> { value: T }"],
    ["<{ a: Box[] }>", 'import type { Box } from "./types.js";', "export type Box<T> = { value: T };"],
    ["<Box<string>>", 'import type { Box } from "./types.js";', "export interface Box<T, U> { a: T; b: U }"],
    ["<Box<string, number>>", 'import type { Box } from "./types.js";', "export interface Box<T> { value: T }"],
    ["<Box<string>>", 'import type { Box } from "./types.js";', "export interface Box { value: string }"],
    ["<Case>", 'import type { Box as Case } from "./types.js";', "class Box<T> { value!: T } export { Box };"],
    ["<all.Box>", 'import type * as all from "./types.js";', "export interface Box<T> { value: T }"],
  ])("must have the type arguments that it needs: %s after %s of %s", (type, before, types) => {
    expect(readJson(type, before, { "types.ts": types })).toEqual(["json.type-arguments"]);
  });

  it.each([
    ["<Box<string>>", "export interface Box<T> { value: T }"],
    ["<Box>", "export interface Box<T = string> { value: T }"],
    ["<Box<string>>", "export interface Box<T, U = T> { a: T; b: U }"],
    ["<<Box>(box: Box) => Box>", "export interface Box<T> { value: T }"],
    ["<Box>", "export enum Box { a }"],
  ])("%s has the type arguments that it needs of %s", (type, types) => {
    const found = readJson(type, 'import type { Box } from "./types.js";', { "types.ts": types });
    expect(found).toMatchObject({ text: type.slice(1, -1) });
  });

  it("in a mixin is resolved from the mixin's file", () => {
    const mixin =
      'import { edm } from "tablewright"; import type { Address } from "../shared/address.js"; export const mixin = { home: edm.json<Address>() };';
    const text =
      'import { entity } from "tablewright"; import { mixin } from "./mixins/m.js"; export const A = entity({ table: "Abc", properties: { ...mixin }, partitionKey: () => ["p"], rowKey: () => ["r"] });';
    const { drafts } = readFiles({
      "a.table.ts": text,
      "mixins/m.ts": mixin,
      "shared/address.ts": "export interface Address {}",
    });
    expect(drafts[0]?.properties.list[0]?.json?.imports).toEqual([
      { imported: "Address", local: "Address", from: { file: "shared/address.ts" } },
    ]);
  });
});

describe("the schema of edm.json", () => {
  const json = (argument: string, before = "") =>
    readJson(
      "",
      before,
      {
        "shared/schemas.ts":
          "export const address = z.object({}); export const forms = { address }; export default address;",
        "b.table.ts": "export const inDefinitions = 5;",
      },
      argument,
    );
  const imported = { imported: "address", local: "address", from: { file: "shared/schemas.ts" }, isValue: true };

  it("is imported by its name, as a value", () => {
    const before = 'import { address } from "./shared/schemas.js";';
    const expected = { text: "$.SchemaValue<typeof address>", imports: [imported], schema: "address" };
    for (const argument of ["address", "(address)", "address, { parts: 4 }"])
      expect(json(argument, before)).toEqual(expected);
  });

  it("may be a member of what is imported, or come from a package", () => {
    expect(json("forms.address", 'import { forms } from "./shared/schemas.js";')).toMatchObject({
      schema: "forms.address",
      imports: [{ local: "forms" }],
    });
    expect(json("all.address", 'import * as all from "./shared/schemas.js";')).toMatchObject({
      imports: [{ imported: "*", local: "all" }],
    });
    expect(json("point", 'import { point } from "geo";')).toMatchObject({ imports: [{ from: { module: "geo" } }] });
  });

  it("is not taken for options, nor are options for it", () => {
    expect(json("options", "const options = { parts: 2 };")).toEqual({ text: "unknown", imports: [] });
  });

  it.each([
    ["z.object({})", "", "json.type-not-importable"],
    ['{ "~standard": {} }', "", "json.type-not-importable"],
    ["own", "export const own = 5;", "json.type-not-importable"],
    ["inDefinitions", 'import { inDefinitions } from "./b.table.js";', "json.type-not-importable"],
    ["none", 'import { none } from "./shared/schemas.js";', "definition.name-not-found"],
    ["none", 'import { none } from "./absent.js";', "definition.import-not-found"],
    ["none", "", "definition.name-not-found"],
  ])("may not be %s after %s", (argument, before, code) => expect(json(argument, before)).toEqual([code]));
});
