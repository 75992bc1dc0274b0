import { describe, expect, it } from "vitest";
import { placesOf, readProperties } from "../test/read-files.js";

/** Reads a default in a file that declares `before`. */
function read(text: string, before = "") {
  const { properties, diagnostics } = readProperties(`x: edm.double({ default: ${text} })`, before);
  return diagnostics.length > 0 ? placesOf(diagnostics) : properties[0]?.options.default?.value;
}

describe("literals", () => {
  it.each([
    ['"text"', "text"],
    ["'it''s'.length".slice(0, 4), "it"],
    ["`no holes`", "no holes"],
    ['"\\u{1F600}"', "😀"],
    ["5", 5],
    ["-5", -5],
    ["+5", 5],
    ["1_000", 1000],
    ["0x10", 16],
    ["1e3", 1000],
    ["-0", -0],
    ["5n", 5n],
    ["-5n", -5n],
    ["0xffn", 255n],
    ["1_000n", 1000n],
    ["true", true],
    ["false", false],
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["-Infinity", Number.NEGATIVE_INFINITY],
    ["Number.MAX_SAFE_INTEGER", 9007199254740991],
    ["Number.MIN_SAFE_INTEGER", -9007199254740991],
    ["-(5)", -5],
    ["((5))", 5],
    ["5 as const", 5],
    ["<const>5", 5],
    ["5 satisfies number", 5],
    ["(5 as const) satisfies number", 5],
  ])("%s", (text, value) => expect(read(text)).toBe(value));
});

describe("constants", () => {
  it("are read by name, whatever their order", () => {
    expect(read("most", "const most = 5;")).toBe(5);
    expect(read("most", "const most: number = (other); const other = 7 as const;")).toBe(7);
  });

  it("hide globals", () => {
    expect(read("NaN", "const NaN = 5;")).toBe(5);
    expect(read("Number.MAX_SAFE_INTEGER", "const Number = { MAX_SAFE_INTEGER: 5 };")).toBe(5);
  });

  it.each([
    ["let most = 5;", "let"],
    ["var most = 5;", "var"],
    ["function most() {}", "a function"],
    ["class most {}", "a class"],
    ["const { most } = { most: 5 };", "a destructured constant"],
    ["declare const most: number;", "a constant without a value"],
  ])("%s is not one", (before) => expect(read("most", before)).toEqual(["2:84 definition.not-static"]));

  it("are reported where they are declared, once", () => {
    const { diagnostics } = readProperties(
      "x: edm.int32({ min: most }), y: edm.int32({ min: most })",
      "const most = 1 - 1;",
    );
    expect(placesOf(diagnostics)).toEqual(["1:57 definition.not-static"]);
  });

  it("cannot need themselves", () => {
    expect(read("a", "const a = b; const b = a;")).toEqual(["1:67 definition.circular"]);
  });
});

describe("what is not static", () => {
  it.each([
    "64 * 1024",
    "true + 1",
    "`a$" + "{limits}`",
    "flag ? 1 : 2",
    "new Date()",
    "Number(5)",
    "process.env.X",
    "most()",
    "most.length",
    "[5][0]",
    "5 as number",
    "most!",
    "!true",
    "~5",
    "-true",
    "function () { return 5; }",
    "/x/",
    "String.raw`x`",
    "import.meta",
    "typeof 5",
    "void 0",
    "(1, 2)",
    "this",
  ])("%s", (text) => {
    const { diagnostics } = readProperties(
      `x: edm.double({ default: ${text} })`,
      "const limits = { most: 5 }; function most() {}",
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(["definition.not-static"]);
  });

  it("is reported at each place in one run", () => {
    const { diagnostics } = readProperties(
      "a: edm.int32({ min: 1 - 1, max: 2 - 2 }), b: foo, c: edm.int32({ min: 3 - 3 })",
    );
    expect(diagnostics.map(({ code }) => code)).toEqual([
      "definition.not-static",
      "definition.not-static",
      "definition.name-not-found",
      "definition.not-static",
    ]);
  });
});

describe("names that are not there", () => {
  it("are reported with the closest one", () => {
    const { diagnostics } = readProperties("x: edm.int32({ min: lest })", "const least = 1;");
    expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([
      ["definition.name-not-found", 'Did you mean "least"?'],
    ]);
  });
});

it("undefined counts as no option", () => {
  const { properties, diagnostics } = readProperties("x: edm.string({ maxLength: undefined, name: undefined })");
  expect(diagnostics).toEqual([]);
  expect(properties[0]).toMatchObject({ options: {}, partial: false });
});
