import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pagesFolder } from "../blocks/code-blocks.js";
import { withResults } from "./results-section.js";

const page = readFileSync(`${pagesFolder}guide/performance.md`, "utf8");

it("the page shows the numbers of the bench's last run; if not, run `pnpm generate`", () => {
  expect(page).toBe(withResults(page));
});

it("replaces numbers that differ, and nothing around them", () => {
  const stale = page.replace(/ [\d.]+ \|$/m, " 99.99 |");
  expect(stale).not.toBe(page);
  expect(withResults(stale)).toBe(page);
  expect(() => withResults("# Performance\n")).toThrow("lost the marks");
});

it("shows charts that the bench has written", () => {
  const charts = [...page.matchAll(/(?:srcset|src)="([^"]+\.svg)"/g)].map(([, path = ""]) => path);
  expect(charts.length).toBe(4);
  for (const path of charts) expect(existsSync(`${pagesFolder}guide/${path}`), path).toBe(true);
});
