import { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { createTableService, type TableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import type { Target } from "../targets/target.js";
import { strict } from "../targets/targets.js";
import { shareBrowser } from "./share-browser.js";
import { choose } from "./studio-lab.js";

const open = shareBrowser();

let tables: TableService;
const faulty: Target = {
  name: "a faulty service",
  kind: "storage",
  async start() {
    tables = createTableService();
    const service = TableServiceClient.fromConnectionString(tables.connectionString, {
      transport: tables,
      retry: { maxAttempts: 1 },
    });
    return { service, stop: () => service.close() };
  },
};

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

async function editCell(page: Page, before: string, after: string): Promise<void> {
  await page.getByRole("gridcell", { name: before, exact: true }).first().click();
  await page.keyboard.type(after);
  await page.keyboard.press("Enter");
}

async function showOrders(page: Page): Promise<void> {
  await choose(page, "Order");
  await page.getByText("43 rows", { exact: true }).waitFor();
}

/** Holds the checks of staged values until the returned function is called. */
async function holdChecks(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/check", async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

it("shows the model after a row was open and a cell was edited, and the rows again", async () => {
  const { page } = await open(strict);
  await showOrders(page);
  await page.getByRole("grid").press("Enter");
  await page.getByRole("complementary", { name: "Row" }).getByLabel("total").waitFor();
  await page.keyboard.press("Escape");
  await editCell(page, "500", "501");
  await button(page, "Model").click();
  await page.getByRole("heading", { name: "Model" }).waitFor();
  await choose(page, "Customer");
  await page.getByText("2 rows", { exact: true }).waitFor();
});

it("says why an account cannot be read, and reads it once it can be", async () => {
  const { page } = await open(faulty);
  const restore = tables.faults.add({ operation: "queryTables", fault: { kind: "respond", code: "ServerBusy" } });
  await page.reload();
  await page.getByRole("heading", { name: "The account cannot be read" }).waitFor();
  await page.getByText("ServerBusy").waitFor();
  restore();
  await button(page, "Try again").click();
  await showOrders(page);
});

it("switches to another account also while the first one cannot be read", async () => {
  const others = createTableService();
  const other = TableServiceClient.fromConnectionString(others.connectionString, { transport: others });
  await other.tables.create("Elsewhere");
  const { page } = await open(faulty, { others: [other] });
  tables.faults.add({ operation: "queryTables", fault: { kind: "respond", code: "ServerBusy" } });
  await page.reload();
  await page.getByRole("heading", { name: "The account cannot be read" }).waitFor();
  await button(page, "Account").click();
  await page.getByRole("menuitem").last().click();
  await choose(page, "Elsewhere");
});

it("says that it reads the tables, not that there are none", async () => {
  const { page } = await open(faulty);
  const hold = tables.faults.add({ operation: "queryTables", fault: { kind: "hold" } });
  await page.reload({ waitUntil: "commit" });
  const list = page.getByRole("navigation", { name: "Tables" });
  await list.getByText("Reading the tables…").waitFor();
  expect(await list.getByText("No tables").count()).toBe(0);
  hold();
  await showOrders(page);
});

it("offers to create a table that the definitions name, and to insert its first row", async () => {
  const { page } = await open(strict, { seed: async () => undefined });
  await choose(page, "Order");
  await page.getByRole("heading", { name: "The table Shop does not exist" }).waitFor();
  await button(page, "Create the table").click();
  await button(page, "Insert the first row").click();
  await page.getByRole("dialog", { name: "Insert Order" }).waitFor();
});

it("checks values when they are typed, and sends nothing before they are right", async () => {
  const { page } = await open(strict);
  await showOrders(page);
  await editCell(page, "500", "much");
  await page.locator('.grid-cell.is-invalid[title*="Edm.Double takes a number"]').waitFor();
  await button(page, "1 change has a problem").click();
  expect(await button(page, "Send 1 change").isDisabled()).toBe(true);
  await page.getByText('Order.total is "much"; Edm.Double takes a number').waitFor();
  await button(page, "Show").click();
  const field = page.getByRole("complementary", { name: "Row" }).getByLabel("total");
  await field.fill("500.5");
  await field.press("Enter");
  await button(page, "Review").click();
  await button(page, "Send 1 change").click();
  await page.getByText("1 change written", { exact: true }).waitFor();
});

it("keeps what is wrong with a value when the one after it is taken back", async () => {
  const { page } = await open(strict);
  await showOrders(page);
  const release = await holdChecks(page);
  await editCell(page, "500", "much");
  await editCell(page, "475", "476");
  release();
  await button(page, "1 change has a problem").waitFor();
  await page.keyboard.press("Control+z");
  await page.getByText("1 change", { exact: true }).waitFor();
  await button(page, "1 change has a problem").waitFor();
  await page.unroute("**/api/check");
});

it("opens the review that was asked for while the values of a form were checked, and sends by the same key", async () => {
  const { page, service } = await open(strict);
  await showOrders(page);
  await page.getByRole("gridcell", { name: "500", exact: true }).first().click();
  await page.keyboard.press("Enter");
  await button(page, "Duplicate").click();
  await page.getByRole("dialog").getByLabel("orderNo").fill("2002");
  const release = await holdChecks(page);
  for (const key of ["Enter", "Enter", "Control+Enter"]) await page.keyboard.press(key);
  expect(await page.getByRole("dialog", { name: /^Review/ }).count()).toBe(0);
  release();
  await page.getByRole("dialog", { name: "Review 1 change" }).waitFor();
  await page.unroute("**/api/check");
  await page.keyboard.press("Control+Enter");
  await page.getByText("1 change written", { exact: true }).waitFor();
  expect(await service.table("Shop").scan().where({ $odata: "orderNo eq 2002" }).count()).toBe(1);
});

it("keeps staged changes when the page is loaded again, asks before it is left, and before it discards them", async () => {
  const { page } = await open(strict);
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await showOrders(page);
  await editCell(page, "500", "501");
  await page.locator(".grid-cell.is-staged").waitFor();
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
  await page.locator(".grid-cell.is-staged", { hasText: "501" }).waitFor();
  await button(page, "Discard all").click();
  await page.getByText("1 change will be lost").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Discard all" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await page.locator(".grid-cell.is-staged").count()).toBe(0);
});

it("keeps row counts when the page is loaded again, and says when they were counted", async () => {
  const { page } = await open(strict);
  await showOrders(page);
  await page.getByRole("link", { name: "Home" }).click();
  const counts = () => page.locator(".sidebar-count").allTextContents();
  expect(await counts()).toEqual(["43"]);
  await choose(page, "Shop");
  await page.getByText("48 rows", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Home" }).click();
  await page.reload();
  await expect.poll(counts).toEqual(["48", "43"]);
  const time = /^\d\d:\d\d$/;
  const note = page.locator(".home-table tbody tr").first().locator("td").nth(2).locator(".home-note");
  expect(await note.textContent()).toMatch(time);
  expect(await page.locator(".sidebar-count").last().getAttribute("title")).toMatch(/^Counted \d\d:\d\d$/);
});

it("keeps a count that was asked for, also when the page of the table is loaded again and its first rows come early", async () => {
  const { page, service } = await open(strict, {
    definitions: "",
    async seed(filled) {
      await filled.tables.createIfNotExists("Items");
      const row = (index: number) => ({ partitionKey: "p", rowKey: String(index), properties: {} });
      await filled.table("Items").bulk(Array.from({ length: 150 }, (_, index) => ({ insert: row(index) })));
    },
  });
  const counts = () => page.locator(".sidebar-count").allTextContents();
  await choose(page, "Items");
  await page.getByText("150 rows", { exact: true }).waitFor();
  await service.table("Items").insert({ partitionKey: "p", rowKey: "new", properties: {} });
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).fill("count the rows");
  await page.keyboard.press("Enter");
  await page.getByText("151 rows", { exact: true }).waitFor();
  expect(await counts()).toEqual(["151"]);
  let release: () => void = () => undefined;
  const isRead = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The second page never arrives.
  await page.route("**/api/rows*", async (route) => {
    if (route.request().postData()?.includes('"cursor"') !== true) await route.continue();
  });
  await page.route("**/api/overview*", async (route) => {
    await isRead;
    await route.continue();
  });
  const first = page.waitForResponse(/api\/rows/);
  await page.reload({ waitUntil: "commit" });
  await (await first).finished();
  release();
  await page.getByText("100 rows, reading…").waitFor();
  expect(await counts()).toEqual(["151"]);
  await page.unroute("**/api/rows*");
  await page.unroute("**/api/overview*");
});

const sessions = `import { edm, entity } from "tablewright";

export const Session = entity({
  table: "Sessions",
  properties: { user: edm.string(), token: edm.string(), expiresAt: edm.dateTime() },
  partitionKey: (k) => [k.user],
  rowKey: (k) => [k.token],
  ttl: (k) => k.expiresAt,
});
`;

it("reads entities that expire beyond the first page, and expired ones on request", async () => {
  const { page } = await open(strict, {
    definitions: sessions,
    async seed(service) {
      await service.tables.createIfNotExists("Sessions");
      const row = (number: number) => {
        const token = `t${number}`;
        const expiresAt = edm.dateTime(new Date(number % 2 === 0 ? "2099-01-01" : "2001-01-01"));
        return {
          partitionKey: "u",
          rowKey: token,
          properties: { user: edm.string("u"), token: edm.string(token), expiresAt },
        };
      };
      await service.table("Sessions").bulk(Array.from({ length: 600 }, (_, number) => ({ insert: row(number) })));
    },
  });
  await choose(page, "Session");
  await page.getByText("300 rows", { exact: true }).waitFor();
  await page.getByLabel("expired rows").check();
  await page.getByText("600 rows", { exact: true }).waitFor();
});
