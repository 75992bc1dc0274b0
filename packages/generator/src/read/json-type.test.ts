import { describe, expect, it } from "vitest";
import { readFiles } from "./test/read-files.js";

function readJson(type: string, before = "", files: Readonly<Record<string, string>> = {}) {
  const text = `import { edm, entity } from "tablewright";\n${before}
export const A = entity({ table: "Abc", properties: { x: edm.json${type}() }, partitionKey: () => ["p"], rowKey: () => ["r"] });`;
  const { drafts, diagnostics } = readFiles({ "a.table.ts": text, "shared/address.ts": "", ...files });
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
    const before = `import type { Address as Home } from "./shared/address.js"; import type Company from "./shared/address"; import * as geo from "geo"; import { type Alias } from "@/alias";`;
    expect(readJson("<Home | Company[] | geo.Point | Alias<typeof geo.origin>>", before)).toEqual({
      text: "Home | Company[] | geo.Point | Alias<typeof geo.origin>",
      imports: [
        { imported: "Alias", local: "Alias", from: { module: "@/alias" } },
        { imported: "default", local: "Company", from: { file: "shared/address.ts" } },
        { imported: "Address", local: "Home", from: { file: "shared/address.ts" } },
        { imported: "*", local: "geo", from: { module: "geo" } },
      ],
    });
  });

  it("may be declared in the definition file, if it is exported", () => {
    const imports = (imported: string) => [{ imported, local: "T", from: { file: "a.table.ts" } }];
    expect(readJson("<T>", "export interface T {}")).toEqual({ text: "T", imports: imports("T") });
    expect(readJson("<T>", "type T = string; export type { T as U };")).toEqual({ text: "T", imports: imports("U") });
    expect(readJson("<T>", "interface T {}")).toEqual(["json.type-not-importable"]);
  });

  it("may not import in place, nor from a file that is not there", () => {
    expect(readJson('<import("./shared/address.js").Address>')).toEqual(["json.type-not-importable"]);
    expect(readJson("<T>", 'import type { T } from "./absent.js";')).toEqual(["definition.import-not-found"]);
  });

  it("in a mixin is resolved from the mixin's file", () => {
    const mixin =
      'import { edm } from "tablewright"; import type { Address } from "../shared/address.js"; export const mixin = { home: edm.json<Address>() };';
    const text =
      'import { entity } from "tablewright"; import { mixin } from "./mixins/m.js"; export const A = entity({ table: "Abc", properties: { ...mixin }, partitionKey: () => ["p"], rowKey: () => ["r"] });';
    const { drafts } = readFiles({ "a.table.ts": text, "mixins/m.ts": mixin, "shared/address.ts": "" });
    expect(drafts[0]?.properties.list[0]?.json?.imports).toEqual([
      { imported: "Address", local: "Address", from: { file: "shared/address.ts" } },
    ]);
  });
});
