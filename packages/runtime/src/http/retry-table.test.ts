import { describe, expect, it } from "vitest";
import { failureKind, type Outcome, retryRule } from "./retry-table.js";

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
