import { edm } from "@tablewright/runtime/edm";
import { storedText, withStoredText } from "@tablewright/runtime/lines";
import { expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { azurite, strict } from "../targets/targets.js";
import { shareBrowser } from "./share-browser.js";
import { orderRow } from "./shop.js";
import { choose, columnTexts, freshInProcess, seedShop } from "./studio-lab.js";

const open = shareBrowser();
const target = freshInProcess();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const text = (page: Page, name: string) => page.getByText(name, { exact: true }).waitFor();
const newRows = (page: Page) => page.locator(".grid-row.is-new");
const gutters = (page: Page) => page.locator(".grid-gutter").allTextContents();

async function showCustomers(page: Page): Promise<void> {
  await choose(page, "Customer");
  await text(page, "2 rows");
}

/** Types values into cells from the active one to the right. */
async function typeCells(page: Page, ...values: readonly string[]): Promise<void> {
  for (const value of values) {
    await page.keyboard.type(value);
    await page.keyboard.press("Tab");
  }
}

it("inserts a row by its cells, checks them, keeps it over a reload, sends it with an edit, and takes it back", async () => {
  const { page, service } = await open(strict);
  await showCustomers(page);
  await page.getByRole("gridcell", { name: "Customer C2", exact: true }).click();
  await page.keyboard.press("Insert");
  await text(page, "1 change");
  expect(await gutters(page)).toEqual(["new", "1", "2"]);
  await text(page, "1 change has a problem");
  await typeCells(page, "C3", "Customer C3", "c3@example.org", "NOR");
  await page.locator(".grid-row.is-new .is-invalid", { hasText: "NOR" }).waitFor();
  await page.keyboard.press("Control+Enter");
  const field = page.locator(".change tr", { hasText: "country" });
  await field.getByText(/^Customer\.country /).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".grid:focus").waitFor();
  await page.keyboard.press("ArrowLeft");
  await typeCells(page, "NO");
  await page.getByText("1 change has a problem").waitFor({ state: "detached" });
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await text(page, "2 rows");
  await page.locator(".grid").focus();
  await page.keyboard.press("Control+z");
  expect(await newRows(page).locator(".grid-cell").allTextContents()).toEqual(
    expect.arrayContaining(["C3", "Customer C3", "c3@example.org", "NO"]),
  );
  await page.getByRole("gridcell", { name: "Customer C1", exact: true }).click();
  await page.keyboard.type("First");
  await page.keyboard.press("Enter");
  await text(page, "2 changes");
  await button(page, "Review").click();
  const card = page.locator('.change[data-kind="insert"]');
  expect(await card.locator("tr:has(td)").allTextContents()).toEqual([
    "customerIdStringC3",
    "nameStringCustomer C3",
    "emailStringc3@example.org",
    "countryStringNO",
  ]);
  await button(page, "Send 2 changes").click();
  await text(page, "2 changes written");
  await text(page, "3 rows");
  expect(await newRows(page).count()).toBe(0);
  await page.locator("[role=row].is-active", { hasText: "Customer C3" }).waitFor();
  const rows = () => service.table("Shop").query("cust!C3").count();
  expect(await rows()).toBe(2);
  await button(page, /^Undo/).click();
  await button(page, "Send 2 changes").click();
  await text(page, "2 rows");
  expect(await rows()).toBe(0);
  expect(
    (await service.table("Shop").get({ partitionKey: "cust!C1", rowKey: "customer" }))?.properties["name"],
  ).toEqual(edm.string("Customer C1"));
});

it("shows what the form stages, opens it again by Enter, and discards it by Delete and Ctrl+Z", async () => {
  const { page } = await open(strict);
  await choose(page, "Order");
  await text(page, "43 rows");
  await page.getByRole("gridcell", { name: "500", exact: true }).click();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).fill("duplicate row");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("orderNo").fill("2001");
  await dialog.getByRole("button", { name: "Stage the new row" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(async () => (await columnTexts(page, "orderNo")).slice(0, 2)).toEqual(["2001", "40"]);
  await page.locator(".grid:focus").waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByLabel("total").fill("7");
  await dialog.getByRole("button", { name: "Stage the new row" }).click();
  await expect.poll(async () => (await columnTexts(page, "total"))[0]).toBe("7");
  await page.locator(".grid:focus").waitFor();
  await page.keyboard.press("Delete");
  await expect.poll(() => newRows(page).count()).toBe(0);
  await page.keyboard.press("Control+z");
  await expect.poll(() => newRows(page).count()).toBe(1);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await columnTexts(page, "total"))[0]).toBe("500");
  await text(page, "Taken back: total of 1 new row");
  await page.keyboard.press("Control+z");
  await expect.poll(() => newRows(page).count()).toBe(0);
  await text(page, "Taken back: 1 new row");
  expect(await button(page, "Review").count()).toBe(0);
});

it("keeps a row staged whose keys exist, shows both, and sends it under other keys", async () => {
  const { page, service } = await open(strict);
  await choose(page, "Shop");
  await page.getByLabel("PartitionKey =").fill("zzz");
  await page.keyboard.press("Enter");
  await text(page, "1 row");
  await page.getByRole("gridcell", { name: "odd", exact: true }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "New row in the grid" }).click();
  await text(page, "1 change");
  await page.locator(".grid:focus").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("odd");
  await page.keyboard.press("Enter");
  await button(page, "Review").click();
  await service
    .table("Shop")
    .merge({ partitionKey: "zzz", rowKey: "odd" }, { note: edm.string("theirs") }, { ifMatch: "*" });
  await button(page, "Send 1 change").click();
  const conflict = page.locator(".conflict");
  await conflict.getByText("A row with these keys exists already").waitFor();
  expect(await conflict.locator(".diff-after").allTextContents()).toEqual(["theirs"]);
  await button(page, "Change the keys of mine").click();
  await page.getByRole("dialog").getByLabel("RowKey").fill("even");
  await page.getByRole("dialog").getByRole("button", { name: "Stage the new row" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await button(page, "Review").click();
  await button(page, "Send 1 change").click();
  await text(page, "1 change written");
  expect(await service.table("Shop").query("zzz").count()).toBe(2);
});

it("shows a deleted row that is brought back, and edits it by its values", async () => {
  const { page, service } = await open(strict, {
    async seed(filled, project) {
      await seedShop(filled, project);
      const { partitionKey, rowKey } = orderRow("C2", 3);
      await filled.table("Shop").merge({ partitionKey, rowKey }, { extra: edm.int32(7) }, { ifMatch: "*" });
    },
  });
  await choose(page, "Order");
  await page.getByLabel("customerId of the PartitionKey").fill("C2");
  await page.keyboard.press("Enter");
  await text(page, "3 rows");
  await page.getByRole("gridcell", { name: "37.5", exact: true }).click();
  await page.keyboard.press("Shift+Delete");
  await button(page, "Send 1 change").click();
  await text(page, "2 rows");
  await button(page, /^Undo/).click();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect((await columnTexts(page, "total"))[0]).toBe("37.5");
  await newRows(page).getByText("37.5").dblclick();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("38");
  await page.keyboard.press("Enter");
  await newRows(page).getByText("38", { exact: true }).waitFor();
  await button(page, "Review").click();
  await button(page, "Send 1 change").click();
  await text(page, "3 rows");
  const { partitionKey, rowKey } = orderRow("C2", 3);
  const row = await service.table("Shop").get({ partitionKey, rowKey });
  expect(row?.properties).toMatchObject({ total: { value: 38 }, extra: { value: 7 }, orderNo: { value: 3 } });
});

it("keeps in the form of a row that is brought back what was edited and how values are stored, and hides secrets", async () => {
  // The service itself stores times without these zeros.
  const at = "2026-01-02T03:04:05.1234560Z";
  const job = { partitionKey: "jobs", rowKey: "1" };
  const { page, service } = await open(azurite, {
    definitions: `import { edm, entity } from "tablewright";
export const Job = entity({
  table: "Jobs",
  properties: {
    id: edm.string({ maxLength: 9 }),
    at: edm.dateTime(),
    count: edm.int32({ name: "n" }),
    secret: edm.string({ hidden: true }),
  },
  partitionKey: () => ["jobs"],
  rowKey: (k) => [k.id],
});
`,
    async seed(filled, { schemas: [schema] }) {
      await filled.tables.createIfNotExists("Jobs");
      const jobs = filled.entities({ $schema: schema } as never) as { insert(row: object): Promise<unknown> };
      for (const id of ["1", "2"]) await jobs.insert({ id, at: new Date(0), count: 1, secret: "s3cret" });
      await filled.table("Jobs").merge(job, { at: withStoredText("Edm.DateTime", at) }, { ifMatch: "*" });
    },
  });
  const dialog = page.getByRole("dialog");
  const typeCount = async (former: string, count: string) => {
    await newRows(page).getByText(former, { exact: true }).last().dblclick();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(count);
    await page.keyboard.press("Enter");
    await newRows(page).getByText(count, { exact: true }).waitFor();
  };
  await choose(page, "Job");
  await text(page, "2 rows");
  await page.locator(".grid").focus();
  await page.keyboard.press("Shift+Delete");
  await button(page, "Send 1 change").click();
  await text(page, "1 row");
  await button(page, /^Undo/).click();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await typeCount("1", "5");
  await button(page, "Review").click();
  await dialog.getByText("5", { exact: true }).waitFor();
  expect(await dialog.textContent()).not.toContain("s3cret");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await typeCount("5", "many");
  await text(page, "1 change has a problem");
  page.on("dialog", (question) => void question.accept());
  await page.reload();
  await text(page, "1 change has a problem");
  await page.locator(".grid").focus();
  await page.keyboard.press("Enter");
  await button(page, "Show secret").waitFor();
  expect(await dialog.getByLabel("Value of secret").count()).toBe(0);
  expect(await dialog.getByLabel("count").inputValue()).toBe("many");
  await dialog.getByLabel("count").fill("7");
  await button(page, "Stage the new row").click();
  await dialog.waitFor({ state: "detached" });
  await button(page, "Review").click();
  await button(page, "Send 1 change").click();
  await text(page, "1 change written");
  const row = await service.table("Jobs").get(job);
  expect(row?.properties).toMatchObject({ n: edm.int32(7), secret: edm.string("s3cret") });
  expect(storedText(row?.properties["at"] ?? expect.fail())).toBe(at);
});

it("stages what is typed for the row whose cell was opened, also if a new row is shown meanwhile", async () => {
  const { page } = await open(target);
  await showCustomers(page);
  await page.getByRole("gridcell", { name: "Customer C1", exact: true }).click();
  await page.keyboard.press("Insert");
  await typeCells(page, "C3", "Customer C3", "c3@example.org", "NO");
  await page.keyboard.press("Control+Enter");
  const hold = target.tables().faults.add({ operation: "query", nth: 1, fault: { kind: "hold" } });
  await button(page, "Send 1 change").click();
  await text(page, "1 change written");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("gridcell", { name: "Customer C1", exact: true }).dblclick();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("First");
  hold.release();
  await page.locator("[role=row].is-active", { hasText: "Customer C3" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("one@example.org");
  await page.keyboard.press("Enter");
  await text(page, "1 change");
  expect(await columnTexts(page, "name")).toEqual(["First", "Customer C2", "Customer C3"]);
  expect((await columnTexts(page, "email"))[0]).toBe("one@example.org");
});

it("edits and deletes new rows together with stored ones", async () => {
  const { page } = await open(strict);
  await showCustomers(page);
  await page.getByRole("gridcell", { name: "Customer C1", exact: true }).click();
  await page.keyboard.press("Insert");
  await typeCells(page, "C0", "Customer C0", "c0@example.org", "SE");
  await page.keyboard.press("Shift+ArrowDown");
  await button(page, "Edit 2 rows").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Property").selectOption("country");
  await dialog.getByRole("textbox", { name: /country/ }).fill("FI");
  await dialog.getByRole("button", { name: "Stage 2 changes" }).click();
  await expect.poll(() => columnTexts(page, "country")).toEqual(["FI", "FI", "DE"]);
  await text(page, "2 changes");
  await button(page, "Delete 2 rows").click();
  await text(page, "1 change");
  expect(await gutters(page)).toEqual(["1", "2"]);
  expect(await page.locator(".grid-row.is-deleted").getAttribute("aria-description")).toBe("waits for its deletion");
  await page.locator(".grid").focus();
  await page.keyboard.press("Control+z");
  await expect.poll(() => columnTexts(page, "country")).toEqual(["FI", "FI", "DE"]);
});

it("shows the rows of a file, and sends them in transactions of a hundred", async () => {
  const { page, service } = await open(target, {
    definitions: "",
    seed: async (filled) => void (await filled.tables.create("Items")),
  });
  const lines = Array.from({ length: 250 }, (_, index) =>
    JSON.stringify({ PartitionKey: index < 200 ? "a" : "b", RowKey: String(index).padStart(3, "0"), count: index }),
  );
  await choose(page, "Items");
  await text(page, "0 rows");
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Import from a file" }).click();
  const file = { name: "items.ndjson", mimeType: "application/x-ndjson", buffer: Buffer.from(lines.join("\n")) };
  await page.getByLabel("File").setInputFiles(file);
  await button(page, "Stage 250 new rows").click();
  await text(page, "250 changes");
  expect((await columnTexts(page, "RowKey")).slice(0, 2)).toEqual(["000", "001"]);
  expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("251");
  await page.locator(".grid").focus();
  await page.keyboard.press("Control+End");
  await page.getByRole("gridcell", { name: "249", exact: true }).first().waitFor();
  const transactions = target.tables().faults.add({ operation: "transaction", fault: { kind: "count" } });
  const inserts = target.tables().faults.add({ operation: "insert", fault: { kind: "count" } });
  await button(page, "Review").click();
  await button(page, "Send 250 changes").click();
  await text(page, "250 changes written");
  expect([transactions.seen, inserts.seen]).toEqual([3, 0]);
  await text(page, "250 rows");
  expect(await newRows(page).count()).toBe(0);
  expect(await service.table("Items").scan().count()).toBe(250);
});

it("says that the table does not exist, and shows the new row once it does", async () => {
  const { page } = await open(strict, { seed: async () => undefined });
  await choose(page, "Order");
  await page.getByRole("heading", { name: "The table Shop does not exist" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).fill("new row in the grid");
  await page.keyboard.press("Enter");
  await text(page, "1 change");
  await button(page, "Create the table").click();
  await newRows(page).waitFor();
  expect(await gutters(page)).toEqual(["new"]);
  expect(await newRows(page).getAttribute("aria-description")).toBe("new row");
});

it("leaves the focus at what to do when the only row of an empty table is discarded, and takes it back", async () => {
  const { page } = await open(strict, { seed: async (service) => void (await service.tables.create("Shop")) });
  await choose(page, "Customer");
  await page.getByRole("heading", { name: "Customer has no rows" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).fill("new row in the grid");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await newRows(page).waitFor();
  await page.locator(".grid").focus();
  await page.keyboard.press("Delete");
  await button(page, "Insert the first row").waitFor();
  await page.locator("button:focus", { hasText: "Insert the first row" }).waitFor();
  await page.keyboard.press("Control+z");
  await page.locator(".grid:focus").waitFor();
  expect(await gutters(page)).toEqual(["new"]);
});
