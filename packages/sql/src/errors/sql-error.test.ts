import { expect, it } from "vitest";
import { isSqlError, SqlError } from "./sql-error.js";

it("is an Error with a code and a cause", () => {
  const cause = new Error("of DuckDB");
  const error = new SqlError("sql.invalid", "No.", { cause });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: "SqlError", code: "sql.invalid", message: "No.", cause });
  expect(String(error)).toBe("SqlError: No.");
});

it("is known even from another copy of the package", () => {
  const other = Object.assign(new Error("No."), { name: "SqlError", code: "sql.invalid" });
  expect([new SqlError("sql.invalid", "No."), other].map(isSqlError)).toEqual([true, true]);
  const others = [
    new Error("No."),
    Object.assign(new Error("No."), { name: "SqlError" }),
    Object.assign(new Error("No."), { code: "sql.invalid" }),
    { name: "SqlError", code: "sql.invalid" },
    undefined,
  ];
  expect(others.map(isSqlError)).toEqual(others.map(() => false));
});
