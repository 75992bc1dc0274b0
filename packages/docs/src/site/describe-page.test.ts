import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pagesFolder } from "../blocks/code-blocks.js";
import { describePage } from "./describe-page.js";
import { pageOrder } from "./page-order.js";

describe("describePage", () => {
  it("returns the first paragraph without markup", () => {
    const page = "---\nsearch:\n  a: b\n---\n\n# Title\n\nUse [`modify`](x.md) if **you**\ncan.\n\nMore.\n";
    expect(describePage(page)).toBe("Use modify if you can.");
  });

  it("skips headings, lists of options and code before the first paragraph", () => {
    expect(describePage("# Title\n\n## Part\n\n```ts\ncode();\n```\n\n| a |\n\nText.")).toBe("Text.");
  });

  it("ends with a whole sentence, or with an ellipsis if the first one is too long", () => {
    expect(describePage(`First. ${"word ".repeat(60)}`)).toBe("First.");
    const long = describePage("word ".repeat(60)) ?? "";
    expect(long).toMatch(/^(word )+…$/);
    expect(long.length).toBeLessThanOrEqual(160);
  });

  it("returns undefined for a page without text", () => {
    expect(describePage("# Title\n")).toBeUndefined();
  });
});

it("describes each page of the guides, each in its own words", () => {
  const pages = pageOrder.flatMap((group) => group.pages);
  const described = pages.map((page) => describePage(readFileSync(`${pagesFolder}${page}.md`, "utf8")));
  expect(pages.filter((_, at) => (described[at]?.length ?? 0) < 20)).toEqual([]);
  expect(new Set(described).size).toBe(pages.length);
});
