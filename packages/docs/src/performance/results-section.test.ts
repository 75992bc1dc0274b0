import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pagesFolder } from "../blocks/code-blocks.js";
import { measuredOn, withResults } from "./results-section.js";

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

it("says in words how many calls go on at a time", () => {
  expect(page).toContain("| get, one at a time: one reading |");
  expect(page).toContain("| transaction of 100, 16 at a time: for each visit |");
  expect(page).not.toContain("concurrency 1");
});

it("names the commit, the machine and the versions of a run", () => {
  const results = { date: "2026-11-22", machine: "2 × CPU", versions: "Node v20", comparisons: [], rows: [] };
  expect(measuredOn(results)).toBe("Measured on 2026-11-22: 2 × CPU, Node v20");
  expect(measuredOn({ ...results, commit: "a9ff7bdf" })).toBe(
    "Measured on 2026-11-22 at commit a9ff7bdf: 2 × CPU, Node v20",
  );
});

it("shows charts that fit beside the menu, with text of at least 12 px", () => {
  for (const [, path = ""] of page.matchAll(/(?:srcset|src)="([^"]+\.svg)"/g)) {
    const svg = readFileSync(`${pagesFolder}guide/${path}`, "utf8");
    expect(Number(/width="(\d+)"/.exec(svg)?.[1]), path).toBeLessThan(700);
    const sizes = [...svg.matchAll(/font-size="(\d+)px"/g)].map(([, size]) => Number(size));
    expect(Math.min(...sizes), path).toBeGreaterThanOrEqual(12);
    expect(svg, path).not.toContain("…</text>");
  }
});
