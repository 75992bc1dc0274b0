import { describe, expect, it } from "vitest";
import { placesOf, readProperties } from "../test/read-files.js";

const names = (properties: string, before = "") =>
  readProperties(properties, before).properties.map(({ name }) => name.value);

describe("members", () => {
  it("have names as JavaScript has them", () => {
    expect(
      names('a: edm.string(), "b": edm.string(), ["c"]: edm.string(), 5: edm.string(), __proto__: edm.string()'),
    ).toEqual(["a", "b", "c", "5", "__proto__"]);
  });

  it("may be constants in short", () => {
    expect(names("note", "const note = edm.string();")).toEqual(["note"]);
  });

  it("are twice in one object only by mistake", () => {
    expect(placesOf(readProperties("a: edm.string(), a: edm.int32()").diagnostics)).toEqual([
      "2:76 property.duplicate",
    ]);
  });

  it("with a computed name are reported, and the rest is read", () => {
    const { properties, diagnostics } = readProperties("[key]: edm.string(), a: edm.string()", 'const key = "k";');
    expect(properties.map(({ name }) => name.value)).toEqual(["a"]);
    expect(placesOf(diagnostics)).toEqual(["2:59 definition.not-static"]);
  });

  it("are no methods or accessors", () => {
    const { diagnostics } = readProperties("a() {}, get b() { return 5; }");
    expect(diagnostics.map(({ code }) => code)).toEqual(["definition.not-static", "definition.not-static"]);
  });
});

describe("spreads", () => {
  const audited = "const audited = { createdAt: edm.dateTime(), note: edm.string() } as const;";

  it("stand where they are written", () => {
    expect(names("a: edm.string(), ...audited, z: edm.string()", audited)).toEqual(["a", "createdAt", "note", "z"]);
  });

  it("of spreads are read too", () => {
    expect(names("...all", `${audited} const all = { ...audited, by: edm.string() };`)).toEqual([
      "createdAt",
      "note",
      "by",
    ]);
  });

  it("give way to what comes later, which keeps the place of the first", () => {
    const { properties, diagnostics } = readProperties("...audited, createdAt: edm.int64(), x: edm.guid()", audited);
    expect(diagnostics).toEqual([]);
    expect(properties.map(({ name, type }) => [name.value, type])).toEqual([
      ["createdAt", "int64"],
      ["note", "string"],
      ["x", "guid"],
    ]);
    expect(readProperties("note: edm.guid(), ...audited", audited).properties.map(({ type }) => type)).toEqual([
      "string",
      "dateTime",
    ]);
  });

  it("may be literal objects", () => {
    expect(names("...{ a: edm.string() }, ...({ b: edm.string() } as const)")).toEqual(["a", "b"]);
  });

  it("of anything else are reported", () => {
    expect(placesOf(readProperties("...list, a: edm.string()", "const list = [];").diagnostics)).toEqual([
      "2:59 definition.not-static",
    ]);
  });
});

it("arrays may be spread into arrays", () => {
  const { properties } = readProperties(
    'x: edm.string({ oneOf: ["a", ...more, ...(["d"] as const)] })',
    'const more = ["b", "c"];',
  );
  expect(properties[0]?.options.oneOf?.value.map(({ value }) => value)).toEqual(["a", "b", "c", "d"]);
});
