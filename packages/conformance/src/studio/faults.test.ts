import { TableServiceClient } from "@tablewright/runtime";
import { createTableService, type TableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import type { Target } from "../targets/target.js";
import { seedOrders } from "./seed-orders.js";
import { shareBrowser } from "./share-browser.js";
import { orderRow } from "./shop.js";
import { choose, columnTexts } from "./studio-lab.js";

let tables: TableService;

/** Strict service whose faults a test chooses, and a client that does not try again. */
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

const open = shareBrowser();

async function showOrders(page: Page): Promise<void> {
  await choose(page, "Order");
  await page.getByLabel("customerId of the PartitionKey").fill("C2");
  await page.keyboard.press("Enter");
  await page.getByText("3 rows", { exact: true }).waitFor();
}

async function change(page: Page): Promise<void> {
  await page.getByRole("gridcell", { name: "37.5", exact: true }).dblclick();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("40");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Review", exact: true }).click();
}

it("says why rows cannot be read, and reads them once the service is back", async () => {
  const lab = await open(faulty);
  const { page } = lab;
  const rule = tables.faults.add({ operation: "query", fault: { kind: "respond", code: "ServerBusy" } });
  await choose(page, "Order");
  await page.locator(".plan-error", { hasText: "ServerBusy" }).waitFor();
  rule();
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText("43 rows", { exact: true }).waitFor();
});

it("keeps a change that was not written, so that it can be sent again", async () => {
  const lab = await open(faulty);
  const { page, service } = lab;
  await showOrders(page);
  await change(page);
  tables.faults.add({ operation: "merge", nth: 1, fault: { kind: "respond", code: "ServerBusy" } });
  await page.getByRole("button", { name: "Send 1 change" }).click();
  await page.getByText("503 ServerBusy").waitFor();
  await page.getByRole("button", { name: "Send 1 change" }).click();
  await page.getByText("1 change written", { exact: true }).waitFor();
  const { partitionKey, rowKey } = orderRow("C2", 3);
  expect((await service.table("Shop").get({ partitionKey, rowKey }))?.properties["total"]?.value).toBe(40);
});

it("shows a write as written if its response was lost but the row proves it", async () => {
  const lab = await open(faulty);
  const { page } = lab;
  await showOrders(page);
  await change(page);
  tables.faults.add({ operation: "merge", nth: 1, fault: { kind: "reset", applied: true } });
  await page.getByRole("button", { name: "Send 1 change" }).click();
  await page.getByText("1 change written", { exact: true }).waitFor();
  expect(await columnTexts(page, "total")).toContain("40");
});

it("follows pages without rows", async () => {
  const lab = await open(faulty);
  const { page } = lab;
  tables.faults.add({ operation: "query", nth: [1, 2, 3], fault: { kind: "emptyPage" } });
  await choose(page, "Order");
  await page.getByText("43 rows", { exact: true }).waitFor();
});

it("finds text in a page of rows that the grid is reading already", async () => {
  const lab = await open(faulty, { seed: async () => seedOrders(tables, 1_000) });
  const { page } = lab;
  const hold = tables.faults.add({ operation: "query", nth: 2, fault: { kind: "hold" } });
  await choose(page, "Order");
  await page.getByText("100 rows, reading…").waitFor();
  await page.getByLabel("Search values").fill("9007199254741092");
  await page.keyboard.press("Enter");
  hold.release();
  await page.getByText("1,000 rows", { exact: true }).waitFor();
  await expect.poll(() => page.locator(".grid-cell.is-current").textContent()).toBe("9007199254741092");
});

it("ends a search once another entity is shown", async () => {
  const lab = await open(faulty);
  const { page } = lab;
  const hold = tables.faults.add({ operation: "query", nth: 1, fault: { kind: "hold" } });
  await choose(page, "Order");
  await page.getByText("0 rows, reading…").waitFor();
  await page.getByLabel("Search values").fill("nothing has this text");
  await page.keyboard.press("Enter");
  await choose(page, "Customer");
  await page.getByText("2 rows", { exact: true }).waitFor();
  hold.release();
});

it("reads no row again for the tree of more rows than are kept in memory", async () => {
  const lab = await open(faulty, { seed: async () => seedOrders(tables, 14_000) });
  const { page } = lab;
  await choose(page, "Order");
  await page.getByLabel("Search values").fill("nothing has this text");
  await page.keyboard.press("Enter");
  await page.getByText("14,000 rows", { exact: true }).waitFor();
  const count = tables.faults.add({ operation: "query", fault: { kind: "count" } });
  await page.getByRole("button", { name: "Tree" }).click();
  await page.getByText(/^The tree shows [\d,]+ of the 14,000 rows/).waitFor();
  expect(count.seen).toBe(0);
});
