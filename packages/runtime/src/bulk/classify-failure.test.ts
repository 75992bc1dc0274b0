import { describe, expect, it } from "vitest";
import type { AmbiguousAttempt, RequestErrorOptions, ServiceErrorDetails } from "../errors/call-errors.js";
import { RequestError, ServiceError } from "../errors/call-errors.js";
import type { ErrorCode } from "../errors/error-codes.js";
import { TableError } from "../errors/table-error.js";
import { TransactionError } from "../errors/transaction-error.js";
import { classifyFailure, isUnsent, lostRequests } from "./classify-failure.js";

const attempt: AmbiguousAttempt = { startedAt: 1, endedAt: 2 };
const lost = { ambiguousAttempts: [attempt] };
const proof = { evidence: "receipt" } as const;
const place = { index: 2, operation: "insert", entity: "Order", key: { partitionKey: "p", rowKey: "r" } };

const request = (code: ErrorCode, options: Partial<RequestErrorOptions> = {}) =>
  new RequestError(code, "Failed.", { attempts: 1, ...options });
const response = (status: number, details: Partial<ServiceErrorDetails> = {}, code: ErrorCode = "request.failed") =>
  new ServiceError(code, "Refused.", { status, ...details });
const operation = (status: number, details: Partial<ServiceErrorDetails> = {}, code?: ErrorCode) => {
  const cause = response(status, details, code);
  return new TransactionError(cause.code, "Refused.", place, cause);
};

const fails = { next: "fail" };
const splits = { next: "split" };
const isLost = { next: "lost" };
const without = { next: "without", index: 2 };

describe("the failure of a request of a bulk", () => {
  it.each<[string, unknown, { writes?: number; earlier?: AmbiguousAttempt[]; mayWait?: boolean }, object]>([
    ["no error of this package", new Error("no"), {}, fails],
    ["an abort, whatever was in flight", request("request.aborted", { ...lost, ...proof }), {}, fails],
    ["a busy service", response(503, lost, "service.busy"), { mayWait: true }, { next: "wait" }],
    ["a busy service after all waits", response(503, lost, "service.busy"), {}, isLost],
    ["another status, though the bulk may wait", response(500, lost), { mayWait: true }, isLost],
    ["a busy service that applied nothing, after all waits", response(429, {}, "service.busy"), {}, fails],
    ["a missing table", operation(404, {}, "table.not-found"), {}, fails],
    ["status 400 for several writes", response(400), {}, splits],
    ["status 413 for several writes", response(413, lost), {}, splits],
    ["status 413 for two writes", response(413), { writes: 2 }, splits],
    ["status 413 for one write", response(413), { writes: 1 }, fails],
    ["status 400 of one operation", operation(400), {}, without],
    ["status 403", response(403), {}, fails],
    ["no response", request("request.failed", lost), {}, isLost],
    ["no response, of one operation", operation(500, lost), {}, isLost],
    ["no response, after an earlier request", request("request.failed", lost), { earlier: [] }, isLost],
    ["no connection after a lost request", request("request.failed", lost), { earlier: [attempt] }, fails],
    [
      "no connection after a lost request, for one write",
      operation(500, lost),
      { earlier: [attempt], writes: 1 },
      { next: "without", index: 0 },
    ],
    ["no connection", request("request.failed"), {}, fails],
    ["a request that was certainly not applied", request("request.failed", proof), {}, isLost],
    ["one operation that was certainly not applied", operation(500, proof), {}, without],
    ...[404, 409, 412].flatMap((status): [string, unknown, object, object][] => [
      [`status ${status} after a lost attempt`, response(status, lost), {}, { next: "apart" }],
      [`status ${status} of an operation after a lost attempt`, operation(status, lost), {}, { next: "apart" }],
      [`status ${status} after a lost attempt, for one write`, response(status, lost), { writes: 1 }, fails],
      [`status ${status} with proof`, response(status, proof), {}, fails],
      [`status ${status} of an operation`, operation(status), {}, without],
      [`status ${status} of an item with index rows`, operation(status), { writes: 1 }, { next: "without", index: 0 }],
    ]),
  ])("%s", (_, error, { writes = 3, earlier, mayWait = false }, expected) => {
    expect(classifyFailure(error, { writes, earlier, mayWait })).toEqual(expected);
  });
});

it("the lost requests of a batch are the last ones that an error lists", () => {
  const earlier = { attempts: [attempt, attempt], error: request("request.timeout", lost) };
  const failed = request("request.failed", lost);
  expect(lostRequests(failed, earlier)).toEqual({ attempts: [attempt], error: failed });
  const refused = operation(409, lost);
  expect(lostRequests(refused, undefined)).toEqual({ attempts: [attempt], error: refused });
  const unsent = new TransactionError("transaction.too-large", "Too large.", place);
  for (const other of [request("request.failed"), unsent, new Error("no"), Object.assign(new Error("no"), lost)]) {
    expect(lostRequests(other, earlier)).toBe(earlier);
  }
});

it.each<[string, unknown, boolean]>([
  ["was aborted before it was sent", request("request.aborted", { attempts: 0 }), true],
  ["was aborted after it was sent", request("request.aborted", { attempts: 1 }), false],
  ["was aborted after an earlier one was lost", request("request.aborted", { attempts: 0, ...lost }), false],
  ["failed before it was sent", request("request.failed", { attempts: 0 }), false],
  ["has an error without a number of attempts", new TableError("request.aborted", "Aborted."), false],
])("a request that %s: unsent is %s", (_, error, expected) => {
  expect(isUnsent(error)).toBe(expected);
});
