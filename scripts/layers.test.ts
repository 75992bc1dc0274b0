import { describe, expect, it } from "vitest";
import { checkLayers } from "./check-layers.js";
import { libraries, type PackageRules, packages } from "./layers.js";
import { readSources } from "./source-tree.js";

it("the packages keep to layers.ts: their order, the places of libraries, the sizes of files", () => {
  const tree = readSources();
  expect([...new Set([...tree.keys()].map((path) => path.split("/")[1]))].sort()).toEqual(Object.keys(packages).sort());
  expect(checkLayers(tree, packages, libraries)).toEqual([]);
});

describe("a breach of the rules is reported with its file, its import and the rule", () => {
  const rules: PackageRules = {
    order: "low · left, right · old, older · top.ts",
    imports: ["@tablewright/runtime/edm"],
  };
  const valid = {
    "low/a.ts": "export const a = 1;",
    "left/b.ts": 'import { a } from "../low/a.js";\nimport { c } from "../right/c.js";',
    "right/c.ts": 'export { a as c } from "../low/a.js";',
    "old/d.ts": 'import "../older/e.js";',
    "older/e.ts": 'import "../left/b.js";',
    "top.ts": 'import "./older/e.js";\nimport { readFileSync } from "node:fs";\nimport "@tablewright/runtime/edm";',
  };

  function check(files: Readonly<Record<string, string>>, change: Partial<PackageRules> = {}): string[] {
    const entries = Object.entries({ ...valid, ...files });
    const tree = new Map(entries.map(([path, text]) => [`packages/demo/src/${path}`, text]));
    return checkLayers(tree, { demo: { ...rules, ...change } }, { undici: ["demo/low/"], msw: ["demo/top.ts"] });
  }

  it("finds nothing in a tree that keeps to them", () => {
    expect(
      check({ "low/pool.ts": 'import { Pool } from "undici";\nimport type { x } from "undici/lib/x.js";' }),
    ).toEqual([]);
  });

  it.each([
    'import { b } from "../left/b.js";',
    'import type { b } from "../left/b.js";',
    'export * from "../left/b.js";',
    'const { b } = await import("../left/b.js");',
    'type B = typeof import("../left/b.js");',
  ])("an import of what comes later: %s", (text) => {
    expect(check({ "low/x.ts": text })).toEqual([
      "packages/demo/src/low/x.ts imports ../left/b.js: in packages/demo low may import only from low.",
    ]);
  });

  it("the name of a feature in code outside of its places, and in no comment or text", () => {
    const features = { names: ["ttl", "parts"], places: ["right", "top.ts"] };
    const text = "/** Uses ttl. */\nexport const part = ({ ttl }: Row) => `${ttl} parts`;";
    expect(check({ "low/x.ts": text, "right/x.ts": text }, { features })).toEqual([
      "packages/demo/src/low/x.ts names ttl: what is optional is called through schema/hooks.ts.",
    ]);
  });

  it("an import of a later file at the top of the sources", () => {
    expect(check({ "left/x.ts": 'import "../top.js";' })).toEqual([
      "packages/demo/src/left/x.ts imports ../top.js: in packages/demo left may import only from low, left, right.",
    ]);
  });

  it("an import of test code, which has no place in the order", () => {
    expect(check({ "left/x.ts": 'import "../test/shop.js";' })).toEqual([
      "packages/demo/src/left/x.ts imports ../test/shop.js: in packages/demo left may import only from low, left, right.",
    ]);
  });

  it("a circle of two folders that stand side by side", () => {
    expect(check({ "right/x.ts": 'import "../left/b.js";' })).toEqual([
      "packages/demo: left, right import each other in a circle: move what they share below.",
    ]);
  });

  it("a circle of files, by types or values", () => {
    const files = { "low/x.ts": 'import type { y } from "./y.js";', "low/y.ts": 'export * from "./x.js";' };
    expect(check(files)).toEqual([
      "demo/src/low/x.ts → demo/src/low/y.ts → demo/src/low/x.ts: these files import each other in a circle: move what they share to another file.",
    ]);
  });

  it("a longer circle, without those that it only leads to", () => {
    const files = {
      "a/1.ts": 'import "../b/1.js";',
      "b/1.ts": 'import "../c/1.js";',
      "c/1.ts": 'import "../a/2.js";\nimport "../d/1.js";',
      "a/2.ts": "",
      "d/1.ts": "",
    };
    const order = `${rules.order} · a, b, c, d`;
    expect(check(files, { order })).toEqual([
      "packages/demo: a, b, c import each other in a circle: move what they share below.",
    ]);
  });

  it("a folder that the order leaves out, and one that it names in vain", () => {
    expect(check({ "new/x.ts": "" }, { order: `${rules.order} · gone` })).toEqual([
      "packages/demo/src/new is not in the order of scripts/layers.ts: give it a place there.",
      "packages/demo/src/gone does not exist: remove it from the order of scripts/layers.ts.",
    ]);
  });

  it("a package that the table leaves out", () => {
    expect(checkLayers(new Map([["packages/other/src/a.ts", ""]]), {}, {})).toEqual([
      "packages/other is not in scripts/layers.ts: state its order there.",
    ]);
  });

  it("an import of a package that this one does not depend on", () => {
    expect(check({ "low/x.ts": 'import { TableError } from "@tablewright/runtime";\nimport "tablewright";' })).toEqual([
      "packages/demo/src/low/x.ts imports @tablewright/runtime: packages/demo imports only @tablewright/runtime/edm.",
      "packages/demo/src/low/x.ts imports tablewright: packages/demo imports only @tablewright/runtime/edm.",
    ]);
    expect(check({ "low/x.ts": 'import "@tablewright/runtime/edm";' }, { imports: [] })[0]).toContain(
      "packages/demo imports no other package.",
    );
  });

  it("a relative import that leaves the package, unless the table names its path", () => {
    const files = { "low/x.ts": 'import "../../../runtime/src/edm/guid.js";' };
    expect(check(files)).toEqual([
      "packages/demo/src/low/x.ts imports ../../../runtime/src/edm/guid.js: a relative import stays within packages/demo/src.",
    ]);
    expect(check(files, { imports: [...rules.imports, "packages/runtime/src"] })).toEqual([]);
  });

  it("a library outside its one place, however it is imported", () => {
    const texts = ['import "undici/lib/pool.js";', 'require("undici");', 'import type { Pool } from "undici";'];
    for (const text of texts)
      expect(check({ "left/x.ts": text })[0]).toContain("undici is imported only in demo/low/.");
    expect(check({ "top/x.ts": 'import "msw";' }, { order: `${rules.order} · top` })).toEqual([
      "packages/demo/src/top/x.ts imports msw: msw is imported only in demo/top.ts.",
    ]);
  });

  it("a library that has no place", () => {
    expect(check({ "low/x.ts": 'import { get } from "@scope/lodash/get";' })).toEqual([
      "packages/demo/src/low/x.ts imports @scope/lodash/get: the library has no place in scripts/layers.ts: state it there.",
    ]);
  });

  it("a source file of more than 400 lines, other than a generated one", () => {
    const long = "\n".repeat(401);
    const files = { "low/x.ts": long, "low/x.test.ts": long, "low/x.gen.ts": long, "low/ok.ts": "\n".repeat(400) };
    expect(check(files)).toEqual([
      "packages/demo/src/low/x.ts has 401 lines: split it, a source file has at most 400.",
    ]);
  });
});

describe("a violation planted in the repository's own rules is found", () => {
  const planted: readonly (readonly [path: string, text: string, rule: string])[] = [
    [
      "runtime/src/errors/x.ts",
      'import "../http/call.js";',
      "in packages/runtime errors may import only from platform, errors.",
    ],
    [
      "runtime/src/write/x.ts",
      'import type { x } from "../features/expiry.js";',
      "in packages/runtime write may import only from",
    ],
    [
      "runtime/src/client/x.ts",
      'const { x } = await import("../features/indexes/indexed-writer.js");',
      "in packages/runtime client may import only from",
    ],
    ["generator/src/model/x.ts", 'import "../emit/emit.js";', "in packages/generator model may import only from"],
    ["cli/src/cache/x.ts", 'import "../generation/json-report.js";', "in packages/cli cache may import only from"],
    ["cli/src/commands/pull/x.ts", 'import "../init/init.js";', "in packages/cli commands/pull may import only from"],
    ["testing/src/storage/x.ts", 'import "../service/call.js";', "in packages/testing storage may import only from"],
    ["conformance/src/targets/x.ts", 'import "../rules/lab.js";', "in packages/conformance targets may import only"],
    ["bench/src/server/x.ts", 'import "../rows/row.js";', "in packages/bench server may import only from"],
    ["testing/src/auth/x.ts", 'import "@tablewright/runtime";', "packages/testing imports no other package."],
    ["runtime/src/http/x.ts", 'import "@tablewright/testing";', "packages/runtime imports no other package."],
    ["generator/src/emit/x.ts", 'import "@tablewright/runtime";', "packages/generator imports only"],
    ["cli/src/commands/key/x.ts", 'import "undici";', "undici is imported only in"],
    ["runtime/src/client/x.ts", 'import "fast-xml-parser";', "fast-xml-parser is imported only in"],
    ["generator/src/emit/x.ts", 'import "ts-morph";', "ts-morph is imported only in generator/read/,"],
    ["runtime/src/rest/x.ts", 'import "node:crypto";', "node:crypto is imported only in"],
  ];

  it.each(planted)("%s: %s", (path, text, rule) => {
    const found = checkLayers(new Map([[`packages/${path}`, text]]), packages, libraries);
    expect(found.some((breach) => breach.startsWith(`packages/${path} imports `) && breach.includes(rule))).toBe(true);
  });
});
