import { readFileSync } from "node:fs";
import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import type { StudioProject } from "@tablewright/studio";
import { expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { strict } from "../targets/targets.js";
import { shareBrowser } from "./share-browser.js";
import { orderRow } from "./shop.js";

import { choose, columnTexts } from "./studio-lab.js";

const open = shareBrowser();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const path = (page: Page, text: string) => page.locator(".plan-strip .badge", { hasText: text }).waitFor();

it("shows what a search finds with the rows around it, and forgets it elsewhere", async () => {
  const { page } = await open(strict);
  await choose(page, "Order");
  await page.getByText("43 rows", { exact: true }).waitFor();
  await page.getByLabel("Search values").fill("Order 4 of");
  await page.keyboard.press("Enter");
  const hit = page.locator(".grid-cell.is-current");
  await expect.poll(() => hit.textContent()).toContain("Order 4 of");
  const [box, grid] = [await hit.boundingBox(), await page.getByRole("grid").boundingBox()];
  if (box === null || grid === null) throw new Error("The hit is not drawn.");
  expect(grid.y + grid.height - box.y - box.height).toBeGreaterThan(28 * 3);
  await choose(page, "Customer");
  await page.getByText("2 rows", { exact: true }).waitFor();
  expect(await page.getByLabel("Search values").inputValue()).toBe("");
});

it("counts the hits, marks them in the text, and goes back to the previous one", async () => {
  const { page } = await open(strict);
  await choose(page, "Order");
  await page.getByText("43 rows", { exact: true }).waitFor();
  const hits = page.locator(".toolbar-hits");
  const current = page.locator(".grid-cell.is-current");
  await page.getByLabel("Search values").fill("of <B>c1");
  await page.getByText("10 hits", { exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => hits.textContent()).toBe("1 of 10");
  await expect.poll(() => current.locator("mark").textContent()).toBe("of <b>C1");
  const first = await current.textContent();
  await page.keyboard.press("Enter");
  await button(page, "Next hit").click();
  await expect.poll(() => hits.textContent()).toBe("3 of 10");
  await button(page, "Previous hit").click();
  await page.getByLabel("Search values").press("Shift+Enter");
  await expect.poll(() => hits.textContent()).toBe("1 of 10");
  expect(await current.textContent()).toBe(first);
  await page.getByLabel("Search values").press("Shift+Enter");
  await page.getByText('No cell before this one has "of <B>c1"').waitFor();
  await page.getByLabel("Search values").fill("$1.");
  await expect.poll(() => hits.textContent()).toBe("no hit");
});

it("shows the hit of a search in a long text", async () => {
  const { page } = await open(strict, {
    async seed(service) {
      await service.tables.createIfNotExists("Plain");
      const text = edm.string(`${"x".repeat(5_000)}needle${"y".repeat(5_000)}`);
      await service.table("Plain").insert({ partitionKey: "p", rowKey: "r", properties: { text } });
    },
    definitions: "",
  });
  await choose(page, "Plain");
  await page.getByText("1 row", { exact: true }).waitFor();
  await page.getByLabel("Search values").fill("NEEDLE");
  await page.locator(".grid-cell.is-found", { hasText: /^…x+needley+/ }).waitFor();
});

it("goes to the entities that have the keys of a row, and back", async () => {
  const { page } = await open(strict);
  await choose(page, "Order");
  await page.getByText("43 rows", { exact: true }).waitFor();
  await page.getByRole("grid").press("Enter");
  const panel = page.getByRole("complementary", { name: "Row" });
  await panel.getByRole("link", { name: "Customer" }).click();
  await page.getByText("1 row", { exact: true }).waitFor();
  await path(page, "point read");
  expect(await columnTexts(page, "name")).toEqual(["Customer C1"]);
  await page.goBack();
  await page.getByText("43 rows", { exact: true }).waitFor();
  await panel.getByLabel("total").waitFor();
});

it("shows the index row that a link leads to, without the rest of its table", async () => {
  const { page } = await open(strict);
  await choose(page, "Customer");
  await page.getByRole("gridcell", { name: "Customer C1" }).click();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Row" });
  await panel.getByText("country!NO Customer C1").waitFor();
  await panel.getByRole("link", { name: "byCountry" }).click();
  await page.getByText("1 row", { exact: true }).waitFor();
  await path(page, "point read");
});

it("keeps the number of rows of a query out of that of its entity, and of the estimate of a scan", async () => {
  const { page } = await open(strict);
  const countOf = (name: string) =>
    page.locator(".sidebar-item", { has: page.getByText(name, { exact: true }) }).locator(".sidebar-count");
  await choose(page, "Order");
  await page.getByText("43 rows", { exact: true }).waitFor();
  await page.getByLabel("customerId of the PartitionKey").fill("C2");
  await page.keyboard.press("Enter");
  await page.getByText("3 rows", { exact: true }).waitFor();
  expect(await countOf("Order").textContent()).toBe("43");
  await choose(page, "Shop");
  await page.getByText("48 rows", { exact: true }).waitFor();
  await page.getByLabel("PartitionKey =").fill("cust!C2");
  await page.keyboard.press("Enter");
  await page.getByLabel("RowKey ≥").fill("order!");
  await page.keyboard.press("Enter");
  await page.getByText("3 rows", { exact: true }).waitFor();
  expect(await countOf("Shop").textContent()).toBe("48");
  await choose(page, "Order");
  await button(page, "$filter").click();
  await page.getByLabel("$filter").fill("total gt 100.0");
  await page.keyboard.press("Enter");
  await page.getByText("Estimate: at most 1 request, less than a cent.").waitFor();
});

it("asks for a new condition's value before it says that it is none", async () => {
  const { page } = await open(strict);
  await choose(page, "Order");
  await page.getByText("43 rows", { exact: true }).waitFor();
  await page.getByLabel("Add a condition").selectOption("total");
  await expect.poll(() => page.getByLabel("Value of total").evaluate((field) => field.matches(":focus"))).toBe(true);
  expect(await page.locator(".plan-error").count()).toBe(0);
  await page.getByText("43 rows", { exact: true }).waitFor();
});

it("shows keys that nobody sees, and finds them", async () => {
  const { page } = await open(strict, {
    async seed(service: TableServiceClient, _project: StudioProject) {
      await service.tables.createIfNotExists("Plain");
      for (const rowKey of ["", " ", "a ", "a\u200b"])
        await service.table("Plain").insert({ partitionKey: "p", rowKey, properties: {} });
    },
    definitions: "",
  });
  await choose(page, "Plain");
  await page.getByText("4 rows", { exact: true }).waitFor();
  expect(await columnTexts(page, "RowKey")).toEqual(['""', "␣", "a␣", "a⟨U+200B⟩"]);
  await page.getByLabel("PartitionKey =").fill("p");
  await page.keyboard.press("Enter");
  await page.getByLabel("RowKey =").fill('""');
  await page.keyboard.press("Enter");
  await page.getByText("1 row", { exact: true }).waitFor();
});

it("edits the cell that is double-clicked, also if the edge of the grid cuts it off", async () => {
  const { page } = await open(strict, { width: 900 });
  await choose(page, "Order");
  await page.getByText("43 rows", { exact: true }).waitFor();
  const [grid, cells] = [page.getByRole("grid"), page.locator(".grid-row").first().locator(".grid-cell")];
  const edge = await grid.evaluate((element) => element.getBoundingClientRect().left + element.clientWidth);
  for (const cell of await cells.all()) {
    const box = await cell.boundingBox();
    if (box === null || box.x + 8 > edge || box.x + box.width <= edge) continue;
    const column = Number(await cell.getAttribute("aria-colindex"));
    const title = page.locator(`[role=columnheader][aria-colindex="${column}"] .grid-name`);
    const name = (await title.textContent()) ?? "";
    await page.mouse.dblclick(box.x + 6, box.y + 10);
    await page.locator(".cell-editor").waitFor();
    expect(await page.locator(".cell-editor").getAttribute("aria-label")).toBe(name);
    return;
  }
  throw new Error("The edge of the grid cuts off no cell.");
});

it("marks the rows with changes beside their numbers", async () => {
  const { page } = await open(strict);
  await choose(page, "Order");
  await page.getByText("43 rows", { exact: true }).waitFor();
  await page.getByRole("gridcell", { name: "500", exact: true }).click();
  await page.keyboard.type("much");
  await page.keyboard.press("Enter");
  await page.locator('.grid-gutter.is-changed.is-invalid[title*="Edm.Double takes a number"]').waitFor();
});

it("corrects a new row that the service has already, and copies a row with an unknown code", async () => {
  const { page, service } = await open(strict, {
    definitions: `import { edm, entity } from "tablewright";
export const Task = entity({
  table: "Tasks",
  properties: { id: edm.string({ maxLength: 9 }), status: edm.int32({ codes: { open: 1, done: 2 } }) },
  partitionKey: (k) => [k.id],
  rowKey: () => ["task"],
});
`,
    async seed(service) {
      await service.tables.createIfNotExists("Tasks");
      const properties = { id: edm.string("a"), status: edm.int32(9) };
      await service.table("Tasks").insert({ partitionKey: "a", rowKey: "task", properties });
    },
  });
  const dialog = page.getByRole("dialog");
  await choose(page, "Task");
  await page.getByText("1 row", { exact: true }).waitFor();
  expect(await columnTexts(page, "status")).toEqual(["9"]);
  await page.getByRole("grid").press("Enter");
  await button(page, "Duplicate").click();
  await dialog.getByText("Not copied, because the row does not store it as the definition says: status.").waitFor();
  await dialog.getByLabel(/^status/).selectOption("open");
  await dialog.getByRole("button", { name: "Stage the new row" }).click();
  await button(page, "Review").click();
  await button(page, "Send 1 change").click();
  await dialog.getByText("A row with these keys exists already").waitFor();
  await dialog.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel(/^id/).fill("b");
  await dialog.getByRole("button", { name: "Stage the new row" }).click();
  await button(page, "Review").click();
  await button(page, "Send 1 change").click();
  await page.getByText("1 change written", { exact: true }).waitFor();
  const row = await service.table("Tasks").get({ partitionKey: "b", rowKey: "task" });
  expect(row?.properties["status"]).toEqual(edm.int32(1));
});
it("says whose row it is after the keys have scrolled away", async () => {
  const { page } = await open(strict, { width: 900 });
  await choose(page, "Order");
  await page.getByText("43 rows", { exact: true }).waitFor();
  expect(await page.locator(".grid-row-name").count()).toBe(0);
  await page.getByRole("grid").press("End");
  await page.locator(".grid-row-name", { hasText: "C1 · 2026-11-02T16:00:00.000Z · 40" }).waitFor();
  const [name, cell] = [page.locator(".grid-row-name").first(), page.locator(".grid-cell.is-current")];
  for (let column = 0; column < 5; column += 1) await page.keyboard.press("ArrowLeft");
  const [left, right] = [await name.boundingBox(), await cell.boundingBox()];
  if (left === null || right === null) throw new Error("The active cell is not drawn.");
  expect(right.x).toBeGreaterThanOrEqual(left.x + left.width - 1);
  await page.keyboard.press("Home");
  await page.locator(".grid-row-name").first().waitFor({ state: "detached" });
});

it("completes a $filter with the properties of rows without a definition", async () => {
  const { page } = await open(strict);
  await choose(page, "Shop");
  await page.getByText("48 rows", { exact: true }).waitFor();
  await button(page, "$filter").click();
  await page.keyboard.type("seq");
  await page.locator("#filter-completions").getByText("sequence", { exact: true }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type(" eq ");
  await page.locator("#filter-completions").getByText("0L", { exact: true }).waitFor();
});

it("takes the bytes of a file for a binary value, shows a picture, and downloads it", async () => {
  const { page, service } = await open(strict);
  await choose(page, "Order");
  await page.getByText("43 rows", { exact: true }).waitFor();
  await page.getByRole("grid").press("Enter");
  const panel = page.getByRole("complementary", { name: "Row" });
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPhfDwAChAGA9mcCHQAAAABJRU5ErkJggg==",
    "base64",
  );
  await panel.getByLabel("File for signature").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: png });
  await panel.getByText(`${png.length} bytes`).waitFor();
  await panel.getByRole("img", { name: "signature" }).waitFor();
  const downloading = page.waitForEvent("download");
  await panel.getByRole("button", { name: "Download" }).click();
  expect(readFileSync(await (await downloading).path()).equals(png)).toBe(true);
  await panel.getByRole("button", { name: "Stage the change" }).click();
  await button(page, "Review").click();
  await button(page, "Send 1 change").click();
  await page.getByText("1 change written", { exact: true }).waitFor();
  const { partitionKey, rowKey } = orderRow("C1", 40);
  const row = await service.table("Shop").get({ partitionKey, rowKey });
  expect(Buffer.from(row?.properties["signature"]?.value as Uint8Array).equals(png)).toBe(true);
});

it("creates a table, and deletes it after a question", async () => {
  const { page, service } = await open(strict, {
    definitions: "",
    seed: async (service) => void (await service.tables.create("Other")),
  });
  const command = async (name: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).fill(name);
    await page.keyboard.press("Enter");
  };
  await command("create a table");
  await page.getByLabel("Name").fill("Fresh");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Fresh has no rows" }).waitFor();
  await command("delete the table Fresh");
  await page.getByRole("dialog").getByRole("button", { name: "Delete the table" }).click();
  await page.getByText("Fresh is being deleted").waitFor();
  const names: string[] = [];
  for await (const name of service.tables.list()) names.push(name);
  expect(names).toEqual(["Other"]);
});

it("names the pinned keys in the header, over the columns that they cover", async () => {
  const { page } = await open(strict);
  await choose(page, "Order");
  await page.getByText("43 rows", { exact: true }).waitFor();
  await page.getByRole("grid").evaluate((grid) => grid.scrollTo({ left: 700 }));
  const pinned = page.locator(".grid-row-name").first();
  await pinned.waitFor();
  const titles = await pinned.evaluate((name) => {
    const { left, width } = name.getBoundingClientRect();
    const { top } = document.querySelector(".grid-head")?.getBoundingClientRect() ?? new DOMRect();
    return [left + 4, left + width / 2, left + width - 4].map(
      (x) => document.elementFromPoint(x, top + 17)?.textContent,
    );
  });
  expect(new Set(titles)).toEqual(new Set(["customerId · placedAt · orderNo"]));
});
