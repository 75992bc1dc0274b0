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

const readings = `import { edm, entity } from "tablewright";

export const Reading = entity({
  table: "Readings",
  properties: { deviceId: edm.string({ maxLength: 20 }), at: edm.dateTime(), value: edm.int32() },
  partitionKey: (k) => [k.deviceId, k.at.month],
  rowKey: (k) => [k.at.desc],
});
`;
const lastTicks = 3_155_378_975_999_999_999n;

/** Stores a reading on the second day of each month of 2026. */
async function seedReadings(service: TableServiceClient): Promise<void> {
  await service.tables.createIfNotExists("Readings");
  for (let month = 1; month <= 12; month += 1) {
    const at = new Date(Date.UTC(2026, month - 1, 2, 12));
    const ticks = BigInt(at.getTime()) * 10_000n + 621_355_968_000_000_000n;
    const partitionKey = `d1!${at.toISOString().slice(0, 7)}`;
    const properties = { deviceId: edm.string("d1"), at: edm.dateTime(at), value: edm.int32(month) };
    await service.table("Readings").insert({ partitionKey, rowKey: String(lastTicks - ticks), properties });
  }
}

it("reads a month of a key with months, and the times between two days", async () => {
  const { page } = await open(strict, { definitions: readings, seed: seedReadings });
  await choose(page, "Reading");
  await page.getByText("12 rows", { exact: true }).waitFor();
  await page.getByLabel("deviceId of the PartitionKey").fill("d1");
  await page.keyboard.press("Enter");
  await path(page, "partition range");
  await button(page, "Run the scan").waitFor();
  await page.getByLabel("at of the PartitionKey").fill("2026-03");
  await page.keyboard.press("Enter");
  await page.getByText("1 row", { exact: true }).waitFor();
  expect(await columnTexts(page, "value")).toEqual(["3"]);
  await page.getByLabel("Times of at").selectOption("between…");
  await page.getByLabel("Value of at").first().fill("2026-09-02");
  await page.keyboard.press("Tab");
  await page.getByLabel("Value of at").last().fill("2026-12-02 12:00");
  await page.keyboard.press("Enter");
  await page.getByText("3 rows", { exact: true }).waitFor();
  expect(await columnTexts(page, "value")).toEqual(["9", "10", "11"]);
  await page.getByLabel("Calendar of at, in local time").last().fill("2026-11-01T00:00:00");
  await page.getByText("2 rows", { exact: true }).waitFor();
  await page.getByLabel("Times of at").selectOption("last 7 days");
  await page.locator(".plan-filter", { hasText: "PartitionKey eq 'd1!" }).waitFor();
  await page.getByLabel("Times of at").selectOption("any time");
  await button(page, "Run the scan").waitFor();
});

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
  await dialog.getByText("EntityAlreadyExists").waitFor();
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

it("keeps the search of thousands of tables, and the open one in view", async () => {
  const { page, service } = await open(strict, {
    async seed(service) {
      for (let number = 100; number < 400; number += 1) await service.tables.create(`Table${number}`);
    },
    definitions: "",
  });
  await service.table("Table390").insert({ partitionKey: "p", rowKey: "r", properties: {} });
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).fill("Table390");
  await page.keyboard.press("Enter");
  await page.getByText("1 row", { exact: true }).waitFor();
  const isInView = (label: string) =>
    page.locator(label).evaluate((element) => {
      const [own, all] = [element.getBoundingClientRect(), element.closest(".sidebar")?.getBoundingClientRect()];
      return all !== undefined && own.height >= 24 && own.top >= all.top && own.bottom <= all.bottom + 1;
    });
  await expect.poll(() => isInView(".sidebar-item[aria-current=page]")).toBe(true);
  expect(await isInView(".sidebar-search")).toBe(true);
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

it("takes a day or a month in a condition for the times in it, with every operator, and offers periods", async () => {
  const definitions = `import { edm, entity } from "tablewright";
export const Note = entity({
  table: "Notes",
  properties: { id: edm.string(), created: edm.dateTime() },
  partitionKey: () => ["notes"],
  rowKey: (k) => [k.id],
});
`;
  const times = [
    "2026-11-24T23:59:59.999Z",
    "2026-11-25T00:00:00Z",
    "2026-11-25T23:59:59.999Z",
    "2026-11-26T00:00:00Z",
  ];
  const { page } = await open(strict, {
    definitions,
    async seed(service) {
      await service.tables.createIfNotExists("Notes");
      for (const [index, time] of times.entries()) {
        const id = "abcd"[index] ?? "";
        const properties = { id: edm.string(id), created: edm.dateTime(new Date(time)) };
        await service.table("Notes").insert({ partitionKey: "notes", rowKey: id, properties });
      }
    },
  });
  const finds = async (expected: string) => {
    await button(page, "Run the scan").click();
    await expect
      .poll(async () => (await page.locator('.grid-cell[aria-colindex="1"]').allTextContents()).join(""))
      .toBe(expected);
  };
  await choose(page, "Note");
  await page.getByLabel("Add a condition").selectOption("created");
  await page.getByLabel("Value of created").fill("2026-11-25");
  await page.keyboard.press("Enter");
  for (const [operator, expected] of [
    ["eq", "bc"],
    ["ne", "ad"],
    ["gt", "d"],
    ["ge", "bcd"],
    ["lt", "a"],
    ["le", "abc"],
  ] as const) {
    await page.getByLabel("Operator of created").selectOption(operator);
    await finds(expected);
  }
  expect(await page.getByLabel("Value of created").inputValue()).toBe("2026-11-25");
  await page.getByLabel("Operator of created").selectOption("eq");
  await page.getByLabel("Value of created").fill("2026-11-25T00:00:00Z");
  await page.keyboard.press("Enter");
  await finds("b");
  await page.getByLabel("Value of created").fill("2026-11");
  await page.keyboard.press("Enter");
  await finds("abcd");
  await page.getByLabel("Times of created").selectOption("last 7 days");
  await page.locator(".plan-filter", { hasText: /created ge .* and created lt / }).waitFor();
});

it("opens the only match of the sidebar's search by Enter, and moves between the field and the list by arrows", async () => {
  const { page } = await open(strict);
  const field = page.getByLabel("Find a table or entity");
  const focused = () => page.evaluate(() => document.activeElement?.querySelector(".sidebar-name")?.textContent);
  await field.fill("ord");
  await field.press("Enter");
  await page.getByText("43 rows", { exact: true }).waitFor();
  await field.fill("shop");
  await field.press("ArrowDown");
  expect(await focused()).toBe("Shop");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toBe("Customer");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await page.getByText("2 rows", { exact: true }).waitFor();
});

it("shows nothing of the list around the sidebar's search, however far it is scrolled", async () => {
  const { page } = await open(strict);
  await page.setViewportSize({ width: 1280, height: 200 });
  const field = page.getByLabel("Find a table or entity");
  await page.locator(".sidebar-item").last().scrollIntoViewIfNeeded();
  const covered = await field.evaluate((element) => {
    const [own, nav] = [
      element.getBoundingClientRect(),
      element.closest("nav")?.getBoundingClientRect() ?? new DOMRect(),
    ];
    const items = [...document.querySelectorAll(".sidebar-item")].map((item) => {
      // The element that scrolls cuts off the items above it.
      let top = item.getBoundingClientRect().top;
      for (let outer = item.parentElement; outer !== null; outer = outer.parentElement)
        if (getComputedStyle(outer).overflowY === "auto") top = Math.max(top, outer.getBoundingClientRect().top);
      return { top, bottom: item.getBoundingClientRect().bottom };
    });
    const scrolled = [...document.querySelectorAll(".sidebar, .sidebar-scroll")].some((each) => each.scrollTop > 0);
    return {
      scrolled,
      count: items.filter(({ top, bottom }) => bottom > top && top < own.bottom && bottom > nav.top).length,
    };
  });
  expect(covered).toEqual({ scrolled: true, count: 0 });
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
