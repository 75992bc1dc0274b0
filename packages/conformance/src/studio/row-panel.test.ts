import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { strict } from "../targets/targets.js";
import { shareBrowser } from "./share-browser.js";
import { orderRow } from "./shop.js";
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

/** Counts the reads of the open row from now on. */
function countReads(page: Page): () => number {
  let reads = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/row")) reads += 1;
  });
  return () => reads;
}

async function sendAll(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.keyboard.press("Control+Enter");
}

it("reads the open row again once it is written, but not for a row of another table with its keys", async () => {
  const { page, service } = await openPlain();
  await service.tables.create("Other");
  await service.table("Other").insert({ partitionKey: "p", rowKey: "one", properties: { Count: edm.int32(70) } });
  await panelOf(page).getByRole("button", { name: "Close the row" }).click();
  await cell(page, "80").click();
  await page.keyboard.type("81");
  await page.keyboard.press("Enter");
  await page.goto(`${new URL(page.url()).origin}/#/Other`);
  await openRow(page, "70");
  await panelOf(page).getByLabel("Value of Count").waitFor();
  const reads = countReads(page);
  await sendAll(page);
  await page.getByText("1 change written", { exact: true }).waitFor();
  await panelOf(page).getByLabel("Value of Count").fill("71");
  await panelOf(page).getByRole("button", { name: "Stage the change" }).click();
  expect(reads()).toBe(0);
  await sendAll(page);
  await expect.poll(reads).toBe(1);
});

/** Deletes all rows of the query at once, after which the open row is read again. */
async function deleteAllOfQuery(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).fill("Delete all rows of the query at once");
  await page.keyboard.press("Enter");
  const read = page.waitForResponse("**/api/row");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Delete \d+ rows?$/ })
    .click();
  await read;
}

const go = (page: Page, fragment: string) => page.goto(`${new URL(page.url()).origin}/${fragment}`);

it.each([
  ["Count", "one", ["Another client has changed this row"]],
  ["Note", "!", []],
])(
  "sends edits that were open when another client changed %s and the row was read again",
  async (name, value, conflict) => {
    const { page, service } = await openPlain();
    const panel = panelOf(page);
    const key = { partitionKey: "p", rowKey: "one" };
    await go(page, "#/Plain?$pk=p&$rk=two&$rowPk=p&$rowRk=one");
    await panel.getByLabel("Value of Count").fill("85");
    const theirs = name === "Count" ? edm.int32(99) : edm.string(value);
    await service.table("Plain").merge(key, { [name]: theirs }, { ifMatch: "*" });
    await deleteAllOfQuery(page);
    await expect.poll(() => panel.getByLabel("Value of Note").inputValue()).toBe(value);
    await panel.getByRole("button", { name: "Stage the change" }).click();
    await sendAll(page);
    await page.getByText(conflict[0] ?? "1 change written").waitFor();
    const stored = (await service.table("Plain").get(key))?.properties;
    expect([stored?.["Count"]?.value, stored?.["Note"]?.value]).toEqual(
      conflict.length > 0 ? [99, "one"] : [85, value],
    );
  },
);

it("sends edits of an entity under the version that was edited, if another client changed the same property", async () => {
  const { page, service } = await open(strict);
  const panel = panelOf(page);
  const { partitionKey, rowKey } = orderRow("C1", 40);
  const address = new URLSearchParams([
    ["$rowPk", partitionKey],
    ["$rowRk", rowKey],
  ]);
  await go(page, `#/Shop/Order?customerId=C2&${address}`);
  await panel.getByLabel("total").fill("501");
  await service.table("Shop").merge({ partitionKey, rowKey }, { total: edm.double(99) }, { ifMatch: "*" });
  await deleteAllOfQuery(page);
  await panel.getByRole("button", { name: "Stage the change" }).click();
  await sendAll(page);
  await page.getByText("Another client has changed this row").waitFor();
  const stored = await service.table("Shop").get({ partitionKey, rowKey });
  expect(stored?.properties["total"]?.value).toBe(99);
});

it("shows the types in the cells of stored rows, and in the review where they change or are new", async () => {
  const { page } = await openPlain();
  const panel = panelOf(page);
  expect(await cell(page, "80").getAttribute("title")).toBe("Int32");
  const label = (text: string) =>
    cell(page, text)
      .last()
      .evaluate((each) => getComputedStyle(each, "::before").content);
  expect([await label("80"), await label("two")]).toEqual([expect.stringContaining('"Int32"'), "none"]);
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
