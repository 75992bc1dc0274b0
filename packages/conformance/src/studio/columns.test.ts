import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { strict } from "../targets/targets.js";
import { seedOrders } from "./seed-orders.js";
import { shareBrowser } from "./share-browser.js";
import { choose, columnTexts, inProcess } from "./studio-lab.js";

const open = shareBrowser();

async function inHeader(page: Page, column: string, action: string | RegExp): Promise<void> {
  await page.getByRole("columnheader").getByRole("button", { name: column, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

it("sorts what was read, filters by a cell, and remembers hidden columns", async () => {
  const { page } = await open(strict);
  await choose(page, "Order");
  await page.getByText("43 rows", { exact: true }).waitFor();
  await inHeader(page, "total", "Sort what was read, ascending");
  await expect.poll(async () => (await columnTexts(page, "total")).slice(0, 4)).toEqual(["12.5", "12.5", "25", "25"]);
  await page.getByRole("gridcell", { name: "25", exact: true }).first().click();
  await page.keyboard.type("26");
  await page.keyboard.press("Enter");
  await page.locator(".grid-row", { hasText: "26" }).locator(".is-staged").waitFor();
  await inHeader(page, "total", "Order of the service");
  await inHeader(page, "currency", /^Only currency = /);
  await page.getByText("Estimate:").waitFor();
  await page.goBack();
  await page.getByText("43 rows", { exact: true }).waitFor();
  await inHeader(page, "paid", "Hide paid");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText("43 rows", { exact: true }).waitFor();
  const paid = page.getByRole("columnheader").getByRole("button", { name: "paid", exact: true });
  expect(await paid.count()).toBe(0);
  await inHeader(page, "total", "Show 1 hidden");
  await paid.waitFor();
});

it("edits all rows of a query, also those that were not read or left memory, in transactions of 100", async () => {
  const tables = createTableService();
  const { page, service } = await open(inProcess(tables), { seed: async () => seedOrders(tables, 5_300) });
  /** Stages a note in all rows of the query, and opens the review. */
  const editAll = async () => {
    await page.getByRole("grid").press("Control+a");
    await page.getByRole("button", { name: "Edit all rows" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Property").selectOption("note");
    await dialog.getByRole("textbox", { name: /note/ }).fill("checked");
    await dialog.getByRole("button", { name: /^Stage/ }).click();
    await page.getByRole("button", { name: "Review", exact: true }).click();
  };
  await choose(page, "Order");
  await page.getByText("100 rows").waitFor();
  await editAll();
  await page.getByText("Order · 5,300 rows").waitFor();
  await page.getByRole("button", { name: "Discard these changes" }).click();
  await page.keyboard.press("Escape");
  await page.getByLabel("customerId of the PartitionKey").fill("C0005");
  await page.keyboard.press("Enter");
  await page.getByText("300 rows", { exact: true }).waitFor();
  const count = tables.faults.add({ operation: "transaction", fault: { kind: "count" } });
  await editAll();
  await page.getByRole("button", { name: "Send 300 changes" }).click();
  await page.getByText("300 changes written").waitFor();
  expect(await service.table("Shop").query("cust!C0005").where({ $odata: "note eq 'checked'" }).count()).toBe(300);
  expect(count.seen).toBe(3);
});
