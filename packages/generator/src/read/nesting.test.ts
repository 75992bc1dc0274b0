import { describe, expect, it } from "vitest";
import { readFiles } from "./test/read-files.js";

const deep = 5_000;
const around = (open: string, inner: string, close: string) => open.repeat(deep) + inner + close.repeat(deep);
const definition = (before: string, property = "edm.string()") => `import { edm, entity } from "tablewright";
${before}
export const A = entity({ table: "Abc", properties: { x: ${property} }, partitionKey: () => ["p"], rowKey: () => ["r"] });`;
const chain = Array.from({ length: deep }, (_, index) => `const o${index + 1} = { ...o${index} };`).join("\n");

describe("a file that nests too deeply to be read is reported, with", () => {
  it.each([
    ["objects", definition(`export const o = ${around("{ a: ", "1", "}")};`)],
    ["arrays", definition(`export const o = ${around("[", "1", "]")};`)],
    ["parentheses", definition(`export const o = ${around("(", "1", ")")};`)],
    ["spreads", definition(`export const o = ${around("{ ...", "{}", "}")};`)],
    ["constants that spread each other", definition(`const o0 = {};\n${chain}\nexport const o = o${deep};`)],
    ["as const", definition(`export const o = 1${" as const".repeat(deep)};`)],
    ["type arguments", definition("", `edm.json<${around("Array<", "string", ">")}>()`)],
    ["array types", definition("", `edm.json<string${"[]".repeat(deep)}>()`)],
    ["operators", definition(`export const o = 1${" + 1".repeat(deep)};`)],
    ["members", definition(`export const o = a${".b".repeat(deep)};`)],
    ["methods", definition("", `edm.string()${".optional()".repeat(deep)}`)],
    ["code that is not read", definition(`function f() { return ${around("[", "1", "]")}; }`)],
  ])("%s", (_, text) => {
    const { drafts, diagnostics } = readFiles({ "a.table.ts": text });
    expect(drafts).toEqual([]);
    expect(diagnostics.map(({ code, location }) => [code, location.file])).toEqual([
      ["definition.too-deep", "a.table.ts"],
    ]);
  });

  it("a mixin of its own, which is named, and no other finding", () => {
    const { diagnostics } = readFiles({
      "a.table.ts": definition('import { m } from "./m.js"; export const shared = { ...m };'),
      "m.ts": `export const m = ${around("[", "1", "]")};`,
    });
    expect(diagnostics.map(({ code, location }) => [code, location.file])).toEqual([["definition.too-deep", "m.ts"]]);
  });
});
