import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Condition } from "../relations/relation.js";
import { findUses } from "./find-uses.js";
import { pushConjuncts } from "./push-conditions.js";
import { findRelation } from "./test/find-relation.js";
import { openSql, type Sql } from "./test/open-sql.js";

let sql: Sql;
beforeAll(async () => {
  sql = await openSql();
});
afterAll(() => sql[Symbol.dispose]());

/** Returns the conditions of the first reference to A, or to the given alias. */
async function conditionsOf(query: string, alias = "A"): Promise<readonly (Condition | undefined)[]> {
  const use = findUses(await sql.parse(query)).find((each) => each.alias === alias);
  if (use === undefined) throw new Error(`${alias} does not occur.`);
  const conjuncts = await pushConjuncts(use, findRelation, sql.constants);
  return conjuncts.map(({ condition }) => condition);
}

describe("the column of a condition", () => {
  const found = [{ where: ["n", "eq", 5], isExact: true }];

  it.each([
    ["FROM A WHERE N = 5", "A"],
    ["FROM A WHERE a.n = 5", "A"],
    ["FROM A AS x WHERE x.N = 5", "x"],
    ["FROM A x, A y WHERE X.n = 5", "x"],
    ["FROM A x, A y WHERE y.n = 5", "y"],
    ["FROM A x LEFT JOIN B y ON x.id = y.id WHERE y.n = 5", "y"],
    ["FROM A JOIN B USING (id) WHERE B.n = 5", "B"],
    ["FROM A, (SELECT 1 AS n) c WHERE A.n = 5", "A"],
    ["SELECT m AS n2 FROM A WHERE n = 5", "A"],
    ["SELECT m AS n FROM A WHERE A.n = 5", "A"],
    ["FROM A, C WHERE n = 5", "A"],
  ])("is one of the reference: %s", async (query, alias) => {
    expect(await conditionsOf(query, alias)).toEqual(found);
  });

  it.each([
    ["FROM A WHERE x.n = 5", "A"],
    ["FROM A x WHERE A.n = 5", "x"],
    ["FROM A WHERE main.A.n = 5", "A"],
    ["FROM A WHERE text.n = 5", "A"],
    ["FROM A, B WHERE B.n = 5", "A"],
    ["FROM A, B WHERE n = 5", "A"],
    ["FROM A, B WHERE own = 5", "A"],
    ["FROM A x, B x WHERE x.n = 5", "x"],
    ["FROM A x, A y WHERE n = 5", "x"],
    ["FROM A JOIN B USING (ID) WHERE id = 5", "A"],
    ["FROM A JOIN C USING (N) WHERE n = 5", "A"],
    ["FROM A NATURAL JOIN C WHERE n = 5", "A"],
    ["FROM A, (SELECT 1 AS n) c WHERE n = 5", "A"],
    ["SELECT m AS N FROM A WHERE n = 5", "A"],
    ["SELECT 1, m AS n FROM A WHERE n = 5", "A"],
    ["FROM C WHERE n = 5", "C"],
  ])("may belong to another: %s", async (query, alias) => {
    expect(await conditionsOf(query, alias)).toEqual([undefined]);
  });

  it.each([
    ["FROM A", "A"],
    ["FROM A POSITIONAL JOIN B WHERE A.n = 5", "A"],
    ["FROM (FROM A) x WHERE x.n = 5", "A"],
    ["FROM A HAVING n = 5", "A"],
  ])("is in WHERE only: %s", async (query, alias) => {
    expect(await conditionsOf(query, alias)).toEqual([]);
  });
});
