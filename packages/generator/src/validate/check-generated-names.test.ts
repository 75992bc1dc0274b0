import { describe, expect, it } from "vitest";
import { readModels } from "../generate.js";
import { createSourceHost } from "../read/project/source-host.js";
import { check, codesOf, definition } from "./test/definition-text.js";

const entity = (name: string, index = 0) => ({ name, table: `"Table${index}"` });
const named = (...names: string[]) => codesOf(...names.map((name, index) => entity(name, index)));

describe("names of entities", () => {
  it("are distinct files and types", () => {
    expect(named("Order", "OrderLine", "Orderline", "Orders")).toEqual([]);
  });

  it("differ by more than case, or one file would hold two", () => {
    expect(codesOf({ name: "Order" }, { name: "order", table: '"Other"' })).toEqual(["entity.file-clash"]);
    expect(codesOf({ name: "OrderLine" }, { name: "Order_Line", table: '"Other"' })).toEqual(["entity.file-clash"]);
    expect(codesOf({ name: "Brands" })).toEqual(["entity.file-clash"]);
  });

  it.each(["OrderKey", "OrderInit", "OrderRowKeyPrefix", "OrderTypes", "StoredOrder"])(
    "cannot be %s beside Order",
    (name) => {
      expect(codesOf({ name: "Order" }, { name, table: '"Other"' })).toEqual(["entity.generated-name-clash"]);
    },
  );

  it("cannot derive one name from two entities", () => {
    expect(codesOf({ name: "Order" }, { name: "OrderRow", table: '"Other"' })).toEqual(["entity.generated-name-clash"]);
  });

  it.each(["Date", "Uint8Array", "string", "unknown", "$", "$total", "schema", "k", "init", "unique", "static"])(
    "cannot be %s, which generated code needs",
    (name) => {
      expect(codesOf({ name })).toEqual(["entity.reserved-name"]);
    },
  );

  it("are distinct over all files, and the other place is named", () => {
    const text = `import { edm, entity } from "tablewright";\n${definition({})}`;
    const host = createSourceHost({ "a.table.ts": text, "b.table.ts": text.replace('"Shop"', '"Other"') });
    const { diagnostics } = readModels({ host, files: ["b.table.ts", "a.table.ts"] });
    expect(diagnostics.map(({ code, location, message }) => [code, location.file, message])).toEqual([
      ["entity.duplicate-name", "b.table.ts", '"Order" is already defined in a.table.ts:2.'],
    ]);
  });
});

describe("brands", () => {
  const brands = (properties: string) => codesOf({ properties });

  it("may be shared by properties of one base type", () => {
    expect(
      brands('a: edm.string({ brand: "Sku" }), b: edm.string({ brand: "Sku" }), c: edm.int32({ brand: "Rank" })'),
    ).toEqual([]);
    expect(brands('a: edm.int32({ brand: "N" }), b: edm.int64({ as: "number", brand: "N" })')).toEqual([]);
  });

  it("are refused on two base types", () => {
    expect(brands('a: edm.string({ brand: "Sku" }), b: edm.guid({ brand: "Sku" })')).toEqual(["brand.base-clash"]);
    expect(brands('a: edm.int32({ brand: "N" }), b: edm.int64({ brand: "N" })')).toEqual(["brand.base-clash"]);
  });

  it.each(["", "two words", "1st", "string", "Date", "a-b", "class", "keyof"])("cannot be named %j", (brand) => {
    expect(brands(`a: edm.string({ brand: ${JSON.stringify(brand)} })`)).toEqual(["brand.invalid-name"]);
  });

  it("cannot have the name of a class or of a generated type", () => {
    expect(brands('a: edm.string({ brand: "Order" }), b: edm.string({ brand: "OrderWhere" })')).toEqual([
      "brand.name-clash",
      "brand.name-clash",
    ]);
  });
});

describe("types of edm.json", () => {
  const json = (imports: string, properties: string) => {
    const text = `import { edm, entity } from "tablewright";\n${imports}\n${definition({ properties })}`;
    const files = { "a.table.ts": text, "x.ts": "export interface X {}", "y.ts": "export interface X {}" };
    return readModels({ host: createSourceHost(files), files: ["a.table.ts"] });
  };

  it("may be imported under any free name, and used twice", () => {
    const { diagnostics, models } = json(
      'import type { X, X as Y } from "./x.js";',
      "a: edm.json<X>(), b: edm.json<X | Y>()",
    );
    expect(diagnostics).toEqual([]);
    expect(models[0]?.properties[2]?.json?.imports.map(({ local }) => local)).toEqual(["X", "Y"]);
  });

  it("cannot have a name that the generated file declares", () => {
    const { diagnostics } = json('import type { X as OrderKey } from "./x.js";', "a: edm.json<OrderKey>()");
    expect(diagnostics.map(({ code }) => code)).toEqual(["json.type-not-importable"]);
    const brand = json('import type { X } from "./x.js";', 'a: edm.json<X>(), b: edm.string({ brand: "X" })');
    expect(brand.diagnostics.map(({ code }) => code)).toEqual(["json.type-not-importable"]);
  });

  it("cannot share a name through mixins of two files", () => {
    const types = "export interface X {}";
    const mixin = (from: string) =>
      `import { edm } from "tablewright";\nimport type { X } from "${from}";\nexport const mixin = { ${from[2]}: edm.json<X>() };`;
    const text = `import { edm, entity } from "tablewright";\nimport { mixin as one } from "./one.js";\nimport { mixin as two } from "./two.js";\n${definition({ properties: "...one, ...two" })}`;
    const files = {
      "a.table.ts": text,
      "one.ts": mixin("./x.js"),
      "two.ts": mixin("./y.js"),
      "x.ts": types,
      "y.ts": types,
    };
    const { diagnostics } = readModels({ host: createSourceHost(files), files: ["a.table.ts"] });
    expect(diagnostics.map(({ code, location }) => [code, location.file])).toEqual([
      ["json.type-not-importable", "two.ts"],
    ]);
  });
});

it("names of files are in the models", () => {
  expect(check([entity("OrderLine", 1), entity("HTTPLog", 2)]).models.map(({ fileName }) => fileName)).toEqual([
    "order-line.gen.ts",
    "http-log.gen.ts",
  ]);
});
