import { expect, it } from "vitest";
import { decodeEntities, readErrorXml } from "./error-body.js";

it.each([
  [
    "OData's",
    '<?xml version="1.0"?>\n<m:error xmlns:m="x"><m:code>A</m:code><m:message xml:lang="en">b</m:message></m:error>',
  ],
  ["Storage's", "<Error><Code>A</Code>\n<Message> b </Message><Detail>c</Detail></Error>"],
  ["one with another code inside", "<error><code>A</code><message>b</message><inner><code>C</code></inner></error>"],
])("reads code and message of %s error", (_, text) => {
  expect(readErrorXml(text)).toEqual({ code: "A", message: "b" });
});

it("decodes the entities of XML itself, once", () => {
  const text = "<error><message>&lt;&amp;amp;&#65;&#x1F600;&unknown;</message></error>";
  expect(readErrorXml(text).message).toBe("<&amp;A\u{1f600}&unknown;");
});

it.each([
  ["a DOCTYPE", '<!DOCTYPE error [<!ENTITY x "y">]><error><code>A</code></error>'],
  ["a page of HTML", "<html><code>A</code></html>"],
  ["another document", "<errors><code>A</code></errors>"],
])("reads nothing of %s", (_, text) => {
  expect(readErrorXml(text)).toEqual({});
});

it("has neither code nor message where they are not text alone", () => {
  expect(readErrorXml("<error><code><b>A</b></code><message><![CDATA[b]]></message></error>")).toEqual({
    code: undefined,
    message: undefined,
  });
});

it.each([
  ["&lt;&gt;&amp;&quot;&apos;", "<>&\"'"],
  ["&LT;", "&LT;"],
  ["&#65;&#x41;&#X41;", "AAA"],
  ["&#1114111;", "\u{10ffff}"],
  ["&#x10FFFF;", "\u{10ffff}"],
  ["&#1114112;", "&#1114112;"],
  ["&#x110000;", "&#x110000;"],
  ["&#;&#x;&;&lt", "&#;&#x;&;&lt"],
  ["&amp;lt;", "&lt;"],
])("decodes %j to %j", (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded);
});

it.each([
  ["<ERROR><CODE>A</CODE></ERROR>", "A"],
  ['<d:error a="b"><d:code a="b">A</d:code></d:error>', "A"],
  ["<error><codes>A</codes></error>", undefined],
  ["<error><code>A", undefined],
  [" <error><code>A</code></error>", undefined],
  ["x<error><code>A</code></error>", undefined],
  ["<?xml?><error\n><code>A</code></error>", "A"],
])("%j has the code %s", (text, code) => {
  expect(readErrorXml(text).code).toBe(code);
});
