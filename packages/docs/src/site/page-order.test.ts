import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pagePaths, pagesFolder } from "../blocks/code-blocks.js";
import { pageOrder } from "./page-order.js";

const ordered = pageOrder.flatMap(({ pages }) => pages);

it("every page has its place in the sidebar, once, besides the first one", () => {
  const paths = pagePaths().map((path) => path.replace(/\.md$/, ""));
  expect([...ordered].sort()).toEqual(paths.filter((path) => path !== "index"));
});

it.each(ordered)("%s begins with its title, its only heading of that level", (page) => {
  const text = readFileSync(`${pagesFolder}${page}.md`, "utf8").replaceAll(/^```.*?^```/gms, "");
  expect(text.replace(/^---\n.*?\n---\n\n/s, "").replace(/^<!--.*-->\n\n/, "")).toMatch(/^# \S/);
  expect(text.match(/^# /gm)).toHaveLength(1);
});
