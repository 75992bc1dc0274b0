import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generate } from "./generate.js";
import { createSourceHost } from "./read/project/source-host.js";
import { goldenFolder } from "./test/golden-cases.js";

const shop = readFileSync(join(goldenFolder, "shop/tables/shop.table.ts"), "utf8");
const brands = readFileSync(join(goldenFolder, "brands/tables/brands.table.ts"), "utf8");
const sources = { "tables/shop.table.ts": shop, "tables/brands.table.ts": brands };
const files = Object.keys(sources);
const run = (texts: Record<string, string>, options: object = {}) =>
  generate({ host: createSourceHost(texts), files: Object.keys(texts), outDir: "src/tables.gen", ...options });

function hashOf(text: string, entity = "order"): string | undefined {
  const file = run({ "tables/shop.table.ts": text }).files.find(({ path }) => path.endsWith(`/${entity}.gen.ts`));
  return /\$hash: string = "(.+)"/.exec(file?.text ?? "")?.[1];
}

describe("generate", () => {
  it("returns the whole output folder, ordered by path", () => {
    const { files, diagnostics } = run(sources);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(files.map(({ path }) => path)).toEqual(
      ["brands", "customer", "index", "order-line", "order", "referral"].map((name) =>
        name === "index" ? "src/tables.gen/index.ts" : `src/tables.gen/${name}.gen.ts`,
      ),
    );
  });

  it("gives equal text for equal definitions, in whatever order the files are named", () => {
    const backwards = generate({
      host: createSourceHost(sources),
      files: files.toReversed(),
      outDir: "src/tables.gen/",
    });
    expect(backwards).toEqual(run(sources));
  });

  it("returns no file at all when one definition is wrong", () => {
    const { files, diagnostics } = run({
      ...sources,
      "tables/bad.table.ts": brands.replaceAll("[k.tenantId]", "[k.tenant]"),
    });
    expect(diagnostics.map(({ code }) => code)).toContain("key.unknown-property");
    expect(files).toEqual([]);
  });

  it("returns an index that exports nothing where there are no definitions", () => {
    const { files } = generate({ host: createSourceHost({}), files: [], outDir: "src/tables.gen" });
    expect(files.map(({ path }) => path)).toEqual(["src/tables.gen/index.ts"]);
    expect(files[0]?.text).toMatch(/\nexport \{\};\n$/);
  });

  it("ends imports as the tsconfig wants it, unless told", () => {
    const texts = { ...sources, "tsconfig.json": '{ "compilerOptions": { "moduleResolution": "bundler" } }' };
    const index = (options: object) =>
      generate({ host: createSourceHost(texts), files, outDir: "out", ...options }).files.find(
        ({ path }) => path === "out/index.ts",
      )?.text;
    expect(index({})).toContain('"./order.gen.js"');
    expect(index({ tsconfig: "tsconfig.json" })).toContain('"./order.gen"');
    expect(index({ tsconfig: "tsconfig.json", importExtension: ".ts" })).toContain('"./order.gen.ts"');
  });

  it("changes nothing but the place when a definition file moves", () => {
    const moved = run({ "lib/all.table.ts": shop }).files;
    for (const [index, { text }] of run({ "tables/shop.table.ts": shop }).files.entries()) {
      const expected = text
        .replaceAll("tables/shop.table.ts", "lib/all.table.ts")
        .replaceAll("[shop.table.ts]", "[all.table.ts]");
      expect(moved[index]?.text).toBe(expected);
    }
  });
});

describe("the definition hash", () => {
  const hash = hashOf(shop);

  it("keeps through comments, layout and changes of other entities", () => {
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(hashOf(shop.replace("A customer's order.", "Another comment."))).toBe(hash);
    expect(hashOf(shop.replaceAll("    ", "\t").replaceAll('"cust"', "'cust'"))).toBe(hash);
    expect(hashOf(shop.replace("quantity", "amount"))).toBe(hash);
  });

  it.each([
    ["name", shop.replace("const Order ", "const Purchase "), "purchase"],
    ["table", shop.replaceAll('"Shop"', '"Store"')],
    ["kind", shop.replace('kind: "order"', 'kind: "purchase"')],
    ["property's name", shop.replaceAll("total", "sum")],
    ["stored name", shop.replace("edm.double()", 'edm.double({ name: "Sum" })')],
    ["type", shop.replace("edm.double()", "edm.int32()")],
    ["form", shop.replace("edm.int64()", 'edm.int64({ as: "number" })')],
    ["default", shop.replace("default: false", "default: true")],
    ["limit", shop.replace("maxLength: 64", "maxLength: 65")],
    ["choice", shop.replace('"USD"', '"GBP"')],
    ["presence", shop.replace("edm.double()", "edm.double().optional()")],
    ["key literal", shop.replaceAll('"cust"', '"customer"')],
    ["key format", shop.replace("orderNo.pad(10)]", "orderNo.pad(11)]")],
    [
      "order of properties",
      shop.replace("total: edm.double(),\n", "").replace("sequence:", "total: edm.double(),\n    sequence:"),
    ],
  ])("changes with the %s", (_, text, entity = "order") => {
    expect(text).not.toBe(shop);
    expect(hashOf(text, entity)).toMatch(/^[0-9a-f]{16}$/);
    expect(hashOf(text, entity)).not.toBe(hash);
  });
});
