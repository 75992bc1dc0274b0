import { expect, it } from "vitest";
import { findRequestId, headerValue } from "./http-message.js";

it.each([
  ["its name in lower case", ["etag", "1"], "1"],
  ["its name in another case", ["ETag", "1"], "1"],
  ["others before it", ["date", "0", "ETAG", "1"], "1"],
  ["its name twice", ["ETag", "1", "etag", "2"], "1"],
  ["no value", ["ETag"], undefined],
  ["no value for the last name", ["date", "0", "etag"], undefined],
  ["its name as a value only", ["name", "etag", "date", "0"], undefined],
  ["another name of the same length", ["eta_", "1"], undefined],
  ["a longer name", ["x-etag", "1", "etags", "2"], undefined],
  ["nothing", [], undefined],
])("a header is found in a list with %s", (_, headers, value) => {
  expect(headerValue(headers, "etag")).toBe(value);
});

it.each([
  ["9f-A1", "9f-A1"],
  ["a".repeat(64), "a".repeat(64)],
  ["a".repeat(65), undefined],
  ["", undefined],
  ["a b", undefined],
  ["a\n", undefined],
  ["é", undefined],
  [undefined, undefined],
])("%j is the request id %j", (text, id) => {
  expect(findRequestId(text)).toBe(id);
});
