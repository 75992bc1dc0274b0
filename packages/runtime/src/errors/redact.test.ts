import { expect, it } from "vitest";
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
