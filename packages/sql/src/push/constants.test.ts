import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ColumnType } from "../duckdb/column-type.js";
import { openSql, type Sql } from "./test/open-sql.js";

let sql: Sql;
beforeAll(async () => {
  sql = await openSql();
});
afterAll(() => sql[Symbol.dispose]());

describe("the value of a constant", () => {
  const constantOf = async (type: ColumnType, text: string) =>
    sql.constants.valueOf(await sql.parseExpression(text), type);

  it.each([
    ["VARCHAR", "'it''s'", "it's"],
    ["VARCHAR", "lower('ÄB') || 'c'", "äbc"],
    ["BOOLEAN", "true", true],
    ["BOOLEAN", "1 > 2", undefined],
    ["BOOLEAN", "'t'", true],
    ["INTEGER", "-5", -5],
    ["INTEGER", "2 + 3 * 4", 14],
    ["INTEGER", "'12'", 12],
    ["INTEGER", "CAST('12' AS UTINYINT)", 12],
    ["INTEGER", "5000000000", undefined],
    ["BIGINT", "9223372036854775807", "9223372036854775807"],
    ["BIGINT", "7::UHUGEINT", "7"],
    ["DOUBLE", "5", 5],
    ["DOUBLE", "0.25", 0.25],
    ["DOUBLE", "1e300", 1e300],
    ["DOUBLE", "0.5::FLOAT", 0.5],
    ["DOUBLE", "0.5::DOUBLE", 0.5],
    ["TIMESTAMP_NS", "'2024-02-29T12:00:00.1234567Z'", "2024-02-29T12:00:00.1234567Z"],
    ["TIMESTAMP_NS", "DATE '2024-02-29'", "2024-02-29T00:00:00.0000000Z"],
    ["UUID", "'C9DA6455-213D-42C9-9A79-3E9149A57833'", "c9da6455-213d-42c9-9a79-3e9149a57833"],
    ["UUID", "'c9da6455-213d-42c9-9a79-3e9149a57833'::UUID", "c9da6455-213d-42c9-9a79-3e9149a57833"],
    ["BLOB", "'\\x01\\xff'::BLOB", "Af8="],
    ["BLOB", "'ab'", "YWI="],
  ] as const)("as JSON of the service, for a column of %s: %s", async (type, text, value) => {
    expect(await constantOf(type, text)).toEqual(value);
  });

  it.each([
    ...["TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"],
    ...["UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"],
  ])("may have any type of integers: %s", async (type) => {
    expect(await constantOf("INTEGER", `5::${type}`)).toBe(5);
    expect(await constantOf("BIGINT", `5::${type}`)).toBe("5");
    expect(await constantOf("DOUBLE", `5::${type}`)).toBe(5);
  });

  it.each(["TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"])(
    "may have any type of dates: %s",
    async (type) => {
      expect(await constantOf("TIMESTAMP_NS", `${type} '2024-02-29 12:00:01'`)).toBe("2024-02-29T12:00:01.0000000Z");
    },
  );

  it.each([
    ["VARCHAR", "5"],
    ["VARCHAR", "['a']"],
    ["VARCHAR", "DATE '2024-02-29'"],
    ["BOOLEAN", "1"],
    ["BOOLEAN", "[true]"],
    ["INTEGER", "1.5"],
    ["INTEGER", "2.0"],
    ["INTEGER", "true"],
    ["INTEGER", "'1' || '2'"],
    ["BIGINT", "5.0::DOUBLE"],
    ["DOUBLE", "true"],
    ["DOUBLE", "'1' || '2'"],
    ["TIMESTAMP_NS", "TIMESTAMPTZ '2024-02-29 12:00:00+01'"],
    ["TIMESTAMP_NS", "TIME '12:00:00'"],
    ["UUID", "'c9da6455' || '-213d-42c9-9a79-3e9149a57833'"],
    ["BLOB", "'a' || 'b'"],
    ["JSON", "'{}'"],
  ] as const)(
    "is unknown if DuckDB converts the values of the column instead: %s column with %s",
    async (type, text) => {
      expect(await constantOf(type, text)).toBeUndefined();
    },
  );

  it.each([
    ["DOUBLE", "'nan'"],
    ["DOUBLE", "'-inf'"],
    ["TIMESTAMP_NS", "'infinity'"],
    ["TIMESTAMP_NS", "TIMESTAMP_NS '2024-02-29 12:00:00.000000150'"],
    ["UUID", "'x'"],
    ["INTEGER", "'five'"],
    ["INTEGER", "NULL"],
    ["INTEGER", "NULL::INTEGER"],
    ["INTEGER", "1 // 0"],
    ["VARCHAR", "error('no')"],
  ] as const)("is unknown if the service has no such value: %s column with %s", async (type, text) => {
    expect(await constantOf(type, text)).toBeUndefined();
  });

  it.each([
    "n",
    "n + 1",
    "CAST(n AS INTEGER)",
    "random()",
    "CAST(random() AS INTEGER)",
    "abs(CAST(random() AS INTEGER))",
    "nextval('s')",
    "(SELECT 1)",
    "CASE WHEN true THEN 1 ELSE 2 END",
    "count(*)",
    "sum(1)",
  ])("is unknown if it is not constant: %s", async (text) => {
    expect(await constantOf("INTEGER", text)).toBeUndefined();
  });

  it.each(["current_date", "current_date + 1", "now()", "today()"])(
    "is unknown if it depends on the time: %s",
    async (text) => {
      expect(await constantOf("TIMESTAMP_NS", text)).toBeUndefined();
    },
  );
});

describe("an expression", () => {
  it.each([
    ["n", true],
    ["*", true],
    ["5", true],
    ["lower(text) || 'x'", true],
    ["CAST(n + 1 AS VARCHAR)", true],
    ["random()", false],
    ["n + random()", false],
    ["CAST(random() AS VARCHAR)", false],
    ["sum(n)", false],
    ["abs(sum(n))", false],
    ["unnest([1, 2])", false],
    ["row_number() OVER ()", false],
    ["(SELECT 1)", false],
    ["n = 1", false],
  ])("depends on one row only: %s is %s", async (text, isScalar) => {
    expect(sql.constants.isScalar(await sql.parseExpression(text))).toBe(isScalar);
  });

  it.each(["1", "9223372036854775807", "10.0", "'a''b'", "(n + 1)", 'lower(o."Big Name")', "(x IN (1, 2))"])(
    "becomes SQL text again: %s",
    async (text) => {
      expect(await sql.constants.textOf(await sql.parseExpression(text))).toBe(text);
      expect(await sql.constants.textOf(await sql.parseExpression(`${text} AS other`))).toBe(text);
    },
  );
});
