import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodings } from "../test/encodings.js";
import { law } from "../test/law.js";
import { foreignText, formatValue, redact, visibleText } from "./format-value.js";

it.each<[unknown, string]>([
  ['a"b', '"a\\"b"'],
  [5n, "5n"],
  [1.5, "1.5"],
  [-0, "-0"],
  [0, "0"],
  [true, "true"],
  [undefined, "undefined"],
  [null, "null"],
  [() => 1, "a function"],
  [Symbol("x"), "a symbol"],
  [new Date(0), "1970-01-01T00:00:00.000Z"],
  [new Date(Number.NaN), "an invalid Date"],
  [new Uint8Array(3), "Uint8Array(3)"],
  [[1], "an array"],
  [{ a: 1 }, "an object"],
  [Object.create(null), "an object"],
  [new (class Money {})(), "a Money object"],
  [
    new (class Instant {
      readonly [Symbol.toStringTag] = "Temporal.Instant";
    })(),
    "a Temporal.Instant object",
  ],
  [new (class Amount {})(), "an Amount object"],
  [
    new (class M {
      readonly $isDayjsObject = true;
    })(),
    "a Dayjs object",
  ],
  [new (class M {})(), "an object"],
  [{ constructor: { name: 5 } }, "an object"],
  [{ [Symbol.toStringTag]: "a\nb" }, "an object"],
  [new Map(), "a Map"],
  [new Set(), "a Set"],
  [Promise.resolve(1), "a promise"],
  [AbortSignal.abort(), "an AbortSignal"],
])("a value is shown on one line: %o as %s", (value, expected) => {
  expect(formatValue(value)).toBe(expected);
});

it("a long text is cut, and its length told", () => {
  expect(formatValue("x".repeat(58))).toBe(`"${"x".repeat(58)}"`);
  expect(formatValue("x".repeat(59))).toBe(`"${"x".repeat(59)}… (61 characters)`);
});

it.each([
  ["GET /T()?sv=1&sig=abc%2B1&se=2 refused", "GET /T()?sv=1&sig=[redacted]&se=2 refused"],
  ["?sig%3Dabc", "?sig%3D[redacted]"],
  ["?sv%3D1%26sig%3Dabc%252B1%26se%3D2", "?sv%3D1%26sig%3D[redacted]%26se%3D2"],
  ["sv%253D1%2526sig%253Dabc%25252B1%2526se", "sv%253D1%2526sig%253D[redacted]%2526se"],
  ["sv=1\\u0026sig=abc\\u0026se=2", "sv=1\\u0026sig=[redacted]\\u0026se=2"],
  ['{\\"sig\\":\\"abc\\"}', '{\\"sig\\":\\"[redacted]"}'],
  ["token eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJhIn0.c2ln-_ is old", "token [redacted] is old"],
  ['{"sig": "abc"}', '{"sig": "[redacted]"}'],
  ["Authorization: SharedKey acct:abc/1+2=", "Authorization: SharedKey acct:[redacted]"],
  ["Authorization: SharedKeyLite acct:abc=", "Authorization: SharedKeyLite acct:[redacted]"],
  ["Authorization: Bearer a.b-c_d, next", "Authorization: Bearer [redacted], next"],
  ["Authorization%3A%20Bearer%20abc%2F1%22%2C%20next", "Authorization%3A%20Bearer%20[redacted]%22%2C%20next"],
  ["%3DBearer%2520abc%2520next", "%3DBearer%2520[redacted]%2520next"],
  ["auth=Bearer+abc", "auth=Bearer+[redacted]"],
  ["\\u0020Basic\\u0020dTpw", "\\u0020Basic\\u0020[redacted]"],
  ["Authorization%3A%20SharedKeyLite%20acct%3Aabc%2B1%3D", "Authorization%3A%20SharedKeyLite%20acct%3A[redacted]"],
  ["AccountName%3Da%3BAccountKey%3Dabc%3D%3D%3Bnext", "AccountName%3Da%3BAccountKey%3D[redacted]%3Bnext"],
  ["AccountName=a;AccountKey=abc==;EndpointSuffix=b", "AccountName=a;AccountKey=[redacted];EndpointSuffix=b"],
  ["SharedAccessSignature=sv=1&sig=x;BlobEndpoint=b", "SharedAccessSignature=[redacted];BlobEndpoint=b"],
  [
    "The MAC signature found in the HTTP request 'abc' is wrong",
    "The MAC signature found in the HTTP request '[redacted]' is wrong",
  ],
  ["proxy http://user:pass@host:1 refused", "proxy http://[redacted]@host:1 refused"],
])("takes the secret out of %j", (text, expected) => {
  expect(redact(text)).toBe(expected);
  expect(redact(expected), "once is enough").toBe(expected);
});

it.each([
  "The specified resource does not exist.",
  "getaddrinfo ENOTFOUND a.table.core.windows.net",
  "connect ECONNREFUSED 127.0.0.1:10002",
  "design signature of a function",
  "https://a.table.core.windows.net/Shop(PartitionKey='a',RowKey='b')",
])("leaves %j as it is", (text) => {
  expect(redact(text)).toBe(text);
});

const part = fc.uint8Array({ minLength: 9, maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString("base64url"));
const header = fc
  .record({ alg: fc.constantFrom("none", "RS256", "ES256") }, { requiredKeys: ["alg"] })
  .map((fields) => Buffer.from(JSON.stringify(fields)).toString("base64url"));
const jsonWebToken = fc.tuple(header, part, part).map((parts) => parts.join("."));
const opaqueToken = fc.string({ unit: fc.constantFrom(..."ABCXYZabcxyz0189._~-+/"), minLength: 20, maxLength: 100 });
const encode = encodeURIComponent;
const escapes: Readonly<Record<string, (text: string) => string>> = {
  ...Object.fromEntries(
    Object.entries(encodings).filter(
      ([name]) => /^(plain|percent|percent twice|JSON)/.test(name) && !/base64/.test(name),
    ),
  ),
  "percent three times": (text) => encode(encode(encode(text))),
  form: (text) => encode(text).replaceAll("%20", "+"),
};
const before = fc.oneof(
  fc.constantFrom("", "x", "_", "-", "=", "%2", "25", "token=", "\n", "header: "),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);

describe.each(Object.entries(escapes))("in text as %s", (_, asWritten) => {
  it("a JSON web token is taken out, whatever is before it", () => {
    fc.assert(
      fc.property(jsonWebToken, before, (token, text) => {
        for (const written of [asWritten(text + token), text + asWritten(`=${token}`)]) {
          expect(redact(written)).not.toContain(token);
          for (const segment of token.split(".")) expect(redact(written)).not.toContain(segment);
        }
      }),
      law(2000),
    );
  });

  it("what follows Bearer and Basic is taken out", () => {
    fc.assert(
      fc.property(opaqueToken, fc.constantFrom("Bearer", "bearer", "Basic"), before, (token, scheme, text) => {
        const written = asWritten(`${text}${scheme} ${token}`);
        expect(redact(written)).not.toContain(asWritten(token));
        expect(redact(`${text} ${written}`)).not.toContain(asWritten(token));
      }),
      law(2000),
    );
  });
});

it.each([
  ["terminal escapes", "\u001b[31mred\u009b0m\u0007", "\\u{1b}[31mred\\u{9b}0m\\u{7}"],
  ["line ends, which would begin a line of the log", "a\r\nERROR b\u2028c", "a\\u{d}\\u{a}ERROR b\\u{2028}c"],
  ["marks that turn text around", "a\u202etxt.exe\u2066b\u200f", "a\\u{202e}txt.exe\\u{2066}b\\u{200f}"],
  ["what is not seen", "a\u200bb\ufeffc\u00ad\u{e0041}", "a\\u{200b}b\\u{feff}c\\u{ad}\\u{e0041}"],
  ["halves of a character", "a\ud800b", "a\\u{d800}b"],
])("writes out %s", (_, text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

it.each(["The resource does not exist.", "größe, 名前, العربية", "😀"])("leaves %j as it is", (text) => {
  expect(visibleText(text)).toBe(text);
});

it("bounds a foreign text, and looks for secrets before it cuts", () => {
  expect(foreignText(`${"x".repeat(20)}?sig=secret`, 26)).toBe(`${"x".repeat(20)}?sig=[…`);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 20 }), (text, max) => {
      const shown = foreignText(text, max);
      expect(shown.length).toBeLessThanOrEqual(8 * max + 1);
      expect(visibleText(shown)).toBe(shown);
    }),
    law(5000),
  );
});
