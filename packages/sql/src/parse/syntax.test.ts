import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callWithText, Database } from "../duckdb/database.js";
import {
  columnNames,
  findChild,
  isNode,
  listChildren,
  nodesWithin,
  parseSyntax,
  type SyntaxNode,
  syntaxJson,
  textOf,
} from "./syntax.js";

describe("a syntax tree", () => {
  it.each([
    "SELECT 10.0, 1.50, -0.0, 1e5, 1.5e-10, 5, -5, 9007199254740993, 12345678901234567890123456789012345678",
    "SELECT 100000000000000, 1000000000000000, -9007199254740993, 0.1 + 0.2, 5::DOUBLE, 1e300",
    `SELECT ':5.0,', 'x":1.0}', '"a":10.0,', 'a"b', '\\', '😀' FROM t`,
    "SELECT CAST('1' AS DECIMAL(38, 10)), [1.0, 2], {'a': 1.0}, INTERVAL 5 DAYS, DATE '2024-01-01'",
    "SELECT sum(a) OVER (PARTITION BY b ORDER BY c) FROM t WHERE a BETWEEN 1.0 AND 2 LIMIT 10 OFFSET 9007199254740993",
  ])("is converted to JSON with the same meaning: %s", async (text) => {
    const temporaryFolder = join(tmpdir(), "tablewright-syntax-test");
    using database = await Database.open({ memoryLimit: "128MB", temporaryFolder, threads: 1 });
    const json = await callWithText(database, "json_serialize_sql", text);
    const written = syntaxJson(parseSyntax(json));
    expect(written.replaceAll(/"query_location":\d+/g, "")).toBe(json.replaceAll(/"query_location":\d+/g, ""));
    expect(await callWithText(database, "json_deserialize_sql", written)).toBe(
      await callWithText(database, "json_deserialize_sql", json),
    );
  });

  it("has numbers that JavaScript writes as DuckDB does as numbers, and others as text", () => {
    const numbers = {
      a: "5",
      b: "-5",
      c: "999999999999999",
      d: "1000000000000000",
      e: "10.0",
      f: "1e5",
      g: "-1.5E+10",
    };
    const json = `{${Object.entries(numbers)
      .map(([name, text]) => `"${name}":${text}`)
      .join(",")}}`;
    expect(parseSyntax(json)).toEqual({
      a: 5,
      b: -5,
      c: 999_999_999_999_999,
      d: "\u00011000000000000000",
      e: "\u000110.0",
      f: "\u00011e5",
      g: "\u0001-1.5E+10",
    });
    expect(syntaxJson(parseSyntax(json))).toBe(json);
  });

  it("has no positions once it is converted to JSON", () => {
    expect(
      syntaxJson({ query_location: 18_446_744_073_709_552_000, value: 5, children: [{ query_location: 7 }] }),
    ).toBe('{"query_location":0,"value":5,"children":[{"query_location":0}]}');
  });
});

describe("a node", () => {
  const leaf = { class: "CONSTANT", value: 1 };
  const node: SyntaxNode = {
    class: "FUNCTION",
    child: leaf,
    children: [leaf, null, "text", [leaf]],
    name: "f",
    none: null,
  };

  it("is an object", () => {
    expect([{}, [], null, undefined, "text", 5].map(isNode)).toEqual([true, false, false, false, false, false]);
  });

  it("has members that are nodes, lists of nodes, or texts", () => {
    expect(["child", "children", "name", "none", "other"].map((name) => findChild(node, name))).toEqual([
      leaf,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(listChildren(node)).toEqual([leaf]);
    expect(listChildren({ rows: [leaf] }, "rows")).toEqual([leaf]);
    expect(["child", "none", "other"].map((name) => listChildren(node, name))).toEqual([[], [], []]);
    expect(["name", "child", "none", "other"].map((name) => textOf(node, name))).toEqual(["f", "", "", ""]);
  });

  it("is found with all nodes below it, from the outer to the inner ones", () => {
    expect([...nodesWithin(node)]).toEqual([node, leaf, leaf, leaf]);
    expect([...nodesWithin([[node], "text", null])]).toEqual([node, leaf, leaf, leaf]);
    expect([...nodesWithin("text")]).toEqual([]);
  });

  it("gives the names of a column reference only", () => {
    expect(columnNames({ class: "COLUMN_REF", column_names: ["o", "total"] })).toEqual(["o", "total"]);
    expect(columnNames({ class: "FUNCTION", column_names: ["o"] })).toBeUndefined();
  });
});
