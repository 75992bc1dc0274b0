import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { strict } from "../targets/targets.js";
import { shareBrowser } from "./share-browser.js";
import { choose, columnTexts } from "./studio-lab.js";

const open = shareBrowser();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const rowsText = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

/** Stores 400 rows of one partition, from `r000` to `r399`. */
async function seedItems(service: TableServiceClient): Promise<void> {
  await service.tables.createIfNotExists("Items");
  const all = Array.from({ length: 400 }, (_, index) => {
    const rowKey = `r${String(index).padStart(3, "0")}`;
    return { insert: { partitionKey: "p", rowKey, properties: { rest: edm.int32(1000 + ((index * 7) % 400)) } } };
  });
  await service.table("Items").bulk(all);
}

async function showItems(page: Page): Promise<void> {
  await choose(page, "Items");
  await rowsText(page, "400 rows");
}

async function deleteSelected(page: Page): Promise<void> {
  await page.keyboard.press("Delete");
  await button(page, "Review").click();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

it("removes deleted rows from the grid, its count and its selection", async () => {
  const { page } = await open(strict, { definitions: "", seed: seedItems });
  await showItems(page);
  await page.getByRole("gridcell", { name: "r002", exact: true }).click();
  for (let row = 0; row < 49; row += 1) await page.keyboard.press("Shift+ArrowDown");
  await button(page, "Delete 50 rows").waitFor();
  await deleteSelected(page);
  await rowsText(page, "350 rows");
  expect(await button(page, /^Delete \d+ rows$/).count()).toBe(0);
  expect(await page.locator(".grid-row.is-selected, .grid-gutter.is-selected, .grid-row.is-missing").count()).toBe(0);
  expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("351");
  await page.keyboard.press("Control+Home");
  await expect
    .poll(async () => (await columnTexts(page, "RowKey")).slice(0, 4))
    .toEqual(["r000", "r001", "r052", "r053"]);
  await page.keyboard.press("Control+End");
  await page.getByRole("gridcell", { name: "r399", exact: true }).waitFor();
});

it("keeps sorted rows sorted, and the other selected rows selected, when some are deleted", async () => {
  const { page } = await open(strict, { definitions: "", seed: seedItems });
  await showItems(page);
  await page.getByRole("columnheader", { name: /^rest/ }).getByRole("button").first().click();
  await page.getByRole("menuitem", { name: "Sort what was read, descending" }).click();
  await expect.poll(async () => (await columnTexts(page, "rest")).slice(0, 3)).toEqual(["1399", "1398", "1397"]);
  await page.getByRole("gridcell", { name: "1398", exact: true }).click();
  await page.keyboard.press("Delete");
  await page.getByRole("gridcell", { name: "1396", exact: true }).click();
  await page.keyboard.press(" ");
  await button(page, "Review").click();
  await page.keyboard.press("Control+Enter");
  await rowsText(page, "399 rows");
  await expect.poll(async () => (await columnTexts(page, "rest")).slice(0, 3)).toEqual(["1399", "1397", "1396"]);
  expect(await page.locator(".grid-row.is-selected").allTextContents()).toEqual([expect.stringContaining("1396")]);
});

it("says that the table has no rows once all were deleted", async () => {
  const { page, service } = await open(strict, { definitions: "", seed: seedItems });
  await showItems(page);
  await page.getByRole("grid").press("Control+a");
  await deleteSelected(page);
  await page.getByRole("heading", { name: "Items has no rows" }).waitFor();
  expect(await service.table("Items").scan().count()).toBe(0);
});

it("keeps the place of the grid after a duplicate, and goes to the new row", async () => {
  const { page } = await open(strict, { definitions: "", seed: seedItems });
  await showItems(page);
  await page.keyboard.press("Control+End");
  await page.getByRole("gridcell", { name: "r390", exact: true }).click();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).fill("Duplicate row");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByLabel("RowKey").fill("r350a");
  await button(page, "Stage the new row").click();
  await button(page, "Review").click();
  await page.keyboard.press("Control+Enter");
  await rowsText(page, "401 rows");
  const cell = page.locator(".grid-row.is-active", { hasText: "r350a" });
  await cell.waitFor();
  const [box, grid] = [await cell.boundingBox(), await page.getByRole("grid").boundingBox()];
  if (box === null || grid === null) throw new Error("The new row is not drawn.");
  expect(box.y).toBeGreaterThan(grid.y + 34);
  expect(box.y + box.height).toBeLessThan(grid.y + grid.height);
});

it("has a column for a property that was just added, also to a row far above", async () => {
  const { page } = await open(strict, {
    definitions: "",
    async seed(service) {
      await seedItems(service);
      const all = Array.from({ length: 1200 }, (_, index) => ({
        insert: { partitionKey: "q", rowKey: String(index), properties: { rest: edm.int32(index) } },
      }));
      await service.table("Items").bulk(all);
    },
  });
  await choose(page, "Items");
  await page.getByRole("grid").press("Control+End");
  await page.getByText(/^1,[16]00 rows/).waitFor();
  await page.keyboard.press("Control+End");
  await rowsText(page, "1,600 rows");
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Row" });
  await panel.getByRole("button", { name: "+ property" }).click();
  await panel.getByLabel("Name").last().fill("added");
  await panel.getByLabel("Name").last().blur();
  await panel.getByLabel("Value of added").fill("here");
  await panel.getByLabel("Value of added").blur();
  await panel.getByRole("button", { name: "Stage the change" }).click();
  await button(page, "Review").click();
  await page.keyboard.press("Control+Enter");
  await rowsText(page, "1 change written");
  await page.getByRole("columnheader", { name: /^added/ }).waitFor();
  expect((await columnTexts(page, "added"))[0]).toBe("here");
});
