import { describe, expect, it } from "vitest";
import { headerFields } from "../http/http-message.js";
import { sameSignature, sign, verifiesSharedKey } from "./shared-key.js";

const key = Buffer.from("key");
const now = Date.parse("2026-01-01T00:00:00Z");
const date = "Thu, 01 Jan 2026 00:00:00 GMT";
const minute = 60_000;

interface Change {
  readonly authorization?: (signature: string) => string;
  readonly headers?: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly lines?: readonly string[];
  readonly at?: number;
}

function verifies(change: Change = {}): boolean {
  const { headers = ["x-ms-date", date], query = {}, lines = ["GET", "", "", date, "/acct/Shop"], at = now } = change;
  const { authorization = (text) => `SharedKey acct:${text}` } = change;
  const request = {
    method: "GET",
    path: "/Shop",
    query: new Map(Object.entries(query)),
    headers: headerFields(headers),
  };
  return verifiesSharedKey(authorization(sign(key, lines.join("\n"))), request, "acct", key, at);
}

describe("a shared key signature", () => {
  it("is of method, MD5, type, date and resource", () => {
    expect(verifies()).toBe(true);
    expect(verifies({ headers: ["date", date] })).toBe(true);
    expect(
      verifies({
        headers: ["x-ms-date", date, "Content-MD5", "md5", "Content-Type", "application/json"],
        lines: ["GET", "md5", "application/json", date, "/acct/Shop"],
      }),
    ).toBe(true);
    expect(verifies({ query: { comp: "acl", other: "x" }, lines: ["GET", "", "", date, "/acct/Shop?comp=acl"] })).toBe(
      true,
    );
    expect(verifies({ lines: ["PUT", "", "", date, "/acct/Shop"] })).toBe(false);
  });

  it("in its short form is of date and resource", () => {
    const authorization = (text: string) => `SharedKeyLite acct:${text}`;
    expect(verifies({ authorization, lines: [date, "/acct/Shop"] })).toBe(true);
    expect(verifies({ authorization })).toBe(false);
  });

  it.each<[string, (signature: string) => string]>([
    ["another account", (text) => `SharedKey other:${text}`],
    ["another scheme", (text) => `SharedKeys acct:${text}`],
    ["text before it", (text) => `xSharedKey acct:${text}`],
    ["text after it", (text) => `SharedKey acct:${text} x`],
    ["no signature", () => "SharedKey acct:"],
    ["half a signature", (text) => `SharedKey acct:${text.slice(0, 20)}`],
    ["a lower-case scheme", (text) => `sharedkey acct:${text}`],
  ])("is refused with %s", (_, authorization) => {
    expect(verifies({ authorization })).toBe(false);
  });

  it("needs a date", () => {
    expect(verifies({ headers: [], lines: ["GET", "", "", "", "/acct/Shop"] })).toBe(false);
    expect(verifies({ headers: ["x-ms-date", "today"], lines: ["GET", "", "", "today", "/acct/Shop"] })).toBe(false);
  });

  it.each([
    [15 * minute, true],
    [15 * minute + 1, false],
    [-15 * minute, true],
    [-15 * minute - 1, false],
  ])("%d ms from the service's time is taken: %s", (skew, taken) => {
    expect(verifies({ at: now + skew })).toBe(taken);
  });

  it("is compared as a whole", () => {
    expect(sameSignature("abc", "abc")).toBe(true);
    for (const other of ["abd", "ab", "abcd", ""]) expect(sameSignature("abc", other)).toBe(false);
  });
});
