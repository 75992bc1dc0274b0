import { describe, expect, it } from "vitest";
import { placesOf, readFiles, readProperties, readText } from "../test/read-files.js";

const hole = (text: string) => `$\{${text}}`;
const before = `
enum Status { Open = "open", Closed = "closed" }
const enum Level { Low, High = 5, Higher, Top = Higher, "very-low" = -1 }
const Prefix = { short: "o", nested: { long: "order-" } } as const;
const list = ["a", "b", Status.Open] as const;
const size = 8, name = "High", big = 2n;
enum Named { Order = \`${hole("Prefix.nested.long")}1\`, Line = Prefix.short + "x", Same = Order }
const A = 100, Q = A;
enum Sum { A = 1, B = A + 4, C, D = C + Sum.A, E = -B, F = (B), G = Sum["A"] + Q, "very-high" = 7, H = Sum["very-high"] + 1 }
enum Text { A = "a", B = \`${hole("A")}-b\`, C = A + "c", D = Text.B + A, E = \`${hole("Text.A")}!\` }
enum Text { F = A + "f" }
`;

/** Reads a default after the declarations in `before`. */
function read(text: string) {
  const { properties, diagnostics } = readProperties(`x: edm.double({ default: ${text} })`, before);
  return diagnostics.length > 0 ? diagnostics.map(({ code }) => code) : properties[0]?.options.default?.value;
}

describe("constant expressions", () => {
  it.each([
    ["Status.Open", "open"],
    ['Status["Closed"]', "closed"],
    ["Level.Low", 0],
    ["Level.Higher", 6],
    ["Level.Top", 6],
    ['Level["very-low"]', -1],
    ["Level[name]", 5],
    ["-Level.High", -5],
    ["Named.Order", "order-1"],
    ["Named.Line", "ox"],
    ["Named.Same", "order-1"],
    ["Sum.B", 5],
    ["Sum.C", 6],
    ["Sum.D", 7],
    ["Sum.E", -5],
    ["Sum.F", 5],
    ["Sum.G", 101],
    ["Sum.H", 8],
    ["Text.B", "a-b"],
    ["Text.C", "ac"],
    ["Text.D", "a-ba"],
    ["Text.E", "a!"],
    ["Text.F", "af"],
    ["Prefix.nested.long", "order-"],
    ['Prefix["nested"]["long"]', "order-"],
    ["list[1]", "b"],
    ["list[2]", "open"],
    [`\`${hole("Prefix.short")}-${hole("size")}-${hole("true")}\``, "o-8-true"],
    ['"a" + "b" + 1', "ab1"],
    ["size + 1", 9],
    ["-size", -8],
    ["+size", 8],
    ["-big", -2n],
    ["big + 1n", 3n],
    ["(Status.Open) satisfies Status", "open"],
  ])("%s", (text, value) => expect(read(text)).toBe(value));

  it.each([
    ["Status.Opne", "definition.name-not-found"],
    ["Staus.Open", "definition.name-not-found"],
    ["Prefix.nested.lng", "definition.name-not-found"],
    ["list[9]", "definition.name-not-found"],
    ["Prefix.toString", "definition.name-not-found"],
    ["Object.prototype", "definition.not-static"],
    ["name.length", "definition.not-static"],
    ["Status.Open.length", "definition.not-static"],
    ["size - 1", "definition.not-static"],
    ["list + 1", "definition.not-static"],
    ["null + 1", "definition.not-static"],
    ["-name", "definition.not-static"],
    ["~size", "definition.not-static"],
    ["list[Prefix]", "definition.not-static"],
    [`\`${hole("list")}\``, "definition.not-static"],
  ])("%s is %s", (text, code) => expect(read(text)).toEqual([code]));

  it.each([
    ["enum E { A = B.B } enum B { B = E.A }", "definition.circular"],
    ["const E = { A: b } as const; const b = E.A;", "definition.circular"],
    ['enum E { B = "b", A }', "definition.not-static"],
    ["enum E { A = +true }", "definition.not-static"],
    ["enum E { A = 1 << 2 }", "definition.not-static"],
    ["enum E { A = true }", "definition.not-static"],
    ["enum E { A = absent }", "definition.name-not-found"],
    ["enum E { A = A + 1 }", "definition.name-not-found"],
    ["enum E { A = E.A + 1 }", "definition.circular"],
  ])("a member of %s is %s", (text, code) => {
    const { diagnostics } = readProperties("x: edm.double({ default: E.A })", text);
    expect(diagnostics.map((found) => found.code)).toEqual([code]);
  });
});

describe("Object.values", () => {
  const oneOf = (text: string, declared: string) => {
    const { properties, diagnostics } = readProperties(`x: edm.string({ oneOf: ${text} })`, declared);
    if (diagnostics.length > 0) return diagnostics.map(({ code }) => code);
    return properties[0]?.options.oneOf?.value.map(({ value }) => value);
  };

  it.each([
    ["Object.values(E)", 'enum E { A = "a", B = "b" }', ["a", "b"]],
    ["Object.values(E)", 'enum E { A = "a" } enum E { B = "b" }', ["a", "b"]],
    ["Object.values(E)", 'const E = { b: "b", 1: "one", a: "a" } as const;', ["one", "b", "a"]],
    ["Object.values({ ...E, c: 'c' })", 'const E = { a: "a" } as const;', ["a", "c"]],
    ["all", 'enum E { A = "a" } const all = Object.values(E);', ["a"]],
    ["[...Object.values(E), 'z']", 'enum E { A = "a" }', ["a", "z"]],
    ["Object.values(E)", "enum E { A }", ["definition.not-static"]],
    ["Object.values(E)", 'enum E { A = "a", B = 1 }', ["definition.not-static"]],
    ["Object.values(E)", "const E = { a: 1 } as const;", ["definition.invalid-value"]],
    ["Object.values()", "", ["definition.not-static"]],
    ["Object.values(['a'])", "", ["definition.not-static"]],
    ["Object.values(absent)", "", ["definition.name-not-found"]],
    ["Object.values(E)", 'const Object = { values: 5 }; const E = { a: "a" };', ["definition.not-static"]],
  ])("%s after %s is %j", (text, declared, values) => expect(oneOf(text, declared)).toEqual(values));
});

describe("constants of other files", () => {
  const body = (text: string) =>
    `import { edm, entity } from "tablewright"; export const A = entity({ table: "Abc", properties: { x: edm.string({ default: ${text} }) }, partitionKey: () => ["p"], rowKey: () => ["r"] });`;
  const files = {
    "model/status.ts": 'export enum Status { Open = "open" } export const Names = { open: Status.Open } as const;',
    "model/index.ts": 'export { Status as State, Names } from "./status.js"; export * as all from "./status.js";',
    "model/default.ts": 'enum Status { Open = "open" } export default Status;',
    "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./model/*"] } } }',
  };

  it.each([
    ['import { Status } from "./model/status.js";', "Status.Open"],
    ['import { Status } from "@/status";', "Status.Open"],
    ['import { State } from "./model/index.js";', "State.Open"],
    ['import { all } from "./model/index.js";', "all.Status.Open"],
    ['import * as model from "./model/status.js";', "model.Status.Open"],
    ['import * as model from "./model/index.js";', "model.all.Names.open"],
    ['import { Names } from "@/index";', "Names.open"],
    ['import Status from "./model/default.js";', "Status.Open"],
    ['import { Status } from "./model/status.js";', `\`${hole("Status.Open")}\``],
  ])("%s %s", (imports, text) => {
    const { drafts, diagnostics } = readFiles({ ...files, "a.table.ts": `${imports} ${body(text)}` }, "tsconfig.json");
    expect(diagnostics).toEqual([]);
    expect(drafts[0]?.properties.list[0]?.options.default?.value).toBe("open");
  });

  it("of a package are not known", () => {
    const { diagnostics } = readFiles({
      "a.table.ts": `import { Status } from "acme"; ${body("Status.Open")}`,
      "node_modules/acme/index.d.ts": 'export declare enum Status { Open = "open" }',
    });
    expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([
      ["definition.not-static", "Use a `const` or an enum of this file or of another source file."],
    ]);
  });
});

it("keys, tables, kinds and shared properties take them too", () => {
  const { drafts, diagnostics } = readText(`
enum Kind { Order = "order" }
const Tables = { shop: "Shop" } as const;
const shared = { money: edm.double() };
const width = 10;
export const Order = entity({
  table: Tables.shop,
  kind: Kind.Order,
  properties: { no: edm.int32({ min: 0 }), total: shared.money.optional() },
  partitionKey: () => [\`${hole("Kind.Order")}s\`, "a" + 1],
  rowKey: (k) => [Kind.Order, k.no.pad(width)],
});`);
  expect(diagnostics).toEqual([]);
  expect(drafts[0]).toMatchObject({
    table: { value: "Shop" },
    kind: { value: "order" },
    partitionKey: { parts: [{ text: "orders" }, { text: "a1" }] },
    rowKey: { parts: [{ text: "order" }, { format: { value: "pad" }, width: { value: 10 } }] },
  });
  expect(drafts[0]?.properties.list[1]).toMatchObject({ type: "double", optional: true });
});

it("mistakes are placed where they are written", () => {
  const { diagnostics } = readProperties("x: edm.string({ maxLength: Status.Open })", 'enum Status { Open = "open" }');
  expect(placesOf(diagnostics)).toEqual(["2:86 definition.invalid-value"]);
});
