import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findUses } from "./find-uses.js";
import { openSql, type Sql } from "./test/open-sql.js";

let sql: Sql;
beforeAll(async () => {
  sql = await openSql();
});
afterAll(() => sql[Symbol.dispose]());

const usesOf = async (query: string) => findUses(await sql.parse(query));

describe("the references to relations in a query", () => {
  it.each([
    ["SELECT 1", []],
    ["FROM A, b AS C", ["A", "b AS C"]],
    ["FROM table('Shop')", ["table('Shop') AS table"]],
    ["FROM table('Shop') s", ["table('Shop') AS s"]],
    ["FROM read_parquet('a.parquet')", []],
    ["FROM range(5) r, A", ["A"]],
    ["FROM other.A", ["A"]],
    ["FROM A JOIN B ON A.id = (SELECT max(id) FROM C)", ["A", "B", "C"]],
    ["FROM (SELECT * FROM A UNION SELECT * FROM B) x", ["A", "B"]],
    ["FROM range((SELECT count(*) FROM A))", ["A"]],
    ["SELECT (SELECT 1 FROM B) FROM A WHERE EXISTS (FROM C) ORDER BY (SELECT 1 FROM D)", ["A", "B", "C", "D"]],
    ["FROM (PIVOT A ON x IN (1, 2) USING sum(y))", ["A"]],
    ["WITH A AS (FROM B) FROM A, C", ["B", "C"]],
    ["WITH A AS (FROM A) FROM a", ["A"]],
    ["WITH A AS (FROM C), B AS (FROM a) FROM b", ["C"]],
    ["WITH B AS (FROM A), A AS (FROM C) FROM b", ["A", "C"]],
    ["FROM (WITH A AS (SELECT 1) FROM A) x, A", ["A"]],
    ["WITH A AS (SELECT 1) FROM (SELECT * FROM A) x, main.A", ["A"]],
    ["WITH A AS (SELECT 1) FROM table('A')", ["table('A') AS table"]],
  ])("include each name that no WITH query defines: %s", async (query, expected) => {
    const uses = await usesOf(query);
    const texts = uses.map(({ name, isTable, alias }) => {
      const text = isTable ? `table('${name}')` : name;
      return alias === name ? text : `${text} AS ${alias}`;
    });
    expect(texts.sort()).toEqual([...expected].sort());
  });
});

describe("a reference's WHERE", () => {
  /** Returns the names whose rows WHERE may reduce. */
  const narrowed = async (query: string) =>
    (await usesOf(query)).filter(({ select }) => select !== undefined).map(({ alias }) => alias);

  it.each([
    ["FROM A, B", ["A", "B"]],
    ["FROM A JOIN B ON A.x = B.x", ["A", "B"]],
    ["FROM A LEFT JOIN B ON A.x = B.x", ["A", "B"]],
    ["FROM A RIGHT JOIN B ON A.x = B.x", ["A", "B"]],
    ["FROM A FULL JOIN B ON A.x = B.x", ["A", "B"]],
    ["FROM A SEMI JOIN B ON A.x = B.x", ["A", "B"]],
    ["FROM A CROSS JOIN B", ["A", "B"]],
    ["FROM A NATURAL JOIN B", ["A", "B"]],
    ["FROM A ANTI JOIN B ON A.x = B.x", []],
    ["FROM A POSITIONAL JOIN B", []],
    ["FROM A ASOF JOIN B ON A.x >= B.x", []],
    ["FROM (A POSITIONAL JOIN B) JOIN C ON true", ["C"]],
    ["FROM (A JOIN B ON true) POSITIONAL JOIN C", []],
    ["FROM A TABLESAMPLE 10%, B", ["B"]],
    ["FROM A, B USING SAMPLE 5", []],
    ["FROM A AS a(x, y), B", ["B"]],
    ["FROM other.A, B", ["B"]],
    ["FROM table('Shop') s, (FROM C) x", ["s", "C"]],
    ["FROM table('Shop') s(x)", []],
    ["SELECT (SELECT 1 FROM B) FROM A", ["A", "B"]],
    ["FROM (PIVOT A ON x IN (1, 2) USING sum(y))", []],
  ])("reduces the rows to read, unless every row can affect the result: %s", async (query, expected) => {
    expect((await narrowed(query)).sort()).toEqual([...expected].sort());
  });

  it("is that of the SELECT whose FROM has the reference", async () => {
    const [a, b, c] = await usesOf("SELECT 1 FROM A, B WHERE A.x = 1 AND EXISTS (SELECT 1 FROM C WHERE C.x = 2)");
    expect([a?.name, b?.name, c?.name]).toEqual(["A", "B", "C"]);
    expect(a?.select).toBe(b?.select);
    expect(a?.select?.uses).toEqual([a, b]);
    expect(c?.select?.uses).toEqual([c]);
    expect(c?.select?.node["where_clause"]).toMatchObject({ class: "COMPARISON" });
  });
});

describe("the columns of a FROM", () => {
  const scopeOf = async (query: string) => (await usesOf(query)).find(({ name }) => name === "A")?.select;

  it.each([
    ["FROM A", false],
    ["FROM A, B", false],
    ["FROM A JOIN B USING (x)", false],
    ["FROM A JOIN B ON A.x = (SELECT 1)", false],
    ["FROM A, table('Shop')", false],
    ["SELECT x FROM A WHERE x IN (SELECT 1)", false],
    ["FROM A, (SELECT 1)", true],
    ["FROM A NATURAL JOIN B", true],
    ["FROM A, range(5)", true],
    ["FROM A, (VALUES (1))", true],
    ["FROM A, (PIVOT B ON x IN (1, 2) USING sum(y))", true],
    ["WITH B AS (SELECT 1) FROM A, B", true],
    ["FROM (WITH B AS (SELECT 1) FROM B) x, A", true],
    ["FROM (WITH B AS (SELECT 1) SELECT * FROM A, C) x", false],
  ])("may be unknown: %s is %s", async (query, hasOthers) => {
    expect((await scopeOf(query))?.hasOthers).toBe(hasOthers);
  });

  it("are one column where USING unites them", async () => {
    expect((await scopeOf("FROM A JOIN B USING (Id, x) JOIN C USING (y)"))?.united).toEqual(new Set(["id", "x", "y"]));
    expect((await scopeOf("FROM A JOIN B ON A.x = B.x"))?.united).toEqual(new Set());
  });
});
