import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findUses } from "./find-uses.js";
import { pushConjuncts } from "./push-conditions.js";
import { findRelation } from "./test/find-relation.js";
import { openSql, type Sql } from "./test/open-sql.js";

let sql: Sql;
beforeAll(async () => {
  sql = await openSql();
});
afterAll(() => sql[Symbol.dispose]());

/** Returns what a WHERE becomes: conditions, of which one that is not exact has the prefix "rough". */
async function pushed(where: string): Promise<readonly unknown[]> {
  const [use] = findUses(await sql.parse(`FROM A WHERE ${where}`));
  const conjuncts = use === undefined ? [] : await pushConjuncts(use, findRelation, sql.constants);
  return conjuncts.map(({ condition }) =>
    condition?.isExact === false ? { rough: condition.where } : condition?.where,
  );
}

describe("a condition becomes one for the service", () => {
  it.each([
    ["n = 5", ["n", "eq", 5]],
    ["n <> 5", ["n", "ne", 5]],
    ["n < 5", ["n", "lt", 5]],
    ["n <= 5", ["n", "le", 5]],
    ["n > 5", ["n", "gt", 5]],
    ["n >= 5", ["n", "ge", 5]],
    ["5 = n", ["n", "eq", 5]],
    ["5 <> n", ["n", "ne", 5]],
    ["5 < n", ["n", "gt", 5]],
    ["5 <= n", ["n", "ge", 5]],
    ["5 > n", ["n", "lt", 5]],
    ["5 >= n", ["n", "le", 5]],
    ["n = 2 + 3", ["n", "eq", 5]],
    ["n IN (5)", ["n", "in", 5]],
    ["n IN (5, 6, 7)", ["n", "in", 5, 6, 7]],
    ["n IN (5, 6000000000 // 1000000000)", undefined],
    ["n NOT IN (5, 6)", ["n", "notIn", 5, 6]],
    ["n IN (5, 6::UTINYINT, 7::BIGINT)", ["n", "in", 5, 6, 7]],
    ["ratio IN (5.5, 6.5)", ["ratio", "in", 5.5, 6.5]],
    ["sent = DATE '2024-02-29'", ["sent", "eq", "2024-02-29T00:00:00.0000000Z"]],
    ["flag", ["flag", "eq", true]],
    ["A.flag", ["flag", "eq", true]],
    ["text LIKE 'ab%'", ["text", "startsWith", "ab"]],
    ["text LIKE 'ab'", ["text", "eq", "ab"]],
    ["text LIKE ''", ["text", "eq", ""]],
    ["text LIKE 'ab_'", { rough: ["text", "startsWith", "ab"] }],
    ["text LIKE 'a%b'", { rough: ["text", "startsWith", "a"] }],
    ["text LIKE 'a_b%'", { rough: ["text", "startsWith", "a"] }],
    ["text LIKE 'a%\nb'", { rough: ["text", "startsWith", "a"] }],
    ["rough LIKE 'ab%'", { rough: ["rough", "startsWith", "ab"] }],
    ["starts_with(text, 'a%')", ["text", "startsWith", "a%"]],
    ["prefix(text, 'ab')", ["text", "startsWith", "ab"]],
    ["text ^@ 'ab'", ["text", "startsWith", "ab"]],
  ])("as a comparison: %s", async (where, expected) => {
    expect(await pushed(where)).toEqual([expected]);
  });

  it.each([
    ["NOT n = 5", ["n", "ne", 5]],
    ["NOT n <> 5", ["n", "eq", 5]],
    ["NOT n < 5", ["n", "ge", 5]],
    ["NOT n <= 5", ["n", "gt", 5]],
    ["NOT n > 5", ["n", "le", 5]],
    ["NOT n >= 5", ["n", "lt", 5]],
    ["NOT 5 < n", ["n", "le", 5]],
    ["NOT n IN (5, 6)", ["n", "notIn", 5, 6]],
    ["NOT n NOT IN (5, 6)", ["n", "in", 5, 6]],
    ["NOT NOT n = 5", ["n", "eq", 5]],
    ["NOT flag", ["flag", "eq", false]],
    ["NOT (NOT flag)", ["flag", "eq", true]],
    [
      "NOT (n = 5 AND flag)",
      {
        $or: [
          ["n", "ne", 5],
          ["flag", "eq", false],
        ],
      },
    ],
    [
      "NOT (n = 5 OR flag)",
      {
        $and: [
          ["n", "ne", 5],
          ["flag", "eq", false],
        ],
      },
    ],
    ["NOT (n = 5 AND m IS NULL)", undefined],
    ["NOT (n = 5 OR m IS NULL)", { rough: { $and: [["n", "ne", 5]] } }],
    [
      "NOT (n BETWEEN 5 AND 6)",
      {
        $or: [
          ["n", "lt", 5],
          ["n", "gt", 6],
        ],
      },
    ],
    ["NOT starts_with(text, 'ab')", undefined],
    ["text NOT LIKE 'ab%'", undefined],
  ])("within NOT: %s", async (where, expected) => {
    expect(await pushed(where)).toEqual([expected]);
  });

  it.each([
    [
      "n = 5 AND flag AND m > 6",
      [
        ["n", "eq", 5],
        ["flag", "eq", true],
        ["m", "gt", 6],
      ],
    ],
    ["n = 5 AND (flag AND m IS NULL)", [["n", "eq", 5], ["flag", "eq", true], undefined]],
    [
      "n = 5 OR flag",
      [
        {
          $or: [
            ["n", "eq", 5],
            ["flag", "eq", true],
          ],
        },
      ],
    ],
    [
      "n = 5 OR (flag AND m > 6)",
      [
        {
          $or: [
            ["n", "eq", 5],
            {
              $and: [
                ["flag", "eq", true],
                ["m", "gt", 6],
              ],
            },
          ],
        },
      ],
    ],
    ["n = 5 OR m IS NULL", [undefined]],
    ["n = 5 OR local = 6", [undefined]],
    [
      "n BETWEEN 5 AND 6",
      [
        ["n", "ge", 5],
        ["n", "le", 6],
      ],
    ],
    ["n BETWEEN 5 AND 5000000000", [["n", "ge", 5], undefined]],
    [
      "flag OR n BETWEEN 5 AND 6",
      [
        {
          $or: [
            ["flag", "eq", true],
            {
              $and: [
                ["n", "ge", 5],
                ["n", "le", 6],
              ],
            },
          ],
        },
      ],
    ],
    [
      "sent BETWEEN DATE '2024-02-28' AND DATE '2024-02-29'",
      [
        ["sent", "ge", "2024-02-28T00:00:00.0000000Z"],
        ["sent", "le", "2024-02-29T00:00:00.0000000Z"],
      ],
    ],
  ])("split at AND: %s", async (where, expected) => {
    expect(await pushed(where)).toEqual(expected);
  });

  it("that shows the part of the query it comes from", async () => {
    const [use] = findUses(await sql.parse("FROM A WHERE n BETWEEN 5 AND 6 AND flag"));
    const conjuncts = use === undefined ? [] : await pushConjuncts(use, findRelation, sql.constants);
    const texts = await Promise.all(conjuncts.map(({ node }) => sql.constants.textOf(node)));
    expect(texts).toEqual(["(n >= 5)", "(n <= 6)", "flag"]);
  });
});

it.each([
  "n",
  "text",
  "NOT n",
  "missing",
  "true",
  "n IS NULL",
  "NOT n IS NULL",
  "n = m",
  "n = NULL",
  "n = 5.5",
  "n + 1 = 5",
  "n IS DISTINCT FROM 5",
  "abs(n) = 5",
  "local = 5",
  "5 IN (n, m)",
  "n IN (5, m)",
  "n IN (5, NULL)",
  "n IN (5, 6.5)",
  "n IN (5, 2 + 3)",
  "ratio IN (5, 6, 6.5)",
  "n NOT IN (5, 6.5)",
  "n IN (SELECT 5)",
  "n BETWEEN 5 AND 6.5",
  "n BETWEEN 5 AND 3 + 3",
  "NOT (n BETWEEN 5 AND 6.5)",
  "5 BETWEEN n AND m",
  "sent BETWEEN '2024-02-28' AND DATE '2024-02-29'",
  "text LIKE '%b'",
  "text LIKE '_b'",
  "text LIKE '%'",
  "text LIKE NULL",
  "text LIKE local",
  "n LIKE '5%'",
  "starts_with(n, '5')",
  "starts_with('ab', text)",
  "ends_with(text, 'b')",
  "contains(text, 'b')",
  "text ILIKE 'a%'",
  "text LIKE 'a$%%' ESCAPE '$'",
  "regexp_matches(text, 'a')",
  "EXISTS (SELECT 1)",
])("leaves a condition that the service cannot check to DuckDB: %s", async (where) => {
  expect(await pushed(where)).toEqual([undefined]);
});
