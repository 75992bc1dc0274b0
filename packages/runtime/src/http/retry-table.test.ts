import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { law } from "../test/law.js";
import { backoff, failureKind, type Outcome, retryAfter, retryRule, retrySettings } from "./retry-table.js";

/** Outcome, whether it is retried, and whether a write may have been applied. */
const expected: readonly (readonly [Outcome, boolean, boolean])[] = [
  [200, false, false],
  [204, false, false],
  [304, false, false],
  [400, false, false],
  [401, false, false],
  [403, false, false],
  [404, false, false],
  [405, false, false],
  [408, true, true],
  [409, false, false],
  [411, false, false],
  [412, false, false],
  [413, false, false],
  [415, false, false],
  [429, true, false],
  [500, true, true],
  [501, false, false],
  [502, true, true],
  [503, true, true],
  [504, true, true],
  [505, false, false],
  [520, true, true],
  ["unusable-response", true, true],
  ["not-connected", true, false],
  ["connection-lost", true, true],
  ["attempt-timeout", true, true],
  ["not-sendable", false, false],
  ["unknown", false, true],
];

describe("retry table", () => {
  it.each(expected)("%s: retried %s; a write may have been applied: %s", (outcome, retry, mayHaveApplied) => {
    expect(retryRule(outcome, true)).toEqual({ retry, mayHaveApplied: false });
    expect(retryRule(outcome, false)).toEqual({ retry, mayHaveApplied });
  });

  it.each([
    ["ECONNREFUSED", "not-connected"],
    ["ENOTFOUND", "not-connected"],
    ["EAI_AGAIN", "not-connected"],
    ["EHOSTDOWN", "not-connected"],
    ["EHOSTUNREACH", "not-connected"],
    ["ENETDOWN", "not-connected"],
    ["ENETUNREACH", "not-connected"],
    ["UND_ERR_CONNECT_TIMEOUT", "not-connected"],
    ["ECONNABORTED", "connection-lost"],
    ["ECONNRESET", "connection-lost"],
    ["ESOCKETTIMEDOUT", "connection-lost"],
    ["EPIPE", "connection-lost"],
    ["ETIMEDOUT", "connection-lost"],
    ["UND_ERR_SOCKET", "connection-lost"],
    ["UND_ERR_HEADERS_TIMEOUT", "connection-lost"],
    ["UND_ERR_BODY_TIMEOUT", "connection-lost"],
    ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "connection-lost"],
    ["HPE_INVALID_CONSTANT", "connection-lost"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "not-sendable"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "not-sendable"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "not-sendable"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "not-sendable"],
    ["CERT_HAS_EXPIRED", "not-sendable"],
    ["UND_ERR_INVALID_ARG", "not-sendable"],
    ["UND_ERR_ABORTED", "not-connected"],
    ["E_SOMETHING", "unknown"],
    ["E_CERT_HAS_EXPIRED", "unknown"],
    ["E_HPE_INVALID", "unknown"],
    ["", "unknown"],
  ])("knows an error with code %s as %s, also as the cause of another", (code, kind) => {
    const error = Object.assign(new Error("x"), { code });
    expect(failureKind(error)).toBe(kind);
    expect(failureKind(new TypeError("fetch failed", { cause: error }))).toBe(kind);
  });

  it("knows an error of undici's HTTP parser without a code as a lost connection", () => {
    expect(failureKind(Object.assign(new Error("x"), { name: "HTTPParserError" }))).toBe("connection-lost");
  });

  it("looks for a code in the error and three causes below it", () => {
    const below = (depth: number): Error =>
      depth === 0 ? Object.assign(new Error("x"), { code: "ECONNRESET" }) : new Error("x", { cause: below(depth - 1) });
    expect([0, 3, 4].map((depth) => failureKind(below(depth)))).toEqual([
      "connection-lost",
      "connection-lost",
      "unknown",
    ]);
  });

  it.each([undefined, null, "text", 7, {}, new Error("x")])("knows %s as unknown", (error) => {
    expect(failureKind(error)).toBe("unknown");
  });
});

const now = Date.parse("2026-01-01T00:00:00Z");

describe("Retry-After", () => {
  it.each<[string[], number | undefined]>([
    [[], undefined],
    [["Retry-After", "3"], 3000],
    [["retry-after", " 0 "], 0],
    [["RETRY-AFTER", "1.5"], 1500],
    [["Retry-After", "Thu, 01 Jan 2026 00:00:20 GMT"], 20_000],
    [["Retry-After", "Wed, 31 Dec 2025 23:59:59 GMT"], 0],
    [["Retry-After", "soon"], undefined],
    [["Retry-After", "-5"], undefined],
    [["Retry-After", "2026-01-01"], undefined],
    [["Retry-After", "99999999999999999999"], undefined],
    [["Retry-After", "3", "x-ms-retry-after-ms", "250"], 250],
    [["retry-after-ms", "40"], 40],
    [["retry-after-ms", "40.5"], 40.5],
    [["retry-after-ms", "x40"], undefined],
    [["retry-after-ms", "40x"], undefined],
    [["retry-after-ms", "1".repeat(13)], undefined],
    [["Retry-After", "x3"], undefined],
    [["Retry-After", "3x"], undefined],
    [["Retry-After", "1 Jan 2026 00:00:20 GMT"], undefined],
    [["x-ms-retry-after-ms", "many", "Retry-After", "2"], 2000],
  ])("of %j is %s ms", (headers, expected) => {
    expect(retryAfter(headers, now)).toBe(expected);
  });

  it("is never negative, infinite or an error, whatever a server sends", () => {
    const name = fc.constantFrom("retry-after", "Retry-After", "x-ms-retry-after-ms", "retry-after-ms");
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string({ unit: "binary" }))), (headers) => {
        const ms = retryAfter(headers.flat(), now);
        expect(ms === undefined || (ms >= 0 && Number.isFinite(ms))).toBe(true);
      }),
      law(10_000),
    );
  });
});

describe("back-off", () => {
  const settings = retrySettings({ baseDelayMs: 100, maxDelayMs: 1000 });

  it("is a random time below a bound that doubles up to the longest", () => {
    const longest = [1, 2, 3, 4, 5, 9].map((retry) => backoff(retry, settings, () => 1));
    expect(longest).toEqual([100, 200, 400, 800, 1000, 1000]);
    expect(backoff(3, settings, () => 0)).toBe(0);
    expect(backoff(3, settings, () => 0.5)).toBe(200);
  });

  it.each([
    { maxAttempts: 0 },
    { maxAttempts: Number.NaN },
    { baseDelayMs: -1 },
    { maxDelayMs: Number.POSITIVE_INFINITY },
  ])("refuses %j", (options) => {
    expect(() => retrySettings(options)).toThrow(expect.objectContaining({ code: "config.invalid-option" }));
  });

  it("is off with false, and has its defaults", () => {
    expect(retrySettings(false)).toEqual({ maxAttempts: 1, baseDelayMs: 0, maxDelayMs: 0 });
    expect(retrySettings(undefined)).toEqual({ maxAttempts: 5, baseDelayMs: 500, maxDelayMs: 20_000 });
    const least = { maxAttempts: 1, baseDelayMs: 0, maxDelayMs: 0 };
    expect(retrySettings(least)).toEqual(least);
  });
});
