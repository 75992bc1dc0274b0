import type { EntityId, TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { repeatedTargets } from "../targets/targets.js";
import { shareBrowser } from "./share-browser.js";
import { orderRow } from "./shop.js";
import { choose, columnTexts } from "./studio-lab.js";

const open = shareBrowser();

/** Shows the three orders of C2. */
async function showOrders(page: Page): Promise<void> {
  await choose(page, "Order");
  await page.getByLabel("customerId of the PartitionKey").fill("C2");
  await page.keyboard.press("Enter");
  await page.getByText("3 rows", { exact: true }).waitFor();
}

/** Types a new value into a cell. */
async function editCell(page: Page, before: string, after: string): Promise<void> {
  await page.getByRole("gridcell", { name: before, exact: true }).first().dblclick();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(after);
  await page.keyboard.press("Enter");
}

async function send(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.getByRole("button", { name: /^Send/ }).click();
}

function idOf(orderNo: number): EntityId {
  const { partitionKey, rowKey } = orderRow("C2", orderNo);
  return { partitionKey, rowKey };
}

const totalOf = async (service: TableServiceClient, orderNo: number) =>
  (await service.table("Shop").get(idOf(orderNo)))?.properties["total"]?.value;

describe.each(repeatedTargets)("Changes over $name", (target) => {
  it("edits cells of one partition, reviews them as a diff, and sends one transaction", async () => {
    const lab = await open(target);
    const { page, service } = lab;
    await showOrders(page);
    await editCell(page, "37.5", "40");
    await editCell(page, "25", "26.25");
    expect(await totalOf(service, 3)).toBe(37.5);
    await page.getByRole("button", { name: "Review", exact: true }).click();
    expect(await page.locator(".diff-before").allTextContents()).toEqual(["37.5", "25"]);
    expect(await page.locator(".diff-after").allTextContents()).toEqual(["40", "26.25"]);
    await page.getByRole("button", { name: "Send 2 changes" }).click();
    await page.getByText("2 changes written in one transaction").waitFor();
    expect([await totalOf(service, 3), await totalOf(service, 2)]).toEqual([40, 26.25]);
    expect(await columnTexts(page, "total")).toEqual(["40", "26.25", "12.5"]);
  });

  it("undoes the last set of changes, unless another client was there", async () => {
    const lab = await open(target);
    const { page, service } = lab;
    await showOrders(page);
    await editCell(page, "37.5", "40");
    await send(page);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Send 1 change" }).click();
    await expect.poll(() => totalOf(service, 3)).toBe(37.5);
    await page.getByRole("button", { name: "Undo" }).waitFor();
    await service.table("Shop").merge(idOf(3), { total: edm.double(1) }, { ifMatch: "*" });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Send 1 change" }).click();
    await page.getByText("Another client has changed this row").waitFor();
    expect(await totalOf(service, 3)).toBe(1);
  });

  it("shows both versions after a conflict, sends nothing, and applies the one that is chosen", async () => {
    const lab = await open(target);
    const { page, service } = lab;
    await showOrders(page);
    await editCell(page, "37.5", "40");
    await editCell(page, "25", "26");
    await service.table("Shop").merge(idOf(3), { total: edm.double(99), note: edm.string("theirs") }, { ifMatch: "*" });
    await send(page);
    const conflict = page.locator(".conflict");
    await conflict.getByText("Another client has changed this row").waitFor();
    expect(await conflict.locator(".diff-after").allTextContents()).toEqual(["99", "theirs"]);
    expect([await totalOf(service, 3), await totalOf(service, 2)]).toEqual([99, 25]);
    await page.getByRole("button", { name: "Apply mine to their version" }).click();
    await page.getByRole("button", { name: "Send 2 changes" }).click();
    await page.getByText("2 changes written in one transaction").waitFor();
    const row = await service.table("Shop").get(idOf(3));
    expect(row?.properties).toMatchObject({ total: { value: 40 }, note: { value: "theirs" } });
  });

  it("reports a row that another client has deleted", async () => {
    const lab = await open(target);
    const { page, service } = lab;
    await showOrders(page);
    await editCell(page, "37.5", "40");
    await service.table("Shop").delete(idOf(3), { ifMatch: "*" });
    await send(page);
    await page.getByText("Another client has deleted this row").waitFor();
    expect(await totalOf(service, 3)).toBeUndefined();
  });

  it("checks the values of a form before anything is sent, each at its field", async () => {
    const lab = await open(target);
    const { page } = lab;
    await showOrders(page);
    await page.getByRole("gridcell", { name: "37.5" }).click();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary", { name: "Row" });
    await panel.getByLabel("total").fill("much");
    await panel.getByLabel("paymentId").fill("42");
    await panel.getByRole("button", { name: "Stage the change" }).click();
    await panel.getByText('Order.total is "much"; Edm.Double takes a number').waitFor();
    await panel.getByText('Order.paymentId is "42"; Edm.Guid takes a GUID').waitFor();
    expect(await page.getByRole("button", { name: "Review", exact: true }).count()).toBe(0);
  });

  it("inserts, duplicates and deletes entities with their index rows", async () => {
    const lab = await open(target);
    const { page, service } = lab;
    await choose(page, "Customer");
    await page.getByText("2 rows", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Insert" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("customerId").fill("C3");
    await dialog.getByRole("button", { name: "Stage the new row" }).click();
    await dialog.getByText("Customer.name has no value").waitFor();
    await dialog.getByLabel("name").fill("Customer C3");
    await dialog.getByLabel("email").fill("c3@example.org");
    await dialog.getByLabel("country").fill("NO");
    await dialog.getByRole("button", { name: "Stage the new row" }).click();
    await send(page);
    await page.getByText("3 rows", { exact: true }).waitFor();
    const rows = () => service.table("Shop").query("cust!C3").toArray();
    expect((await rows()).map(({ rowKey }) => rowKey)).toEqual(["customer", "email!c3@example.org"]);
    expect(await service.table("ShopIndex").query("country!NO").count()).toBe(2);
    await page.getByRole("gridcell", { name: "Customer C3" }).click();
    await page.keyboard.press("Delete");
    await send(page);
    await expect.poll(async () => (await rows()).length).toBe(0);
  });

  it("edits and deletes many rows, of several partitions row by row", async () => {
    const lab = await open(target);
    const { page, service } = lab;
    await choose(page, "Order");
    await page.getByText("43 rows", { exact: true }).waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).fill("edit selected");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Property").selectOption("note");
    await dialog.getByRole("textbox", { name: /note/ }).fill("checked");
    await dialog.getByRole("button", { name: "Stage 43 changes" }).click();
    await send(page);
    await page.getByText("43 changes written", { exact: true }).waitFor();
    const notes = await service.table("Shop").scan().where({ $odata: "note eq 'checked'" }).count();
    expect(notes).toBe(43);
  });

  it("writes changes of several partitions one by one, and reports the outcome of each", async () => {
    const lab = await open(target);
    const { page, service } = lab;
    await choose(page, "Order");
    await page.getByText("43 rows", { exact: true }).waitFor();
    await editCell(page, "500", "501");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Home");
    // The total of the last customer's third order.
    await page.locator("#cell-40-3").dblclick();
    await page.keyboard.type("38");
    await page.keyboard.press("Enter");
    await service.table("Shop").merge(idOf(3), { total: edm.double(99) }, { ifMatch: "*" });
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await page.getByText("Sent row by row under the ETags that were read").waitFor();
    await page.getByRole("button", { name: "Send 2 changes" }).click();
    await page.getByText("Another client has changed this row").waitFor();
    await page.getByRole("dialog", { name: "Review 1 change" }).waitFor();
    expect(await totalOf(service, 3)).toBe(99);
    expect(await service.table("Shop").scan().where({ $odata: "total eq 501.0" }).count()).toBe(1);
    await page.getByRole("button", { name: "Keep theirs" }).click();
    await page.getByText("No changes wait.").waitFor();
  });

  it("duplicates an entity under a new key", async () => {
    const lab = await open(target);
    const { page, service } = lab;
    await showOrders(page);
    await page.getByRole("gridcell", { name: "37.5", exact: true }).click();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Duplicate" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("orderNo").fill("2001");
    await dialog.getByRole("button", { name: "Stage the new row" }).click();
    await send(page);
    await page.getByText("4 rows", { exact: true }).waitFor();
    const copies = await service.table("Shop").query("cust!C2").where({ $odata: "orderNo eq 2001" }).toArray();
    expect(copies.map(({ properties }) => properties["total"]?.value)).toEqual([37.5]);
  });

  it("deletes many rows by selection", async () => {
    const lab = await open(target);
    const { page, service } = lab;
    await showOrders(page);
    await page.getByRole("gridcell", { name: "37.5", exact: true }).click();
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Delete");
    await page.getByText("2 changes", { exact: true }).waitFor();
    expect(await service.table("Shop").query("cust!C2").where({ $odata: "kind eq 'order'" }).count()).toBe(3);
    await send(page);
    await page.getByText("2 changes written in one transaction").waitFor();
    expect(await service.table("Shop").query("cust!C2").where({ $odata: "kind eq 'order'" }).count()).toBe(1);
  });

  it("finds, edits, reviews and sends by keyboard alone", async () => {
    const lab = await open(target);
    const { page, service } = lab;
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const command = async (name: string) => {
      await press("Control+k");
      await page.getByRole("combobox", { name: "Command" }).waitFor();
      await page.keyboard.type(name);
      await press("Enter");
    };
    await command("Order");
    await page.getByText("43 rows", { exact: true }).waitFor();
    await press("Control+End", "Home", "ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight");
    await page.keyboard.type("41");
    await press("Enter");
    await page.getByText("1 change", { exact: true }).waitFor();
    await press("Control+z");
    await page.getByText("1 change", { exact: true }).waitFor({ state: "detached" });
    await page.keyboard.type("40");
    await press("Enter");
    await page.getByText("1 change", { exact: true }).waitFor();
    await press("Control+Enter");
    await page.getByRole("dialog", { name: "Review 1 change" }).waitFor();
    await press("Control+Enter");
    await page.getByText("1 change written", { exact: true }).waitFor();
    expect(await totalOf(service, 3)).toBe(40);
  });

  it("searches rows as they were last written", async () => {
    const lab = await open(target);
    const { page } = lab;
    await choose(page, "Order");
    await page.getByText("43 rows", { exact: true }).waitFor();
    await page.getByRole("gridcell", { name: "475", exact: true }).click();
    await page.keyboard.press("F2");
    await page.keyboard.type("774411");
    await page.keyboard.press("Enter");
    await send(page);
    await page.getByText("1 change written", { exact: true }).waitFor();
    await page.getByRole("gridcell", { name: "500", exact: true }).click();
    await page.getByLabel("Search values").fill("774411");
    await page.keyboard.press("Enter");
    await page.locator("[role=row].is-active", { hasText: "774411" }).waitFor();
  });

  it("removes a property from entities in one transaction, and gives it back", async () => {
    const lab = await open(target);
    const { page, service } = lab;
    const notes = () => service.table("Shop").query("cust!C1").where({ $odata: "note gt ''" }).count();
    expect(await notes()).toBe(10);
    await choose(page, "Order");
    await page.getByText("43 rows", { exact: true }).waitFor();
    await page.getByRole("gridcell", { name: "500", exact: true }).click();
    for (let row = 0; row < 4; row += 1) await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).fill("edit selected");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Property").selectOption("note");
    await dialog.getByRole("button", { name: "Remove note" }).click();
    await dialog.getByRole("button", { name: "Stage 5 changes" }).click();
    await send(page);
    // Three of the rows have no note.
    await page.getByText("2 changes written in one transaction").waitFor();
    expect(await notes()).toBe(8);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Send 2 changes" }).click();
    await expect.poll(notes).toBe(10);
  });

  it("changes nothing with --read-only", async () => {
    const lab = await open(target, { isReadOnly: true });
    const { page } = lab;
    await showOrders(page);
    await page.getByText("read-only").waitFor();
    expect(await page.getByRole("button", { name: "Insert" }).count()).toBe(0);
    await page.getByRole("gridcell", { name: "37.5" }).dblclick();
    expect(await page.locator(".cell-editor").count()).toBe(0);
    const answer = await page.evaluate(async () => {
      const headers = { "content-type": "application/json" };
      const response = await fetch("/api/commit", { method: "POST", headers, body: JSON.stringify({ changes: [] }) });
      return await response.text();
    });
    expect(answer).toContain("studio.read-only");
  });

  it("changes a row of any kind by its stored properties and types", async () => {
    const lab = await open(target);
    const { page, service } = lab;
    await choose(page, "Shop");
    await page.getByLabel("PartitionKey =").fill("zzz");
    await page.keyboard.press("Enter");
    await page.getByText("1 row", { exact: true }).waitFor();
    await page.getByRole("gridcell", { name: "odd" }).click();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary", { name: "Row" });
    await panel.getByRole("button", { name: "+ property" }).click();
    await panel.getByLabel("Name").fill("big");
    await panel.getByLabel("Name").blur();
    await panel.getByLabel("Type of big").selectOption("Int64");
    await panel.getByLabel("Value of big").fill("9007199254740993");
    await panel.getByLabel("Value of big").blur();
    await panel.getByRole("button", { name: "Stage the change" }).click();
    await send(page);
    await expect
      .poll(async () => (await service.table("Shop").get({ partitionKey: "zzz", rowKey: "odd" }))?.properties["big"])
      .toEqual({ type: "Edm.Int64", value: 9_007_199_254_740_993n });
  });
});
