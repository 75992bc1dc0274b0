import { edm } from "@tablewright/runtime/edm";
import { expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { strict } from "../targets/targets.js";
import { shareBrowser } from "./share-browser.js";
import { orderRow } from "./shop.js";
import { choose } from "./studio-lab.js";

const open = shareBrowser();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const review = (page: Page) => page.getByRole("dialog", { name: /^Review/ });

/** Stages a new total for an order of C1. */
async function stageTotal(page: Page): Promise<void> {
  await choose(page, "Order");
  await page.getByText("43 rows", { exact: true }).waitFor();
  await page.getByRole("gridcell", { name: "500", exact: true }).click();
  await page.keyboard.type("501");
  await page.keyboard.press("Enter");
  await page.getByText("1 change", { exact: true }).waitFor();
}

it("closes once all changes are discarded", async () => {
  const { page } = await open(strict);
  await stageTotal(page);
  await button(page, "Review").click();
  await review(page).getByRole("button", { name: "Discard all" }).click();
  await page.getByRole("dialog", { name: "Discard all changes?" }).getByRole("button", { name: "Discard all" }).click();
  await expect.poll(() => page.locator(".modal").count()).toBe(0);
  expect(await page.locator(".grid-cell.is-staged").count()).toBe(0);
});

it("sends by Ctrl+Enter, also right after a conflict was settled", async () => {
  const { page, service } = await open(strict);
  await stageTotal(page);
  const { partitionKey, rowKey } = orderRow("C1", 40);
  await service.table("Shop").merge({ partitionKey, rowKey }, { total: edm.double(99) }, { ifMatch: "*" });
  await button(page, "Review").click();
  await page.keyboard.press("Control+Enter");
  await button(page, "Apply mine to their version").click();
  await page.locator(".conflict").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await review(page).waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await page.getByText("No longer applied to their version: total of 1 row", { exact: true }).waitFor();
  await button(page, "Review").click();
  await button(page, "Apply mine to their version").click();
  await page.locator(".conflict").waitFor({ state: "detached" });
  await page.keyboard.press("Control+Enter");
  await page.getByText("1 change written", { exact: true }).waitFor();
  expect((await service.table("Shop").get({ partitionKey, rowKey }))?.properties["total"]?.value).toBe(501);
});

it("opens from the grid by Ctrl+Enter, without the row behind it", async () => {
  const { page } = await open(strict);
  await stageTotal(page);
  await page.keyboard.press("Control+Enter");
  await review(page).waitFor();
  expect(await page.getByRole("complementary", { name: "Row", includeHidden: true }).count()).toBe(0);
  expect(new URL(page.url()).hash).toBe("#/Shop/Order");
});

it("says what an undo undoes, and what was undone or taken back", async () => {
  const { page } = await open(strict);
  await stageTotal(page);
  await page.keyboard.press("Control+z");
  await page.getByText("Taken back: total of 1 row", { exact: true }).waitFor();
  await stageTotal(page);
  await page.keyboard.press("Delete");
  await page.keyboard.press("Control+z");
  await page.getByText("Taken back: deletion of 1 row", { exact: true }).waitFor();
  await page.getByRole("gridcell", { name: "475", exact: true }).click();
  await page.keyboard.press("Delete");
  await button(page, "Review").click();
  await page.keyboard.press("Control+Enter");
  await button(page, "Undo: total of 1 row and deletion of 1 row").click();
  await review(page).waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByText("Undone: total of 1 row and deletion of 1 row in one transaction", { exact: true }).waitFor();
  await button(page, "Undo: total of 1 row and 1 new row").waitFor();
});
