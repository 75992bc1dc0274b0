import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pagesFolder } from "../blocks/code-blocks.js";
import { withResults } from "./results-section.js";
import { resultsHeadline, resultsSummary, tableRates } from "./results-summary.js";

const readme = readFileSync(new URL("../../../../README.md", import.meta.url), "utf8");
const liveTables = readFileSync(`${pagesFolder}guide/live-tables.md`, "utf8");
const noResults = { date: "2026-11-22", machine: "2 × CPU", versions: "Node v20", comparisons: [] };

it("the README shows the numbers of the bench's last run; if not, run `pnpm generate`", () => {
  expect(readme).toBe(withResults(readme, resultsSummary));
  expect(readme).toBe(withResults(readme, resultsHeadline, "headline"));
});

it("replaces numbers that differ, and nothing around them", () => {
  const stale = readme.replace(/[\d.]+ times less \|$/m, "99.9 times less |");
  expect(stale).not.toBe(readme);
  expect(withResults(stale, resultsSummary)).toBe(readme);
});

it("names what the bench's results lack", () => {
  const results = { ...noResults, rows: [] };
  expect(() => resultsSummary(results)).toThrow("The bench's results have no work query.");
  expect(() => resultsHeadline(results)).toThrow("The bench's results have no work get-64.");
});

it("the page on live tables shows the rates of the bench's last run; if not, run `pnpm generate`", () => {
  expect(liveTables).toBe(withResults(liveTables, tableRates, "rates"));
});

it("shows the rates of the commands that are compared with the same work by hand, and no other row", () => {
  const rows = [
    { what: "`tablewright verify`, 100,000 readings, over a bare scan", floor: "9 rows/s", ours: "2.00 × the time" },
    { what: "`tablewright migrate`, 10,000 members, over the same requests by hand, on 2026-11-23", ours: "8 rows/s" },
    { what: "`tablewright export` of 100,000 readings, rows a second over a parallel scan", ours: "7" },
    { what: "installed with dependencies", ours: "6 MB" },
  ];
  expect(tableRates({ ...noResults, rows })).toBe(`

| command | by hand | Tablewright |
| --- | --- | --- |
| \`tablewright verify\`, 100,000 readings, over a bare scan | 9 rows/s | 2.00 × the time |
| \`tablewright migrate\`, 10,000 members, over the same requests by hand, on 2026-11-23 | – | 8 rows/s |

Measured on 2026-11-22: 2 × CPU, Node v20.

`);
});

it("says so if the bench measured no rates", () => {
  expect(tableRates({ ...noResults, rows: [] })).toContain("did not measure them");
});
