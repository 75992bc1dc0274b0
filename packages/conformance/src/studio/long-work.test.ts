import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { exportParquet } from "./export-parquet.js";
import { seedOrders } from "./seed-orders.js";
import { shareBrowser } from "./share-browser.js";
import { orderRow } from "./shop.js";
import { choose, freshInProcess } from "./studio-lab.js";

const many = freshInProcess();
const open = shareBrowser();
const seed = async () => seedOrders(many.tables(), 5_300);

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).fill(name);
  await page.keyboard.press("Enter");
}

async function showCustomer(page: Page, customerId: string, rows: string): Promise<void> {
  await choose(page, "Order");
  await page.getByLabel("customerId of the PartitionKey").fill(customerId);
  await page.keyboard.press("Enter");
  await page.getByText(rows, { exact: true }).waitFor();
}

it("stops a count, which says how far it is", async () => {
  const { page } = await open(many, { seed });
  await choose(page, "Order");
  await page.getByText("1,100 rows, more below").waitFor();
  const hold = many.tables().faults.add({ operation: "query", fault: { kind: "hold" } });
  await command(page, "count the rows");
  await page.getByText("Counting", { exact: true }).waitFor();
  await button(page, "Stop").click();
  await page.getByText("Counting: stopped").waitFor();
  hold();
  await command(page, "count the rows");
  await page.locator(".notice", { hasText: "5,300 rows" }).waitFor();
});

it("stops a scan without hits, and reads on", async () => {
  const { page } = await open(many, { seed });
  await choose(page, "Order");
  await page.getByText("1,100 rows, more below").waitFor();
  await button(page, "$filter").click();
  await page.getByLabel("$filter").fill("total eq -1.0");
  await page.keyboard.press("Enter");
  const hold = many.tables().faults.add({ operation: "query", fault: { kind: "hold" } });
  await button(page, "Run the scan").click();
  await button(page, "Stop reading").click();
  hold();
  await button(page, "Read on").click();
  await page.getByRole("heading", { name: "No row of Order matches" }).waitFor();
});

it("asks before it exports what the service has to scan for, and stops", async () => {
  const { page } = await open(many, { seed });
  await choose(page, "Order");
  await page.getByText("1,100 rows, more below").waitFor();
  await command(page, "export as ndjson");
  await page.getByRole("dialog").getByText("Estimate:").waitFor();
  const hold = many.tables().faults.add({ operation: "query", fault: { kind: "hold" } });
  await page.getByRole("dialog").getByRole("button", { name: "Export" }).click();
  await button(page, "Stop").click();
  await page.getByText("Exporting: stopped").waitFor();
  hold();
});

it("exports CSV, and says how many rows it has read until the file begins", async () => {
  const { page } = await open(many, { seed });
  await choose(page, "Order");
  await page.getByText("1,100 rows, more below").waitFor();
  await command(page, "export as csv");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Estimate:").waitFor();
  const hold = many.tables().faults.add({ operation: "query", after: 3, fault: { kind: "hold" } });
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export" }).click();
  await page.getByText("Exporting: 3,000 rows read", { exact: true }).waitFor();
  hold();
  const lines = readFileSync(await (await downloading).path(), "utf8").split("\r\n");
  expect(lines).toHaveLength(5_302);
  const width = lines[0]?.split(",").length;
  expect(lines.slice(0, -1).filter((line) => line.replace(/"[^"]*"/g, "").split(",").length !== width)).toEqual([]);
});

it("changes and deletes all rows of a query at once, after it has counted them", async () => {
  const { page, service } = await open(many, { seed });
  await showCustomer(page, "C0005", "300 rows");
  await command(page, "change all rows of the query");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Property").selectOption("note");
  await dialog.getByRole("textbox", { name: /note/ }).fill("checked");
  await dialog.getByRole("button", { name: "Count them, then ask" }).click();
  const transactions = many.tables().faults.add({ operation: "transaction", fault: { kind: "count" } });
  await button(page, "Change 300 rows").click();
  await page.getByText("300 rows changed").waitFor();
  expect(await service.table("Shop").query("cust!C0005").where({ $odata: "note eq 'checked'" }).count()).toBe(300);
  expect(transactions.seen).toBe(3);
  await page.getByRole("grid").press("End");
  await page.getByRole("gridcell", { name: "checked" }).first().waitFor();
  await command(page, "delete all rows of the query");
  await button(page, "Delete 300 rows").click();
  await page.getByText("300 rows deleted").waitFor();
  expect(await service.table("Shop").query("cust!C0005").count()).toBe(0);
  await page.getByRole("heading", { name: "No row of Order matches" }).waitFor();
});

it("changes nothing if the query finds more rows than the user agreed to", async () => {
  const { page, service } = await open(many, { seed });
  await showCustomer(page, "C0005", "300 rows");
  await command(page, "delete all rows of the query");
  await button(page, "Delete 300 rows").waitFor();
  await service.table("Shop").insert({ ...orderRow("C0005", 5_000), partitionKey: "cust!C0005" });
  await button(page, "Delete 300 rows").click();
  await page.getByText("found more than 300 rows").waitFor();
  expect(await service.table("Shop").query("cust!C0005").count()).toBe(301);
});

it("deletes all rows of a query that were not read or left memory, after a review", async () => {
  const { page } = await open(many, { seed });
  await choose(page, "Order");
  await page.getByText("1,100 rows, more below").waitFor();
  await page.getByRole("grid").press("Control+a");
  await button(page, "Delete all rows").click();
  await page.getByText("5,300 changes", { exact: true }).waitFor();
});

it("imports rows of a file as new rows to review", async () => {
  const { page, service } = await open(many);
  await choose(page, "Order");
  await page.getByText("43 rows", { exact: true }).waitFor();
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Import from a file" }).click();
  const row = { customerId: "new", name: "New", email: "n@example.org", country: "NO", kind: "customer" };
  const text = `${JSON.stringify({ PartitionKey: "cust!new", RowKey: "customer", ...row })}\n{"PartitionKey":"x"}\n`;
  const dialog = page.getByRole("dialog");
  await dialog
    .getByLabel("File")
    .setInputFiles({ name: "rows.ndjson", mimeType: "text/plain", buffer: Buffer.from(text) });
  await dialog.getByText("Line 2: PartitionKey and RowKey must both be strings").waitFor();
  await dialog.getByText("cust!new customer").waitFor();
  await dialog.getByRole("button", { name: "Stage 1 new row" }).click();
  await button(page, "Review").click();
  await button(page, "Send 1 change").click();
  await page.getByText("1 change written", { exact: true }).waitFor();
  // The client writes the index rows of the entity.
  const rows = await service.table("Shop").query("cust!new").toArray();
  expect(rows.map(({ rowKey }) => rowKey)).toEqual(["customer", "email!n@example.org"]);
});

it("imports a Parquet file of export, which the page reads itself", async () => {
  const { page, service, project } = await open(many);
  const buffer = await exportParquet(service, project, "Shop", "Order");
  await choose(page, "Order");
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Import from a file" }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByLabel("File")
    .setInputFiles({ name: "part-000.parquet", mimeType: "application/octet-stream", buffer });
  await dialog.getByRole("heading", { name: "43 rows" }).waitFor();
  await dialog.getByText("cust!C1 order!").first().waitFor();
  expect(await dialog.locator(".finding").count()).toBe(0);
});

it("clones a table into a new one, says how far it is, and stops", async () => {
  const { page, service } = await open(many, { seed });
  await choose(page, "Order");
  await page.getByText("1,100 rows, more below").waitFor();
  const hold = many.tables().faults.add({ operation: "query", after: 3, fault: { kind: "hold" } });
  const clone = async (name: string) => {
    await command(page, "clone the table Shop");
    await page.getByLabel("Name").fill(name);
    await page.keyboard.press("Enter");
  };
  await clone("Half");
  await page.getByText(/^Cloning Shop: [\d,]+ rows/).waitFor();
  await button(page, "Stop").click();
  await page.getByText("Cloning Shop: stopped").waitFor();
  hold();
  // The incomplete copy is there, for the user to delete.
  await page.getByRole("navigation", { name: "Tables" }).getByRole("link", { name: /^Half/ }).waitFor();
  await clone("Shop");
  await page.locator(".notice", { hasText: "409 TableAlreadyExists" }).waitFor();
  await clone("Whole");
  await page.getByText("Whole has 5,300 rows").waitFor();
  await page.getByRole("heading", { name: "Whole" }).waitFor();
  expect(await service.table("Whole").scan().count()).toBe(5_300);
});
