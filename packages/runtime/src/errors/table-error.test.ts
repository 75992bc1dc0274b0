import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { BulkError, isBulkError } from "./bulk-error.js";
import { isServiceError, RequestError, ServiceError } from "./call-errors.js";
import { type ErrorCode, errorCodes } from "./error-codes.js";
import { isTableError, retraced, TableError, withNames } from "./table-error.js";
import { isTransactionError, TransactionError } from "./transaction-error.js";

const packageRoot = fileURLToPath(new URL("../../", import.meta.url));
const page = "./docs/errors.md";

it("holds what is known of an error and nothing that is not, so that a log shows no undefined", () => {
  const error = new TableError("value.missing", "Order.total has no value", { entity: "Order" });
  expect(JSON.parse(JSON.stringify(error))).toEqual({ name: "TableError", code: "value.missing", entity: "Order" });
  expect(Object.keys(error).sort()).toEqual(["code", "entity", "name"]);
});

it.each(Object.keys(errorCodes) as ErrorCode[])(
  "%s leads to its section of the page that the package ships",
  (code) => {
    const { help } = new TableError(code, "x");
    const [, file = "", anchor = ""] = /^@tablewright\/runtime\/(docs\/.+)#(.+)$/.exec(help) ?? [];
    const page = readFileSync(`${packageRoot}${file}`, "utf8");
    expect(page.split(`\n### ${code} <a id="${anchor}"></a>\n`)).toHaveLength(2);
  },
);

it("ships the page, and lets programs find it by its name", () => {
  const { files, exports, publishConfig } = JSON.parse(readFileSync(`${packageRoot}package.json`, "utf8"));
  expect(files).toContain("docs");
  for (const { [page]: path } of [exports, publishConfig.exports]) expect(path).toBe(page);
});

it("is told by its brand and code, also where another copy of the package made it", () => {
  const error = new TableError("value.missing", "x");
  const copy = Object.assign(new Error("x"), { code: "value.missing", [Symbol.for("@tablewright/TableError")]: true });
  for (const one of [error, copy]) {
    expect([isTableError(one), isTableError(one, "value.missing"), isTableError(one, "key.empty")]).toEqual([
      true,
      true,
      false,
    ]);
  }
  for (const other of [new Error("x"), undefined, null, "value.missing", { code: "value.missing" }]) {
    expect(isTableError(other)).toBe(false);
  }
});

it("is an instance of its class in every copy of the package, and of no other class", async () => {
  vi.resetModules();
  const other = await import("./call-errors.js");
  const { TableError: OtherTableError } = await import("./table-error.js");
  class OwnError extends TableError {}
  const refusal = new ServiceError("service.busy", "x", { status: 503 });
  expect(OtherTableError).not.toBe(TableError);
  expect(refusal).toBeInstanceOf(OtherTableError);
  expect(refusal).toBeInstanceOf(other.ServiceError);
  expect(refusal).not.toBeInstanceOf(RequestError);
  expect(refusal).not.toBeInstanceOf(OwnError);
  expect(new OwnError("value.missing", "x")).toBeInstanceOf(OwnError);
  for (const value of [new Error("x"), undefined, null, "x"]) expect(value instanceof OtherTableError).toBe(false);
});

it("has the name of its class, by which each is told from the others", () => {
  const place = { index: 0, operation: "insert", entity: "Order", key: { partitionKey: "p", rowKey: "r" } };
  const errors = {
    TableError: new TableError("value.missing", "x"),
    RequestError: new RequestError("request.failed", "x", { attempts: 1 }),
    ServiceError: new ServiceError("service.busy", "x", { status: 503 }),
    TransactionError: new TransactionError("service.busy", "x", place),
    BulkError: new BulkError({ written: 0, failed: 0, failures: [], outcome: undefined }),
  };
  for (const [name, error] of Object.entries(errors)) {
    expect([error.name, isServiceError(error), isTransactionError(error), isBulkError(error)]).toEqual([
      name,
      name === "ServiceError",
      name === "TransactionError",
      name === "BulkError",
    ]);
  }
});

describe("the names before a message", () => {
  const plain = new TableError("key.too-long", "has 70 UTF-16 units.", { cause: "x" });

  it.each([
    [undefined, "Order.id has 70 UTF-16 units."],
    ['("p", "r")', 'Order.id of row ("p", "r") has 70 UTF-16 units.'],
  ])("are those of entity and property, and of the row %s", (row, message) => {
    const named = withNames(plain, "Order", "id", row);
    expect(named).toMatchObject({ code: "key.too-long", message, entity: "Order", property: "id", cause: "x" });
  });

  it.each([new Error("x"), undefined, new TableError("key.too-long", "x", { entity: "Line" })])(
    "are not added to %s, which is another error or has them",
    (error) => {
      expect(withNames(error, "Order", "id")).toBe(error);
    },
  );
});

it("shows its caller in place of the parsers, if it is one of this package", () => {
  function parse() {
    return new TableError("decode.malformed", "x");
  }
  function send(error: Error) {
    return retraced(error, send);
  }
  const own = parse();
  expect(own.stack).toContain("parse");
  expect(send(own)).toBe(own);
  expect(own.stack).not.toMatch(/at (parse|send) /);
  expect(own.stack).toContain("table-error.test");
  const foreign = new Error("x");
  const { stack } = foreign;
  expect(send(foreign).stack).toBe(stack);
});

it("has been sent once, unless it says otherwise", () => {
  expect(new ServiceError("service.busy", "x", { status: 503 }).attempts).toBe(1);
  expect(new ServiceError("service.busy", "x", { status: 503, attempts: 3 }).attempts).toBe(3);
});

it.each([
  [undefined, false, undefined],
  [[], true, "unknown"],
] as const)("with the attempts %j is ambiguous: %s", (ambiguousAttempts, ambiguous, outcome) => {
  for (const error of [
    new ServiceError("service.busy", "x", { status: 503, ambiguousAttempts }),
    new RequestError("request.failed", "x", { attempts: 1, ambiguousAttempts }),
  ]) {
    expect(error).toMatchObject({ ambiguous, outcome });
  }
});
