import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ErrorCode, errorCodes } from "./error-codes.js";
import { httpStatusOf } from "./http-status.js";
import { TableError } from "./table-error.js";

const codes = Object.keys(errorCodes) as ErrorCode[];
const statusOf = (code: ErrorCode) => httpStatusOf(new TableError(code, "x"));

describe("the HTTP status of an error", () => {
  it.each<[ErrorCode, number]>([
    ["value.missing", 400],
    ["entity.not-found", 404],
    ["entity.already-exists", 409],
    ["index.not-unique", 409],
    ["entity.condition-not-met", 412],
    ["entity.too-large", 413],
    ["write.no-condition", 428],
    ["write.malformed-etag", 400],
    ["decode.missing", 500],
    ["auth.failed", 500],
    ["service.busy", 503],
    ["request.timeout", 504],
  ])("%s is %d", (code, status) => {
    expect(statusOf(code)).toBe(status);
  });

  it("is that of an error for every code, and 500 for any other error", () => {
    expect(codes.filter((code) => !(statusOf(code) >= 400 && statusOf(code) < 600))).toEqual([]);
    for (const error of [new Error("x"), undefined, { code: "entity.not-found" }])
      expect(httpStatusOf(error)).toBe(500);
  });

  it("is as the guide says", () => {
    const page = new URL("../../../docs/pages/guide/reading-and-writing.md", import.meta.url);
    const rows = readFileSync(page, "utf8").matchAll(/^\| (\d{3})(?:, (\d{3}))? \| (.*) \|$/gm);
    let named = 0;
    for (const [, first, second, text = ""] of rows)
      for (const [, code = ""] of text.matchAll(/`([a-z]+\.[a-z-]+)`/g)) {
        expect([first, second], code).toContain(String(statusOf(code as ErrorCode)));
        named += 1;
      }
    expect(named).toBeGreaterThan(25);
  });
});
