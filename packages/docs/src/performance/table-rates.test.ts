import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pagesFolder } from "../blocks/code-blocks.js";
import { withResults } from "./results-section.js";
import { tableRates } from "./table-rates.js";

const page = readFileSync(`${pagesFolder}guide/live-tables.md`, "utf8");
const results = { date: "2026-11-22", machine: "2 × CPU", versions: "Node v20", comparisons: [] };

it("the page shows the rates of the bench's last run; if not, run `pnpm generate`", () => {
  expect(page).toBe(withResults(page, tableRates, "rates"));
});

it("shows the commands that are compared with the same work by hand, and no other row", () => {
  const rows = [
    { what: "`tablewright verify`, 100,000 readings, over a bare scan", floor: "9 rows/s", ours: "2.00 × the time" },
    { what: "`tablewright migrate`, 10,000 members, over the same requests by hand, on 2026-11-23", ours: "8 rows/s" },
    { what: "`tablewright export` of 100,000 readings, rows a second over a parallel scan", ours: "7" },
    { what: "installed with dependencies", ours: "6 MB" },
  ];
  expect(tableRates({ ...results, rows })).toBe(`

| command | by hand | Tablewright |
| --- | --- | --- |
| \`tablewright verify\`, 100,000 readings, over a bare scan | 9 rows/s | 2.00 × the time |
| \`tablewright migrate\`, 10,000 members, over the same requests by hand, on 2026-11-23 | – | 8 rows/s |

Measured on 2026-11-22: 2 × CPU, Node v20.

`);
});

it("says so if the bench did not measure them", () => {
  expect(tableRates({ ...results, rows: [] })).toContain("did not measure them");
});
