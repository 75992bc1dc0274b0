import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodings } from "../test/encodings.js";
import { law } from "../test/law.js";
import { redact } from "./redact.js";

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
