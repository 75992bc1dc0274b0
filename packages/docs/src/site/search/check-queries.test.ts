import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { pageOrder } from "../page-order.js";
import { buildIndex, failedQueries } from "./check-queries.js";
import { queries } from "./queries.js";

it("has 120 queries or more, each with pages that exist", () => {
  const pages = new Set(pageOrder.flatMap((group) => group.pages.map((page) => `/${page}`)));
  expect(Object.keys(queries).length).toBeGreaterThanOrEqual(120);
  expect(
    Object.values(queries)
      .flat()
      .filter((page) => !pages.has(page)),
  ).toEqual([]);
});

it("finds the page of every query among the first three results", async () => {
  const program = new URL("run-queries.ts", import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", program]);
  expect(stdout).toBe("");
}, 120_000);

it("reports a query that finds another page", () => {
  const section = { id: "/none#x", title: "Pagination", titles: [], text: "" };
  expect(failedQueries(buildIndex([section]))).toContain(
    'The search for "pagination" does not find /guide/pagination, but /none#x.',
  );
});
