import { expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { seedOrders } from "./seed-orders.js";
import { shareBrowser } from "./share-browser.js";
import { choose, freshInProcess } from "./studio-lab.js";

const target = freshInProcess();
const open = shareBrowser();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const result = (page: Page) => page.getByRole("region", { name: "Result" });

/** Opens the SQL tab and runs a query by the keyboard. */
async function run(page: Page, sql: string): Promise<void> {
  await button(page, "SQL").click();
  await page.getByLabel("SQL; Ctrl and Enter runs it").fill(sql);
  await page.keyboard.press("Control+Enter");
}

it("runs a query over an entity, shows the result, and keeps it in its tab", async () => {
  const { page } = await open(target, { hasSql: true });
  await run(page, "SELECT currency, count(*) AS orders, min(note) AS note FROM Order GROUP BY ALL ORDER BY currency");
  await result(page).getByText("2 rows", { exact: true }).waitFor();
  expect(await result(page).locator("th").allTextContents()).toEqual(["currency", "orders", "note"]);
  expect(await result(page).locator("td").allTextContents()).toEqual([
    ...["EUR", "21", "Order 12 of <b>C1</b>"],
    ...["USD", "22", "NULL"],
  ]);
  await choose(page, "Order");
  await page.getByText("43 rows", { exact: true }).waitFor();
  await button(page, "SQL").click();
  await result(page).getByText("2 rows", { exact: true }).waitFor();
  await result(page).getByRole("button", { name: "Copy as CSV" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "currency,orders,note\r\nEUR,21,Order 12 of <b>C1</b>\r\nUSD,22,\r\n",
  );
});

it("says what a query reads before it runs, and what is wrong with one", async () => {
  const { page } = await open(target, { hasSql: true });
  await button(page, "SQL").click();
  await page.getByLabel("SQL; Ctrl and Enter runs it").fill("SELECT * FROM Order WHERE customerId = 'C2'");
  const reads = target.tables().faults.add({ operation: "query", fault: { kind: "count" } });
  await button(page, "Explain").click();
  const plan = page.locator(".sql-plan");
  await plan.getByText("PartitionKey eq 'cust!C2'").waitFor();
  expect(await plan.textContent()).toContain("Order: row range of table Shop");
  expect(reads.seen).toBeLessThan(5);
  await run(page, "DELETE FROM Order");
  await page.getByRole("alert").getByText("SELECT").waitFor();
  await run(page, "SELECT totl FROM Order");
  await page.getByRole("alert").getByText("totl").waitFor();
  await run(page, "SELECT * FROM read_text('/etc/hosts')");
  await page.getByRole("alert").getByText("file system operations are disabled").waitFor();
});

it("stops, and shows the first thousand rows of a long result", async () => {
  const { page } = await open(target, { hasSql: true, seed: async () => seedOrders(target.tables(), 2_500) });
  const hold = target.tables().faults.add({ operation: "query", after: 1, fault: { kind: "hold" } });
  await run(page, "SELECT * FROM Order");
  await button(page, "Stop").click();
  await page.getByText("Stopped.").waitFor();
  hold();
  await run(page, "SELECT orderNo FROM Order ORDER BY sequence");
  await result(page).getByText("The first 1,000 rows").waitFor();
  expect(await result(page).locator("tbody tr").count()).toBe(1_000);
});

it("runs nothing that only a link has, and is not there without the package", async () => {
  const { page, studio } = await open(target);
  expect(await button(page, "SQL").count()).toBe(0);
  await page.goto(`${new URL(studio.url).origin}/#sql?SELECT%201`);
  await page.getByText("npm i -D @tablewright/sql").waitFor();
});
