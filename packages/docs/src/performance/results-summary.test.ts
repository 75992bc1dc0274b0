import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withResults } from "./results-section.js";
import { resultsHeadline, resultsSummary } from "./results-summary.js";

const readme = readFileSync(new URL("../../../../README.md", import.meta.url), "utf8");

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
  const results = { date: "2026-11-22", machine: "", versions: "", comparisons: [], rows: [] };
  expect(() => resultsSummary(results)).toThrow("The bench's results have no work query.");
  expect(() => resultsHeadline(results)).toThrow("The bench's results have no work get-64.");
});
