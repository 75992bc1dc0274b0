import { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { strict } from "../targets/targets.js";
import { shareBrowser } from "./share-browser.js";
import { orderRow } from "./shop.js";
import { choose, columnTexts, type LabOptions } from "./studio-lab.js";

const open = shareBrowser();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const tabs = (page: Page) => page.getByRole("navigation", { name: "Open queries" });
const tabTexts = (page: Page) => page.locator(".tab-name").allTextContents();
const rows = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const fragment = (page: Page) => new URL(page.url()).hash;

async function showCustomer(page: Page, customerId: string): Promise<void> {
  await choose(page, "Order");
  await rows(page, "43 rows");
  await page.getByLabel("customerId of the PartitionKey").fill(customerId);
  await page.keyboard.press("Enter");
}

async function command(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).fill(text);
  await page.keyboard.press("Enter");
}

describe("tabs", () => {
  it("keep a typed query when another entity is shown, and are there again after a reload", async () => {
    const { page } = await open(strict);
    await showCustomer(page, "C2");
    await rows(page, "3 rows");
    await choose(page, "Customer");
    await rows(page, "2 rows");
    expect(await tabTexts(page)).toEqual(["OrderC2", "Customer"]);
    await page.reload();
    await rows(page, "2 rows");
    expect(await tabTexts(page)).toEqual(["OrderC2", "Customer"]);
    await tabs(page).getByRole("link", { name: "Order" }).click();
    await rows(page, "3 rows");
    expect(fragment(page)).toBe("#/Shop/Order?customerId=C2");
    await button(page, "Close Order").click();
    await rows(page, "2 rows");
    expect(await tabTexts(page)).toEqual(["Customer"]);
  });

  it("of another account at the same address are closed", async () => {
    const { page } = await open(strict);
    await showCustomer(page, "C2");
    await rows(page, "3 rows");
    await choose(page, "Customer");
    await rows(page, "2 rows");
    await page.evaluate(() => {
      const key = "tablewright tabs 0";
      const kept = JSON.parse(sessionStorage.getItem(key) ?? "");
      sessionStorage.setItem(key, JSON.stringify({ ...kept, endpoint: "https://other.table.core.windows.net" }));
    });
    await page.reload();
    await rows(page, "2 rows");
    expect(await tabTexts(page)).toEqual(["Customer"]);
  });

  it("go back and forward with the browser, each to its own query", async () => {
    const { page } = await open(strict);
    await showCustomer(page, "C2");
    await rows(page, "3 rows");
    await button(page, "New tab").click();
    await page.getByRole("heading", { name: "devstoreaccount1" }).waitFor();
    await choose(page, "Customer");
    await rows(page, "2 rows");
    await page.goBack();
    await page.getByRole("heading", { name: "devstoreaccount1" }).waitFor();
    await page.goBack();
    await rows(page, "3 rows");
    expect(await page.locator(".tab.is-active").textContent()).toContain("C2");
    await page.goBack();
    await rows(page, "43 rows");
    await page.goForward();
    await rows(page, "3 rows");
    await page.goForward();
    await page.goForward();
    await rows(page, "2 rows");
    expect(await tabTexts(page)).toEqual(["OrderC2", "Customer"]);
  });
});

it("keeps the queries that were run, for the home page and the palette, until they are forgotten", async () => {
  const { page } = await open(strict);
  await showCustomer(page, "C2");
  await rows(page, "3 rows");
  await page.getByRole("link", { name: "Home" }).click();
  const queries = page.getByRole("complementary", { name: "Queries" });
  await queries.getByText("C2", { exact: true }).waitFor();
  expect(await queries.locator(".home-query").allTextContents()).toEqual(["OrderC2", "Orderall rows"]);
  await page.reload();
  await queries.getByText("C2", { exact: true }).click();
  await rows(page, "3 rows");
  await choose(page, "Customer");
  await command(page, "recent c2");
  await rows(page, "3 rows");
  await command(page, "forget the recent");
  await command(page, "home");
  await page.getByRole("heading", { name: "devstoreaccount1" }).waitFor();
  expect(await queries.count()).toBe(0);
});

it("opens a link to a query, a row and a view", async () => {
  const { page, studio } = await open(strict);
  const { partitionKey, rowKey } = orderRow("C2", 3);
  const link = `#/Shop/Order?customerId=C2&total.gt=20&$rowPk=${encodeURIComponent(partitionKey)}&$rowRk=${encodeURIComponent(rowKey)}`;
  await page.goto(new URL(`/${link}`, studio.url).href);
  await rows(page, "2 rows");
  const panel = page.getByRole("complementary", { name: "Row" });
  await expect.poll(() => panel.getByLabel("orderNo").inputValue()).toBe("3");
  expect(fragment(page).length).toBeLessThan(120);
});

describe("the menu of a cell", () => {
  it("filters by its value, follows a reference, and the browser goes back", async () => {
    const { page } = await open(strict);
    await choose(page, "Order");
    await rows(page, "43 rows");
    await page.getByRole("gridcell", { name: "C2", exact: true }).first().click({ button: "right" });
    await page.getByRole("menuitem", { name: "Only customerId = C2" }).click();
    await rows(page, "3 rows");
    expect(fragment(page)).toBe("#/Shop/Order?customerId=C2");
    await page.getByRole("gridcell", { name: "25", exact: true }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Go to Customer C2" }).click();
    await rows(page, "1 row");
    expect(await columnTexts(page, "name")).toEqual(["Customer C2"]);
    await page.goBack();
    await rows(page, "3 rows");
  });

  it("opens by the keyboard for the active cell, and gives the focus back", async () => {
    const { page } = await open(strict);
    await choose(page, "Order");
    await rows(page, "43 rows");
    await page.getByRole("gridcell", { name: "500", exact: true }).click();
    await page.keyboard.press("ContextMenu");
    await page.getByRole("menuitem", { name: "Only total ≥ 500" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("grid").evaluate((grid) => grid.matches(":focus"))).toBe(true);
  });

  it("removes an optional value, and deletes the row", async () => {
    const { page } = await open(strict);
    await choose(page, "Order");
    await rows(page, "43 rows");
    await page.getByLabel("Search values").fill("Order 40 of");
    await page.keyboard.press("Enter");
    await page.locator(".grid-cell.is-current", { hasText: "Order 40 of" }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Remove note" }).click();
    await page.locator(".grid-cell.is-staged.is-absent").waitFor();
    await page.locator(".grid-cell.is-current").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Delete the row" }).click();
    await page.locator(".grid-row.is-deleted").waitFor();
  });
});

it("finds, edits and sends in at most 18 keys", async () => {
  const { page, service } = await open(strict);
  let keys = 0;
  const press = async (...names: readonly string[]) => {
    for (const name of names) {
      await page.keyboard.press(name);
      keys += 1;
    }
  };
  await press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).waitFor();
  await press(..."ord", "Enter");
  await rows(page, "43 rows");
  await press("/", ..."475", "Enter");
  await page.locator(".grid-cell.is-current", { hasText: "475" }).waitFor();
  await press("Escape", ..."40");
  await press("Control+Enter");
  await page.getByRole("dialog", { name: "Review 1 change" }).waitFor();
  await press("Control+Enter");
  await rows(page, "1 change written");
  const { partitionKey, rowKey } = orderRow("C1", 38);
  expect((await service.table("Shop").get({ partitionKey, rowKey }))?.properties["total"]).toEqual(edm.double(40));
  process.stdout.write(`Find, edit and send: ${keys} keys\n`);
  expect(keys).toBeLessThanOrEqual(18);
});

it("finds a row by the values of its key in the palette", async () => {
  const { page } = await open(strict);
  await command(page, "order C2 2026-11-01T02:00:00Z 2");
  await rows(page, "1 row");
  await page.locator(".plan-strip .badge", { hasText: "point read" }).waitFor();
  expect(await columnTexts(page, "total")).toEqual(["25"]);
});

const withTables = (count: number, definitions?: string): LabOptions => ({
  ...(definitions !== undefined && { definitions }),
  async seed(service: TableServiceClient) {
    for (let number = 0; number < count; number += 1)
      await service.tables.create(`Tenant${String(number).padStart(4, "0")}`);
  },
});

describe("the home page", () => {
  it("lists tables with their entities, counts and findings as far as they are known", async () => {
    const { page } = await open(strict);
    await page.getByText("emulator · 2 tables, 2 entities").waitFor();
    await choose(page, "Shop");
    await rows(page, "48 rows");
    await page.getByRole("link", { name: "Home" }).click();
    const cells = page.locator(".home-table tbody tr").first().locator("td");
    expect(await cells.allTextContents()).toEqual([
      "Shop",
      "CustomerOrder",
      expect.stringMatching(/^48 \d\d:\d\d$/),
      "1",
    ]);
  });

  it("lists 40 tables without definitions", async () => {
    const { page } = await open(strict, withTables(40, ""));
    await page.getByText("emulator · 40 tables, no definitions").waitFor();
    expect(await page.locator(".home-table tbody tr").count()).toBe(40);
    expect(await page.getByRole("navigation", { name: "Tables" }).getByRole("button").allTextContents()).toEqual([
      "Tenant…40",
    ]);
  });

  it("and the sidebar stay short with 3,000 tables, which are found by a part of their names", async () => {
    const { page } = await open(strict, withTables(3_000, ""));
    await page.getByText("emulator · 3,000 tables, no definitions").waitFor();
    expect(await page.locator(".home-table tbody tr").count()).toBe(50);
    const list = page.getByRole("navigation", { name: "Tables" });
    expect(await list.locator("a, button, input").count()).toBe(31);
    await page.getByLabel("Part of a table's name").fill("2999");
    await page.locator(".home-table").getByRole("link", { name: "Tenant2999" }).click();
    await page.getByRole("heading", { name: "Tenant2999 has no rows" }).waitFor();
    await list.locator(".sidebar-item[aria-current=page]", { hasText: "Tenant2999" }).waitFor();
    expect(await list.locator("a, button, input").count()).toBe(131);
    const heights = await list.locator(".sidebar-item").evaluateAll((items) => items.map((item) => item.clientHeight));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(22);
    await page.getByLabel("Find a table or entity").fill("tenant10");
    await list.getByText("Tenant1000").waitFor();
    expect(await list.locator(".sidebar-table").count()).toBe(100);
  });
});

it("sorts entities by name, those of index rows last", async () => {
  const { page } = await open(strict);
  const names = page.getByRole("navigation", { name: "Tables" }).locator(".sidebar-name");
  expect(await names.allTextContents()).toEqual([
    "Shop",
    "Customer",
    "Order",
    "CustomerByEmail",
    "ShopIndex",
    "CustomerByCountry",
  ]);
});

it("keeps the titles of six tabs readable, and the active one in view", async () => {
  const { page } = await open(strict);
  for (const name of ["CustomerByCountry", "CustomerByEmail", "Customer", "Order", "ShopIndex", "Shop"]) {
    await button(page, "New tab").click();
    await page.locator(".sidebar-item", { has: page.getByText(name, { exact: true }) }).click();
  }
  const cut = await page.locator(".tab-name > span:first-child").evaluateAll((all) => {
    const rightOf = (each: Element | null) => each?.getBoundingClientRect().right ?? 0;
    return all.filter((each) => rightOf(each) > rightOf(each.parentElement)).map((each) => each.textContent);
  });
  expect(cut).toEqual([]);
  const active = page.locator(".tab.is-active");
  const [strip, tab] = [await page.locator(".tabs").boundingBox(), await active.boundingBox()];
  if (strip === null || tab === null) throw new Error("The tabs are not drawn.");
  expect(tab.x).toBeGreaterThanOrEqual(strip.x);
  expect(tab.x + tab.width).toBeLessThanOrEqual(strip.x + strip.width);
});

it("switches to another account, names it in the review, and keeps what is staged in the first one", async () => {
  const tables = createTableService();
  const live = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  await live.tables.create("Shop");
  await live.table("Shop").insert(orderRow("C9", 1));
  Object.defineProperty(live, "endpoint", { value: "https://contoso.table.core.windows.net" });
  const { page, service } = await open(strict, { others: [live] });
  const edit = async (from: string, to: string) => {
    await page.getByRole("gridcell", { name: from, exact: true }).first().click();
    await page.keyboard.type(to);
    await page.keyboard.press("Enter");
    await rows(page, "1 change");
  };
  await choose(page, "Order");
  await rows(page, "43 rows");
  await edit("500", "501");
  await button(page, "Account").click();
  await page.getByRole("menuitem", { name: "contoso, Azure Storage" }).click();
  await page.locator(".app.is-remote").waitFor();
  await choose(page, "Order");
  await rows(page, "1 row");
  expect(await page.locator(".review-bar").count()).toBe(0);
  await edit("12.5", "13.5");
  await button(page, "Review").click();
  await page.getByText("To contoso, Azure Storage.").waitFor();
  expect(await button(page, "Send 1 change").isDisabled()).toBe(true);
  await page.getByLabel("Type its name").fill("contoso");
  await button(page, "Send 1 change").click();
  await rows(page, "1 change written");
  await edit("13.5", "14.5");
  await button(page, "Review").click();
  // The name is asked for once.
  await expect.poll(() => button(page, "Send 1 change").isEnabled()).toBe(true);
  await button(page, "Send 1 change").click();
  await rows(page, "1 change written");
  await button(page, "Account").click();
  await page.getByRole("menuitem", { name: "devstoreaccount1, emulator" }).click();
  await choose(page, "Order");
  await page.locator(".grid-cell.is-staged", { hasText: "501" }).waitFor();
  await button(page, "Review").click();
  await page.getByText("To devstoreaccount1, emulator.").waitFor();
  await button(page, "Send 1 change").click();
  await rows(page, "1 change written");
  const total = async (from: TableServiceClient, customer: string, orderNo: number) => {
    const { partitionKey, rowKey } = orderRow(customer, orderNo);
    return (await from.table("Shop").get({ partitionKey, rowKey }))?.properties["total"]?.value;
  };
  expect([await total(service, "C1", 40), await total(live, "C9", 1)]).toEqual([501, 14.5]);
});

it.each([
  ["dark", "light"],
  ["light", "dark"],
] as const)(
  "shows the %s theme that is chosen on a system of the %s one, also after a reload",
  async (chosen, system) => {
    const { page } = await open(strict);
    const paper = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    await page.emulateMedia({ colorScheme: chosen });
    const wanted = await paper();
    await page.emulateMedia({ colorScheme: system });
    expect(await paper()).not.toBe(wanted);
    await button(page, "Theme").click();
    await page.getByRole("menuitem", { name: chosen, exact: false }).click();
    expect(await paper()).toBe(wanted);
    await page.reload();
    await page.getByRole("heading", { name: "devstoreaccount1" }).waitFor();
    expect(await paper()).toBe(wanted);
    await page.emulateMedia({ colorScheme: "light" });
  },
);

it("gives each meaning a colour of its own", async () => {
  const { page } = await open(strict);
  await choose(page, "Order");
  await rows(page, "43 rows");
  await page.getByRole("gridcell", { name: "500", exact: true }).click();
  await page.keyboard.type("much");
  await page.keyboard.press("Enter");
  await page.locator(".grid-cell.is-invalid").waitFor();
  await page.getByRole("gridcell", { name: "475", exact: true }).click();
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press(" ");
  await page.getByLabel("Search values").fill("437.5");
  const background = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  const meanings = {
    brand: await background(".button.is-primary"),
    selected: await background(".grid-row.is-selected"),
    changed: await background(".grid-cell.is-staged:not(.is-invalid)"),
    found: await background(".grid-cell.is-found"),
    wrong: await background(".grid-cell.is-invalid"),
  };
  expect(new Set(Object.values(meanings)).size).toBe(5);
  expect(await background(".sidebar-item[aria-current=page]")).toBe(meanings.selected);
  expect(await background(".segment[aria-pressed=true]")).toBe(meanings.selected);
  expect(await background(".review-bar")).toBe(meanings.changed);
});
