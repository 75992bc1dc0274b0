import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { strict } from "../targets/targets.js";
import { shareBrowser } from "./share-browser.js";
import { choose } from "./studio-lab.js";

const open = shareBrowser();
const panelOf = (page: Page) => page.getByRole("complementary", { name: "Row" });
const differences = (page: Page) => page.locator(".diff tr:has(td)").allTextContents();
const cell = (page: Page, text: string) => page.getByRole("gridcell", { name: text, exact: true });

/** Stores two rows that no definition describes. */
async function seedPlain(service: TableServiceClient): Promise<void> {
  await service.tables.createIfNotExists("Plain");
  for (const [index, rowKey] of ["one", "two"].entries())
    await service
      .table("Plain")
      .insert({ partitionKey: "p", rowKey, properties: { Count: edm.int32(80 + index), Note: edm.string(rowKey) } });
}

async function openPlain() {
  const lab = await open(strict, { seed: seedPlain, definitions: "" });
  await choose(lab.page, "Plain");
  await openRow(lab.page, "80");
  return lab;
}

async function openRow(page: Page, text: string): Promise<void> {
  await cell(page, text).click();
  await page.keyboard.press("Enter");
}

it("stages what was typed when another row is opened", async () => {
  const { page } = await openPlain();
  const panel = panelOf(page);
  await panel.getByLabel("Value of Count").fill("85");
  await openRow(page, "81");
  await expect.poll(() => panel.getByLabel("Value of Count").inputValue()).toBe("81");
  await page.getByRole("button", { name: "Review", exact: true }).click();
  expect(await differences(page)).toEqual(["Count8085"]);
});

it("stages an added property when the panel is closed, also by Escape in the field", async () => {
  const { page } = await openPlain();
  const panel = panelOf(page);
  await panel.getByRole("button", { name: "+ property" }).click();
  // The focus is in the new field.
  await page.keyboard.type("Extra");
  await panel.getByLabel("Value of Extra").fill("x");
  await panel.getByRole("button", { name: "Close the row" }).click();
  await openRow(page, "81");
  await panel.getByLabel("Value of Note").focus();
  await page.keyboard.type("!");
  await page.keyboard.press("Escape");
  await page.getByText("2 changes", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Review", exact: true }).click();
  expect(await differences(page)).toEqual(["ExtraStringabsentx", "Notetwotwo!"]);
});

it("shows a value that was left and is invalid in red, and its message at the field of the row", async () => {
  const { page } = await openPlain();
  const panel = panelOf(page);
  await panel.getByLabel("Value of Count").fill("many");
  await openRow(page, "81");
  await page.getByText("1 change has a problem").waitFor();
  await page.locator(".grid-cell.is-invalid", { hasText: "many" }).waitFor();
  await openRow(page, "many");
  await panel.getByText(/"many"; Edm.Int32/).waitFor();
  expect(await panel.getByLabel("Value of Count").inputValue()).toBe("many");
});

it("stages what was typed into a form of an entity when another table is shown, or another view", async () => {
  const { page } = await open(strict);
  const panel = panelOf(page);
  await choose(page, "Order");
  await openRow(page, "500");
  await panel.getByLabel("total").fill("501");
  await choose(page, "Customer");
  await page.getByText("1 change", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Review", exact: true }).click();
  expect(await differences(page)).toEqual(["total500501"]);
});

it("keeps a row open whose property has a value but no name", async () => {
  const { page } = await openPlain();
  const panel = panelOf(page);
  await panel.getByRole("button", { name: "+ property" }).click();
  await panel.getByRole("button", { name: "Stage the change" }).click();
  await panel.getByText("Give the property a name.").waitFor();
  await panel.getByLabel("Value of", { exact: true }).fill("x");
  await openRow(page, "81");
  await panel.getByText("Give the property a name.").waitFor();
  await panel.getByRole("button", { name: "Close the row" }).click();
  expect(await panel.getByLabel("Value of Count").inputValue()).toBe("80");
  expect(await page.getByText("1 change", { exact: true }).count()).toBe(0);
  await panel.getByLabel("Name").last().fill("Extra");
  await panel.getByRole("button", { name: "Close the row" }).click();
  await page.getByText("1 change", { exact: true }).waitFor();
});

it("shows the types in the cells of stored rows, and in the review where they change or are new", async () => {
  const { page } = await openPlain();
  const panel = panelOf(page);
  expect(await cell(page, "80").getAttribute("title")).toBe("Int32");
  await panel.getByLabel("Type of Count").selectOption("Double");
  await panel.getByRole("button", { name: "+ property" }).click();
  await page.keyboard.type("Extra");
  await panel.getByLabel("Type of Extra").selectOption("Int64");
  await panel.getByLabel("Value of Extra").fill("7");
  await panel.getByRole("button", { name: "Stage the change" }).click();
  await page.getByText("1 change", { exact: true }).waitFor();
  expect(await cell(page, "80").getAttribute("title")).toBe("Double");
  await page.getByRole("button", { name: "Review", exact: true }).click();
  expect(await differences(page)).toEqual(["CountInt32 → Double8080", "ExtraInt64absent7"]);
  await page.getByRole("button", { name: "Send 1 change" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await differences(page)).toEqual(["CountDouble → Int328080", "Extra7absent"]);
});
