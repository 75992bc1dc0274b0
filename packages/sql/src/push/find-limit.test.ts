import { afterAll, beforeAll, expect, it } from "vitest";
import { findLimit } from "./find-limit.js";
import { findUses } from "./find-uses.js";
import { openSql, type Sql } from "./test/open-sql.js";

let sql: Sql;
beforeAll(async () => {
  sql = await openSql();
});
afterAll(() => sql[Symbol.dispose]());

async function limitOf(query: string) {
  const statement = await sql.parse(query);
  return findLimit(statement, findUses(statement), sql.constants);
}

it.each([
  ["FROM A LIMIT 5", 5],
  ["FROM A LIMIT 0", 0],
  ["FROM A LIMIT 5 OFFSET 2", 7],
  ["FROM A LIMIT 5 OFFSET 0", 5],
  ["SELECT x, lower(y), 1 FROM A AS b WHERE x > 5 LIMIT 5", 5],
  ["SELECT A.* FROM A LIMIT 5", 5],
  ["SELECT x FROM table('Shop') LIMIT 5", 5],
])("is the rows that a query of one relation returns or skips: %s", async (query, limit) => {
  expect(await limitOf(query)).toEqual({ rows: limit, order: [] });
});

const up = (column: string) => ({ column, isDescending: false });
const down = (column: string) => ({ column, isDescending: true });

it.each([
  ["FROM A ORDER BY x LIMIT 5", [up("x")]],
  ["FROM A AS b ORDER BY b.x DESC NULLS LAST, Y LIMIT 3 OFFSET 2", [down("x"), up("Y")]],
  ["SELECT y, x AS z FROM A ORDER BY 2 DESC, 1 LIMIT 5", [down("x"), up("y")]],
  ["SELECT x AS y FROM A ORDER BY y LIMIT 5", [up("x")]],
])("has the columns of ORDER BY: %s", async (query, order) => {
  expect(await limitOf(query)).toEqual({ rows: 5, order });
});

it.each([
  ["SELECT min(x) FROM A", up("x")],
  ["SELECT max(a.X)::VARCHAR AS y, max(x) FROM A WHERE y > 5", down("X")],
  ["SELECT min(x) FROM A LIMIT 5", up("x")],
])("is one row for min or max: %s", async (query, term) => {
  expect(await limitOf(query)).toEqual({ rows: 1, order: [term] });
});

it.each([
  "FROM A",
  "FROM A OFFSET 2",
  "FROM A LIMIT 10%",
  "FROM A LIMIT 2 + 3",
  "FROM A LIMIT 5.5",
  "FROM A LIMIT 9223372036854775807",
  "FROM A LIMIT (SELECT 5)",
  "FROM A LIMIT 5 OFFSET 2 + 3",
  "FROM A LIMIT NULL",
  "FROM A ORDER BY ALL LIMIT 5",
  "FROM A ORDER BY x + 1 LIMIT 5",
  "FROM A ORDER BY 1 LIMIT 5",
  "FROM A ORDER BY x COLLATE NOCASE LIMIT 5",
  "SELECT -x AS x FROM A ORDER BY x LIMIT 5",
  "SELECT * REPLACE (-x AS x) FROM A ORDER BY x LIMIT 5",
  "SELECT x FROM A ORDER BY other.x LIMIT 5",
  "SELECT DISTINCT x FROM A ORDER BY x LIMIT 5",
  "SELECT min(x), max(x) FROM A",
  "SELECT min(x), min(y) FROM A",
  "SELECT min(x), count(*) FROM A",
  "SELECT min(x, 3) FROM A",
  "SELECT min(x) FILTER (WHERE y > 1) FROM A",
  "SELECT min(x) OVER () FROM A",
  "SELECT min(x) FROM A GROUP BY y",
  "SELECT min(x + 1) FROM A",
  "SELECT DISTINCT x FROM A LIMIT 5",
  "SELECT DISTINCT ON (x) y FROM A ORDER BY y LIMIT 5",
  "SELECT x FROM A GROUP BY x LIMIT 5",
  "SELECT x FROM A GROUP BY ALL LIMIT 5",
  "SELECT 1 FROM A GROUP BY () LIMIT 5",
  "SELECT x FROM A GROUP BY GROUPING SETS (x, y) LIMIT 5",
  "SELECT 1 FROM A HAVING true LIMIT 5",
  "SELECT x FROM A QUALIFY row_number() OVER () = 1 LIMIT 5",
  "SELECT count(*) FROM A LIMIT 5",
  "SELECT x, sum(y) OVER () FROM A LIMIT 5",
  "SELECT unnest(x) FROM A LIMIT 5",
  "SELECT x + random() FROM A LIMIT 5",
  "FROM A, B LIMIT 5",
  "FROM A, range(5) LIMIT 5",
  "FROM A JOIN (SELECT 1 AS x) b ON A.x = b.x LIMIT 5",
  "FROM A POSITIONAL JOIN B LIMIT 5",
  "FROM (FROM A) x LIMIT 5",
  "FROM (FROM A LIMIT 5) x",
  "SELECT x FROM A WHERE x IN (SELECT y FROM B) LIMIT 5",
  "FROM A TABLESAMPLE 10% LIMIT 5",
  "FROM A UNION ALL FROM A LIMIT 5",
  "FROM A UNION ALL (FROM B LIMIT 5)",
  "SELECT 1 LIMIT 5",
])("is unknown if the query may need more rows: %s", async (query) => {
  expect(await limitOf(query)).toBeUndefined();
});
