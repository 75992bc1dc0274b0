import { describe, expect, it } from "vitest";
import { Report } from "../../diagnostics/report.js";
import { readDrafts } from "../read-drafts.js";
import { placesOf, readFiles } from "../test/read-files.js";
import { createSourceHost } from "./source-host.js";

const audited = 'import { edm } from "tablewright"; export const audited = { createdBy: edm.string() };';

/** Reads an entity that spreads `mixin`, which `imports` imports. */
function readMixin(imports: string, files: Readonly<Record<string, string>>, tsconfig?: string, spread = "audited") {
  const text = `${imports}\nimport { edm, entity } from "tablewright";
export const Order = entity({ table: "Shop", properties: { id: edm.guid(), ...${spread} }, partitionKey: () => ["p"], rowKey: (k) => [k.id] });`;
  const { drafts, diagnostics } = readFiles({ "a.table.ts": text, ...files }, tsconfig);
  return diagnostics.length > 0 ? placesOf(diagnostics) : drafts[0]?.properties.list.map(({ name }) => name.value);
}

const found = ["id", "createdBy"];

describe("imports of mixins", () => {
  it.each(["./shared/audited.js", "./shared/audited.ts", "./shared/audited", "./shared/../shared/audited.js"])(
    "may be written %s",
    (specifier) => {
      expect(readMixin(`import { audited } from "${specifier}";`, { "shared/audited.ts": audited })).toEqual(found);
    },
  );

  it("may name a folder with an index", () => {
    expect(readMixin('import { audited } from "./shared";', { "shared/index.ts": audited })).toEqual(found);
  });

  it.each([
    ["renamed", 'import { audited as mixin } from "./m.js";', "mixin", {}],
    [
      "a default that is a name",
      'import mixin from "./default.js";',
      "mixin",
      { "default.ts": `${audited} export default audited;` },
    ],
    [
      "a default that is an object",
      'import mixin from "./default.js";',
      "mixin",
      { "default.ts": 'import { edm } from "tablewright"; export default { createdBy: edm.string() };' },
    ],
    [
      "default by name",
      'import { default as mixin } from "./default.js";',
      "mixin",
      { "default.ts": `${audited} export { audited as default };` },
    ],
    ["a namespace", 'import * as m from "./m.js";', "m.audited", {}],
    ["reexported", 'import { audited } from "./r.js";', "audited", { "r.ts": 'export { audited } from "./m.js";' }],
    [
      "reexported under another name",
      'import { mixin } from "./r.js";',
      "mixin",
      { "r.ts": 'export { audited as mixin } from "./m.js";' },
    ],
    [
      "reexported with the whole file",
      'import { audited } from "./r.js";',
      "audited",
      { "r.ts": 'export * from "./r2.js"; export * from "./m.js";', "r2.ts": 'export * from "./r.js";' },
    ],
    [
      "reexported as a namespace",
      'import { m } from "./r.js";',
      "m.audited",
      { "r.ts": 'export * as m from "./m.js";' },
    ],
    [
      "imported, then exported",
      'import { audited } from "./r.js";',
      "audited",
      { "r.ts": 'import { audited } from "./m.js"; export { audited };' },
    ],
  ])("may be %s", (_, imports, spread, files) => {
    expect(readMixin(imports, { "m.ts": audited, ...files }, undefined, spread)).toEqual(found);
  });

  it("that are not found are reported where they are used", () => {
    expect(readMixin('import { audited } from "./absent.js";', {})).toEqual(["3:79 definition.import-not-found"]);
    expect(readMixin('import { audited } from "@/absent";', {})).toEqual(["3:79 definition.import-not-found"]);
    expect(readMixin('import { audited } from "./m.js";', { "m.ts": "export {};" })).toEqual([
      "3:79 definition.name-not-found",
    ]);
    expect(readMixin('import * as m from "./m.js";', { "m.ts": "export {};" }, undefined, "m.audited")).toEqual([
      "3:81 definition.name-not-found",
    ]);
  });

  it("of a package are not static", () => {
    const files = {
      "node_modules/mixins/package.json": '{ "types": "index.d.ts" }',
      "node_modules/mixins/index.d.ts": "export declare const audited: {};",
    };
    expect(readMixin('import { audited } from "mixins";', files)).toEqual(["3:79 definition.not-static"]);
    expect(readMixin('import { audited } from "node:os";', {})).toEqual(["3:79 definition.not-static"]);
  });

  it("report what is wrong in the file that it is in", () => {
    const { diagnostics } = readFiles({
      "a.table.ts": `import { audited } from "./m.js"; import { edm, entity } from "tablewright";
export const A = entity({ table: "A00", properties: { ...audited }, partitionKey: () => [""], rowKey: () => [""] });
export const B = entity({ table: "B00", properties: { ...audited }, partitionKey: () => [""], rowKey: () => [""] });`,
      "m.ts":
        'import { edm } from "tablewright";\nexport const audited = { at: edm.dateTme(), by: edm.string({ maxLength: 1 * 1 }) };',
    });
    expect(
      diagnostics.map(({ code, location }) => `${location.file}:${location.line}:${location.column} ${code}`),
    ).toEqual(["m.ts:2:34 definition.name-not-found", "m.ts:2:73 definition.not-static"]);
  });
});

describe("files outside the root", () => {
  const read = (specifier: string, files: Record<string, string>, tsconfig?: object) => {
    const host = createSourceHost({
      "tables/a.table.ts": `import { audited } from "${specifier}"; import { edm, entity } from "tablewright";
export const Order = entity({ table: "Shop", properties: { ...audited }, partitionKey: () => ["p"], rowKey: () => ["r"] });`,
      "../tsconfig.json": JSON.stringify(tsconfig ?? {}),
      ...files,
    });
    const report = new Report();
    const drafts = readDrafts({ host, files: ["tables/a.table.ts"], tsconfig: "../tsconfig.json" }, report);
    return report
      .sorted()
      .map(({ message }) => message)
      .concat(drafts[0]?.properties.list.map(({ name }) => name.value) ?? []);
  };
  const another = { "shared/audited.ts": "export const audited = {};" };

  it.each(["../../shared/audited.js", "../mixins.js", "../../app/../shared/audited.js"])(
    "are found by %s",
    (specifier) => {
      const files = { "../shared/audited.ts": audited, "mixins.ts": 'export { audited } from "../shared/audited.js";' };
      expect(read(specifier, { ...another, ...files })).toEqual(["createdBy"]);
    },
  );

  it("are found however far up, and from each other", () => {
    const files = { "../../x/a.ts": 'export * from "../../y/b.js";', "../../../y/b.ts": audited };
    expect(read("../../../x/a.js", files)).toEqual(["createdBy"]);
  });

  it("are found through paths of a tsconfig there", () => {
    const compilerOptions = { paths: { "@shared/*": ["./shared/*"] } };
    const files = { "../shared/audited.ts": audited, "../config/base.json": JSON.stringify({ compilerOptions }) };
    expect(read("@shared/audited", files, { compilerOptions })).toEqual(["createdBy"]);
    const above = { "../../shared/audited.ts": audited, "../../base.json": JSON.stringify({ compilerOptions }) };
    expect(read("@shared/audited", { ...above, ...another }, { extends: "../base.json" })).toEqual(["createdBy"]);
  });

  it("are found in a package of the workspace whose link is above the root", () => {
    const folder = "../../node_modules/@acme/shared";
    const files = {
      [`${folder}/package.json`]: '{ "exports": "./src/index.ts" }',
      [`${folder}/src/index.ts`]: audited,
    };
    expect(read("@acme/shared", files)).toEqual(["createdBy"]);
  });

  it("are named from the root where they cannot be read", () => {
    expect(read("./b.js", {}, { extends: "./absent.json" })[0]).toBe(
      "../tsconfig.json cannot be read: Cannot read file '../absent.json'.",
    );
  });
});

describe("the tsconfig", () => {
  const alias = { "src/shared/audited.ts": audited };
  const paths = JSON.stringify({
    compilerOptions: { paths: { "@/*": ["./src/*"], "#mixins": ["./src/shared/audited.ts"] } },
  });

  it("gives paths, from its own folder", () => {
    expect(
      readMixin(
        'import { audited } from "@/shared/audited.js";',
        { ...alias, "tsconfig.json": paths },
        "tsconfig.json",
      ),
    ).toEqual(found);
    expect(
      readMixin('import { audited } from "#mixins";', { ...alias, "tsconfig.json": paths }, "tsconfig.json"),
    ).toEqual(found);
  });

  it("may extend others, whose paths start at their folders", () => {
    const files = {
      ...alias,
      "src/base.json": '{ "compilerOptions": { "paths": { "~/*": ["./shared/*"] } } }',
      "config/middle.json": '{ "extends": ["../src/base.json"] }',
      "tsconfig.json": '{\n  // comments and trailing commas are fine\n  "extends": "./config/middle.json",\n}',
    };
    expect(readMixin('import { audited } from "~/audited";', files, "tsconfig.json")).toEqual(found);
  });

  it("may extend one of a package", () => {
    const files = {
      ...alias,
      "node_modules/@acme/tsconfig/package.json": '{ "name": "@acme/tsconfig" }',
      "node_modules/@acme/tsconfig/tsconfig.json": '{ "compilerOptions": { "strict": true } }',
      "tsconfig.json": `{ "extends": "@acme/tsconfig/tsconfig.json", ${paths.slice(1)}`,
    };
    expect(readMixin('import { audited } from "@/shared/audited.js";', files, "tsconfig.json")).toEqual(found);
  });

  it("may use baseUrl", () => {
    const files = { ...alias, "tsconfig.json": '{ "compilerOptions": { "baseUrl": "./src" } }' };
    expect(readMixin('import { audited } from "shared/audited";', files, "tsconfig.json")).toEqual(found);
  });

  it("may hold options that the generator's compiler does not know", () => {
    const files = {
      "m.ts": audited,
      "tsconfig.json": '{ "compilerOptions": { "fromTheFuture": true, "module": "node99" } }',
    };
    expect(readMixin('import { audited } from "./m.js";', files, "tsconfig.json")).toEqual(found);
  });

  it.each([
    ["is not there", {}],
    ["extends one that is not there", { "tsconfig.json": '{ "extends": "./absent.json" }' }],
    ["extends itself", { "tsconfig.json": '{ "extends": "./tsconfig.json" }' }],
    ["is not JSON", { "tsconfig.json": '{ "compilerOptions": ' }],
  ])("is reported when it %s", (_, files: Record<string, string>) => {
    const result = readFiles(
      { "a.table.ts": 'import { entity } from "./dsl.js"; export const A = entity({});', ...files },
      "tsconfig.json",
    );
    expect(result.diagnostics.map(({ code, location }) => [location.file, code])).toContainEqual([
      "tsconfig.json",
      "definition.tsconfig-invalid",
    ]);
  });
});

it("package imports are followed", () => {
  const files = {
    "package.json": '{ "type": "module", "imports": { "#shared/*": "./src/shared/*.ts" } }',
    "src/shared/audited.ts": audited,
  };
  expect(readMixin('import { audited } from "#shared/audited";', files)).toEqual(found);
});

it("absolute paths work as relative ones do", () => {
  const { drafts, diagnostics } = readFiles({
    "a.table.ts": 'import { O } from "/root/shared/o.js"; export const x = O;',
    "/root/shared/o.ts": "export const O = 1;",
  });
  expect([drafts, placesOf(diagnostics)]).toEqual([[], ["1:1 definition.none"]]);
});
