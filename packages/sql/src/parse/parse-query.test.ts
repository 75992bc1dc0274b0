import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Database } from "../duckdb/database.js";
import { parseQuery } from "./parse-query.js";

let database: Database;

beforeAll(async () => {
  const temporaryFolder = join(tmpdir(), "tablewright-parse-test");
  database = await Database.open({ memoryLimit: "128MB", temporaryFolder, threads: 1 });
});
afterAll(() => database[Symbol.dispose]());

const textOf = async (text: string, names: readonly string[]) => (await parseQuery(database, text, names)).text;

describe("the text of a query", () => {
  it.each([
    ["SELECT 1", "SELECT 1"],
    ["FROM Order", 'FROM "Order"'],
    ["FROM order", 'FROM "order"'],
    ["SELECT * FROM Order WHERE true", 'SELECT * FROM "Order" WHERE true'],
    ["FROM Order;", 'FROM "Order";'],
    ["SELECT Order.Group FROM Order", 'SELECT "Order".Group FROM "Order"'],
    ["SELECT o.Group FROM Order o", 'SELECT o.Group FROM "Order" o'],
    ["SELECT Group, 1 FROM t", 'SELECT "Group", 1 FROM t'],
    ["SELECT 'Order' FROM Order", `SELECT 'Order' FROM "Order"`],
    ["SELECT 'ö😀😀' AS x, 1 FROM Order", `SELECT 'ö😀😀' AS x, 1 FROM "Order"`],
    ["FROM Order ORDER BY Group", 'FROM "Order" ORDER BY "Group"'],
    ["FROM t JOIN Order ON true JOIN Group ON true", 'FROM t JOIN "Order" ON true JOIN "Group" ON true'],
    ['FROM "Order"', 'FROM "Order"'],
    ["FROM table('Shop')", `FROM "table"('Shop')`],
    ["FROM TABLE ('Shop') t", `FROM "TABLE" ('Shop') t`],
    ["FROM t, table('a') x, table('b') y", `FROM t, "table"('a') x, "table"('b') y`],
  ])("has quotes around the reserved words that are names: %s", async (text, quoted) => {
    expect(await textOf(text, ["Order", "Group"])).toBe(quoted);
  });

  it.each([
    ["FROM Order", ["Orders"], "Order"],
    ["FROM Order", [], "Order"],
    ["SELECT * FROM table", ["Order"], "table"],
    ["SELECT FROM WHERE", ["Order"], "WHERE"],
    ["SELECT )", ["Order"], ")"],
  ])("is refused where no name can explain the error: %s", async (text, names, near) => {
    await expect(textOf(text, names)).rejects.toMatchObject({
      code: "sql.invalid",
      message: `Parser Error: syntax error at or near "${near}"`,
    });
  });
});

it("a query is exactly one SELECT statement", async () => {
  for (const text of [
    "",
    "  ",
    "-- nothing",
    "SELECT 1; SELECT 2",
    "DROP TABLE t",
    "INSERT INTO t VALUES (1)",
    "PRAGMA version",
  ])
    await expect(textOf(text, []), text).rejects.toMatchObject({
      code: "sql.not-a-query",
      message: "Expected one SELECT statement.",
    });
  for (const text of [
    "SELECT 1;",
    "FROM t",
    "VALUES (1)",
    "WITH a AS (SELECT 1) FROM a",
    "(SELECT 1) UNION (SELECT 2)",
  ])
    expect(await textOf(text, []), text).toBe(text);
});

it("the syntax tree is that of the quoted text", async () => {
  const { statement } = await parseQuery(database, "SELECT Group FROM Order LIMIT 5", ["Order", "Group"]);
  expect(statement).toMatchObject({
    node: {
      type: "SELECT_NODE",
      select_list: [{ column_names: ["Group"] }],
      from_table: { type: "BASE_TABLE", table_name: "Order" },
      modifiers: [{ type: "LIMIT_MODIFIER" }],
    },
  });
});
