import { expect, it } from "vitest";
import { etag } from "./write-options.js";

const real = `W/"datetime'2021-09-21T00%3A53%3A41.7166246Z'"`;

it("takes the ETag of a row as it is", () => {
  for (const text of [real, 'W/"1"', `W/"'0x8D9'"`]) expect(etag(text)).toBe(text);
});

it.each([
  ["", '""'],
  ['"strong"', "strong"],
  ['W/""', "W/"],
  [`${real}, W/"2"`, "W/"],
  [` ${real}`, "W/"],
  [`${real}\r\nx-evil: 1`, "W/"],
  ['W/"a\u00e9"', "W/"],
  [["W/"], "W/"],
  [5, "5"],
])("refuses %j", (text, shown) => {
  expect(() => etag(text as string)).toThrow(
    expect.objectContaining({ code: "write.malformed-etag", message: expect.stringContaining(shown) }),
  );
});

it.each([
  [undefined, "write.no-condition"],
  [null, "write.no-condition"],
  ["*", "write.any-version"],
])("tells %j from a malformed text: %s", (header, code) => {
  expect(() => etag(header)).toThrow(expect.objectContaining({ code }));
});
