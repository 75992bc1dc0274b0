import { afterAll, beforeAll, expect, it } from "vitest";
import { findUses } from "./find-uses.js";
import { neededColumns } from "./needed-columns.js";
import { openSql, type Sql } from "./test/open-sql.js";

let sql: Sql;
beforeAll(async () => {
  sql = await openSql();
});
afterAll(() => sql[Symbol.dispose]());

/** Returns the columns that a query needs of the relation A. */
async function columnsOf(query: string): Promise<readonly string[] | undefined> {
  const statement = await sql.parse(query);
  const uses = findUses(statement).filter(({ name }) => name === "A");
  return neededColumns(statement, uses, ["id", "Total", "note"]);
}

it.each([
  ["SELECT count(*) FROM A", []],
  ["SELECT note FROM A", ["note"]],
  ["SELECT 1 FROM A WHERE total > 5 ORDER BY ID", ["id", "Total"]],
  ["SELECT a.note FROM A", ["note"]],
  ["SELECT x.note FROM A AS x", ["note"]],
  ["SELECT note.part FROM A", ["note"]],
  ["SELECT 1 FROM A JOIN B USING (ID)", ["id"]],
  ["SELECT 1 FROM A JOIN B ON A.id = B.total", ["id", "Total"]],
  ["SELECT (SELECT total FROM B) FROM A", ["Total"]],
  ["SELECT B.* FROM A, B", []],
  ["SELECT COLUMNS(b.*) FROM A, B", []],
  ["SELECT 1 FROM A, B AS b(x, y)", undefined],
])("are those whose names occur anywhere: %s", async (query, columns) => {
  expect(await columnsOf(query)).toEqual(columns);
});

it.each([
  "FROM A",
  "SELECT * FROM A",
  "SELECT a.* FROM A",
  "SELECT X.* FROM A AS x, B",
  "SELECT * EXCLUDE (note) FROM A",
  "SELECT COLUMNS('n.*') FROM A",
  "SELECT #1 FROM A",
  "SELECT A FROM A",
  "SELECT X FROM A AS x",
  "SELECT 1 FROM A AS a(x, y, z)",
  "SELECT 1 FROM A NATURAL JOIN B",
  "SELECT 1 FROM (PIVOT A ON note IN (1, 2) USING sum(total))",
  "SELECT 1 FROM (DESCRIBE A)",
])("are all of them where the query does not name each: %s", async (query) => {
  expect(await columnsOf(query)).toBeUndefined();
});
