import { describe, expect, it } from "vitest";
import { readProperties, readText } from "../test/read-files.js";

const docOf = (comment: string) => readProperties(`\n${comment}\nx: edm.string()`).properties[0]?.doc;

describe("the JSDoc of a property", () => {
  it.each([
    ["/** Free text. */", "Free text."],
    ["/**\n * Two\n * lines.\n */", "Two\nlines."],
    ["/** First.\n *\n *   - indented\n * @deprecated Use y. */", "First.\n\n  - indented\n@deprecated Use y."],
    ["/** Old. */ /** New. */", "New."],
    ["/** Doc. */ // after it", "Doc."],
    ["/**\r\n * Windows.\r\n */", "Windows."],
    ["/* plain */", undefined],
    ["// line", undefined],
    ["/** */", undefined],
    ["/**/", undefined],
  ])("%j is %j", (comment, doc) => expect(docOf(comment)).toBe(doc));

  it("is not that of the property before it", () => {
    const { properties } = readProperties("\na: edm.string(), /** of a, so to speak */\nb: edm.string()");
    expect(properties[1]?.doc).toBeUndefined();
  });

  it("comes with a mixin", () => {
    const { properties } = readProperties("...audited", "const audited = {\n/** Who made it. */\nby: edm.string() };");
    expect(properties[0]?.doc).toBe("Who made it.");
  });
});

it("the JSDoc of an entity is that of its statement", () => {
  const { drafts } = readText(
    '\n/** A. */\nexport const A = entity({ table: "Abc", properties: {}, partitionKey: () => ["p"], rowKey: () => ["r"] });',
  );
  expect(drafts[0]?.doc).toBe("A.");
});
