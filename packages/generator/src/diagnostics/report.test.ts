import { expect, it } from "vitest";
import type { DiagnosticCode } from "./diagnostic-codes.js";
import { Report } from "./report.js";

function placeAt(file: string, line: number, column = 1) {
  return { file, locate: () => ({ file, line, column, endLine: line, endColumn: column + 1 }) };
}

it("orders findings by file, line, column and code", () => {
  const report = new Report();
  const add = (code: DiagnosticCode, file: string, line: number, column: number) =>
    report.add(code, placeAt(file, line, column), "m", "h");
  add("key.empty", "b.ts", 1, 1);
  add("key.empty", "a.ts", 10, 1);
  add("key.too-long", "a.ts", 2, 5);
  add("key.empty", "a.ts", 2, 5);
  add("key.empty", "a.ts", 2, 4);
  expect(report.sorted().map(({ code, location: l }) => `${l.file}:${l.line}:${l.column} ${code}`)).toEqual([
    "a.ts:2:4 key.empty",
    "a.ts:2:5 key.empty",
    "a.ts:2:5 key.too-long",
    "a.ts:10:1 key.empty",
    "b.ts:1:1 key.empty",
  ]);
});

it("leaves out the middle of a message that quotes something long", () => {
  const report = new Report();
  report.add("key.empty", placeAt("a.ts", 1), `the value "${"x".repeat(10_000)}" is too long`, "h");
  const [found] = report.sorted();
  expect(found?.message).toMatch(/^the value "x{289} … x+" is too long$/);
});

it("keeps the first finding of one code at one place, and counts each error but no warning", () => {
  const report = new Report();
  report.add("key.empty", placeAt("a.ts", 1), "first", "h");
  report.add("key.empty", placeAt("a.ts", 1), "second", "h");
  report.add("key.pad-negative", placeAt("a.ts", 1), "warning", "h");
  expect(report.sorted().map(({ message, severity }) => [message, severity])).toEqual([
    ["first", "error"],
    ["warning", "warning"],
  ]);
  expect(report.errors).toBe(2);
});
