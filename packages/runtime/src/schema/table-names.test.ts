import { describe, expect, it } from "vitest";
import { isTableError } from "../errors/table-error.js";
import { checkTableName, type TableUse } from "./table-names.js";

function code(name: string, kind: "storage" | "cosmos", use?: TableUse): string {
  try {
    checkTableName(name, kind, use);
  } catch (error) {
    if (isTableError(error)) return error.code;
    throw error;
  }
  return "accepted";
}

describe("rule 1: table names", () => {
  it.each(["abc", "A12", "a".repeat(63), "Employees"])("Storage takes %s", (name) => {
    expect(code(name, "storage")).toBe("accepted");
  });

  it.each(["", "ab", "1abc", "a-b-c", "a_b", "a".repeat(64), "日本語"])("Storage refuses %j", (name) => {
    expect(code(name, "storage")).toBe("table.invalid-name");
  });

  it("Cosmos takes what Storage does not", () => {
    expect(code("a-b", "cosmos")).toBe("accepted");
    expect(code("日", "cosmos")).toBe("accepted");
    for (const name of ["", "a/b", "a\\b", "a#b", "a?b", "a\u0000"])
      expect(code(name, "cosmos")).toBe("table.invalid-name");
  });
});

describe("rule 2: reserved names", () => {
  it.each(["tables", "Tables", "TABLES"])("%s is reserved on Storage alone", (name) => {
    expect(code(name, "storage")).toBe("table.reserved-name");
    expect(code(name, "cosmos")).toBe("accepted");
  });
});

describe("rule 3: $Metrics tables", () => {
  it("are read and never created", () => {
    expect(code("$MetricsHourPrimaryTransactionsTable", "storage")).toBe("accepted");
    expect(code("$MetricsHourPrimaryTransactionsTable", "storage", "create")).toBe("table.reserved-name");
    expect(code("$Other", "storage")).toBe("table.invalid-name");
  });
});

it.each([
  [undefined, "storage", "Invalid table name undefined: expected a string."],
  [5, "cosmos", "Invalid table name 5: expected a string."],
  ["ab", "storage", "expected 3 to 63 ASCII letters and digits, starting with a letter; it has 2 characters."],
  ["Tables", "storage", 'The table name "Tables" is reserved for the list of tables; choose another name.'],
  ["a/b", "cosmos", 'Invalid table name "a/b": it is empty, or contains / \\ # ? or a control character.'],
] as const)("the error of the name %j on %s says why", (name, kind, message) => {
  expect(() => checkTableName(name as never, kind)).toThrow(message);
});

it.each(["x$MetricsHour", "$MetricsHour1", "$Metrics", "$metricsHour"])("%s is no table of metrics", (name) => {
  expect(code(name, "storage")).toBe("table.invalid-name");
});
