import { describe, expect, it } from "vitest";
import { placesOf, readFiles, readProperties } from "../test/read-files.js";

describe("builders", () => {
  it("are read with their options and .optional()", () => {
    const { properties, diagnostics } = readProperties(
      'a: edm.string({ maxLength: 5, name: "A" }), b: edm.int64().optional(), c: edm.json<string[]>({ name: "C" }).optional(), d: (edm.guid()).optional()',
    );
    expect(diagnostics).toEqual([]);
    expect(properties.map(({ type, optional }) => [type, optional])).toEqual([
      ["string", false],
      ["int64", true],
      ["json", true],
      ["guid", true],
    ]);
    expect(properties[0]?.options).toMatchObject({ maxLength: { value: 5 }, name: { value: "A" } });
    expect(properties[2]).toMatchObject({ options: { name: { value: "C" } }, json: { text: "string[]" } });
  });

  it("may be constants, made optional where they are used", () => {
    const { properties } = readProperties(
      "a: money, b: money.optional(), c: edm.double(options)",
      "const money = edm.double(options); const options = { default: 0 };",
    );
    expect(properties.map(({ optional, options }) => [optional, options.default?.value])).toEqual([
      [false, 0],
      [true, 0],
      [false, 0],
    ]);
  });

  it("that do not exist are reported with the closest one", () => {
    const { diagnostics } = readProperties(
      "a: edm.datetime(), s: edm.strng(), b: edm.constructor(), c: edm.string().nullable()",
    );
    expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([
      ["definition.name-not-found", 'Did you mean "dateTime"?'],
      ["definition.name-not-found", 'Did you mean "string"?'],
      [
        "definition.name-not-found",
        "The builders are string, json, boolean, int32, int64, double, dateTime, guid, binary.",
      ],
      ["definition.unknown-option", "Only .optional() can follow; everything else is an option."],
    ]);
  });

  it("without a call are reported", () => {
    expect(placesOf(readProperties("a: edm.string").diagnostics)).toEqual(["2:62 definition.not-static"]);
  });
});

describe("options", () => {
  it.each([
    ["edm.string({ maxLenght: 5 })", "definition.unknown-option"],
    ["edm.boolean({ maxLength: 5 })", "definition.unknown-option"],
    ["edm.int64({ min: 5 })", "definition.unknown-option"],
    ['edm.string({ maxLength: "5" })', "definition.invalid-value"],
    ["edm.string({ oneOf: 'EUR' })", "definition.invalid-value"],
    ["edm.string({ keyOnly: 1 })", "definition.invalid-value"],
    ["edm.string({ name: null })", "definition.invalid-value"],
    ["edm.dateTime({ as: 'bigint' })", "definition.invalid-value"],
    ["edm.string('name')", "definition.invalid-value"],
    ["'string'", "definition.invalid-value"],
    ["5", "definition.invalid-value"],
  ])("%s is %s", (text, code) => {
    const { diagnostics } = readProperties(`x: ${text}`);
    expect(diagnostics.map((found) => found.code)).toEqual([code]);
  });
});

describe("the definition language may be imported", () => {
  const body = (e: string, entity: string) =>
    `export const Order = ${entity}({ table: "Shop", properties: { id: ${e}.guid() }, partitionKey: (k) => [k.id], rowKey: () => ["r"] });`;

  it.each([
    ["under other names", `import { edm as e, entity as define } from "tablewright"; ${body("e", "define")}`],
    ["as a namespace", `import * as tw from "tablewright"; ${body("tw.edm", "tw.entity")}`],
    ["from the generator", `import { edm, entity } from "@tablewright/generator/definition"; ${body("edm", "entity")}`],
    ["through a file of one's own", `import { edm, define } from "./dsl.js"; ${body("edm", "define")}`],
    ["through `export *`", `import { edm, entity } from "./all.js"; ${body("edm", "entity")}`],
    ["through a namespace of `export *`", `import * as all from "./all.js"; ${body("all.edm", "all.entity")}`],
  ])("%s", (_, text) => {
    const files = {
      "a.table.ts": text,
      "dsl.ts": 'export { edm, entity as define } from "tablewright";',
      "all.ts": 'export * from "./empty.js"; export * from "tablewright";',
      "empty.ts": "",
    };
    const { drafts, diagnostics } = readFiles(files);
    expect(diagnostics).toEqual([]);
    expect(drafts.map(({ name, properties }) => [name.value, properties.list.length])).toEqual([["Order", 1]]);
  });

  it.each([
    [
      "of another file",
      `import { edm, entity } from "./other.js"; ${body("edm", "entity")}`,
      "1:64 definition.not-static",
    ],
    [
      "of this file",
      `import { edm } from "tablewright"; ${body("edm", "entity")} function entity() {}`,
      "1:57 definition.not-static",
    ],
    [
      "of a file that is missing",
      `import { entity } from "other"; ${body("edm", "entity")}`,
      "1:54 definition.import-not-found",
    ],
    [
      "that is misspelt",
      `import { edm, entity } from "tablewright"; ${body("edm", "entty")}`,
      "1:65 definition.name-not-found",
    ],
    [
      "imported misspelt",
      `import { edm, entty } from "tablewright"; ${body("edm", "entty")}`,
      "1:64 definition.name-not-found",
    ],
  ])("but an entity %s is not it", (_, text, place) => {
    const { drafts, diagnostics } = readFiles({
      "a.table.ts": text,
      "other.ts": "export const entity = (x: unknown) => x;",
    });
    expect(drafts).toEqual([]);
    expect(placesOf(diagnostics)).toEqual([place]);
  });

  it.each([
    ["not imported", 'import { entity } from "tablewright";'],
    ["misspelt", 'import { entity, edn } from "tablewright";'],
    ["of another file", 'import { entity } from "tablewright"; import { edm } from "./other.js";'],
  ])("and edm that is %s is reported once, not for each property", (_, imports) => {
    const e = imports.includes("edn") ? "edn" : "edm";
    const text = `${imports} export const A = entity({ table: "Abc", properties: { x: ${e}.guid(), y: ${e}.int32(), z: ${e}.string() }, partitionKey: (k) => [k.x], rowKey: () => ["r"] });`;
    const { diagnostics } = readFiles({ "a.table.ts": text, "other.ts": "export const edm = { string: () => 1 };" });
    expect(diagnostics).toHaveLength(1);
  });
});
