import { edm } from "@tablewright/runtime/edm";
import { expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { strict } from "../targets/targets.js";
import { shareBrowser } from "./share-browser.js";
import { choose } from "./studio-lab.js";

const open = shareBrowser();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const rows = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const review = (page: Page) => page.getByRole("dialog", { name: /^Review/ });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("role"));

async function showOrders(page: Page): Promise<void> {
  await choose(page, "Order");
  await rows(page, "43 rows");
}

async function typeOver(page: Page, before: string, after: string): Promise<void> {
  await page.getByRole("gridcell", { name: before, exact: true }).first().click();
  await page.keyboard.type(after);
  await page.keyboard.press("Enter");
}

it("names the rows of the review by the values in their keys, and equal changes once", async () => {
  const { page } = await open(strict);
  await showOrders(page);
  await typeOver(page, "500", "501");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => page.locator(".change-keys").textContent()).toContain("customerId C1");
  expect(await page.locator(".change-keys").textContent()).toBe(
    "customerId C1 · placedAt 2026-11-02T16:00:00.000Z · orderNo 40",
  );
  await review(page).getByText("Sent under the ETag that was read.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("gridcell", { name: "475", exact: true }).click();
  for (let row = 0; row < 9; row += 1) await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Delete");
  await button(page, "Review").click();
  await page.locator(".change", { hasText: "Order · 10 rows" }).waitFor();
  expect(await page.locator(".change").count()).toBe(2);
});

it("shows a new row in the review without what it replaces, and of a long text what is around the change", async () => {
  const { page } = await open(strict);
  await choose(page, "Customer");
  await rows(page, "2 rows");
  await button(page, "Insert").click();
  for (const [name, text] of [
    ["customerId", "C3"],
    ["name", "C"],
    ["email", "e"],
    ["country", "NO"],
  ] as const)
    await page.getByRole("dialog").getByLabel(name).fill(text);
  await page.getByRole("dialog").getByRole("button", { name: "Stage the new row" }).click();
  await button(page, "Review").click();
  await review(page).getByText("Sent if no row has its keys.").waitFor();
  expect(await page.locator(".diff-before").count()).toBe(0);
  await button(page, "Discard this change").click();
  await page.keyboard.press("Escape");
  await showOrders(page);
  await page.getByRole("grid").press("Enter");
  const note = page.getByRole("complementary", { name: "Row" }).getByRole("textbox", { name: /^note/ });
  const text = "word ".repeat(2_000);
  await note.fill(`${text}one ${text}`);
  await button(page, "Stage the change").click();
  await button(page, "Review").click();
  await button(page, "Send 1 change").click();
  await rows(page, "1 change written");
  await note.fill(`${text}two ${text}`);
  await button(page, "Stage the change").click();
  await button(page, "Review").click();
  const [before = "", after = ""] = await page.locator(".diff td").allTextContents();
  expect([before.length, after.length].every((length) => length < 300)).toBe(true);
  expect([before.includes("one"), after.includes("two")]).toEqual([true, true]);
});

it("opens what the palette has by that very name, and scrolls its list", async () => {
  const { page } = await open(strict);
  await showOrders(page);
  await page.keyboard.press("Control+k");
  const list = page.getByRole("listbox", { name: "Commands" });
  await expect.poll(() => list.getByRole("option").count()).toBeGreaterThan(30);
  for (let command = 0; command < 30; command += 1) await page.keyboard.press("ArrowDown");
  const [box, option] = [await list.boundingBox(), await list.getByRole("option", { selected: true }).boundingBox()];
  if (box === null || option === null) throw new Error("The list is not drawn.");
  expect(option.y).toBeGreaterThanOrEqual(box.y);
  expect(option.y + option.height).toBeLessThanOrEqual(box.y + box.height + 1);
  await page.getByRole("combobox", { name: "Command" }).fill("customer");
  await page.keyboard.press("Enter");
  await rows(page, "2 rows");
});

it("gives the focus back to the grid after a review, and searches and helps by a key", async () => {
  const { page } = await open(strict);
  await showOrders(page);
  await typeOver(page, "500", "501");
  await page.keyboard.press("Control+Enter");
  await review(page).waitFor();
  await page.keyboard.press("Control+Enter");
  await rows(page, "1 change written");
  await expect.poll(() => focused(page)).toBe("grid");
  await page.keyboard.press("/");
  await page.keyboard.type("475");
  expect(await page.getByLabel("Search values").inputValue()).toBe("475");
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("grid");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("grid");
});

it("fills in a new row what the query says of all rows, and leaves times to the library", async () => {
  const { page } = await open(strict, {
    definitions: `import { edm, entity } from "tablewright";
export const Job = entity({
  table: "Jobs",
  properties: {
    queue: edm.string({ maxLength: 9 }),
    id: edm.string({ maxLength: 9 }),
    secret: edm.string({ hidden: true }),
    token: edm.string({ hidden: true }).optional(),
    createdAt: edm.dateTime({ onInsert: "now" }),
    updatedAt: edm.dateTime({ onWrite: "now" }),
  },
  partitionKey: (k) => [k.queue],
  rowKey: (k) => [k.id],
});
`,
    async seed(service, { schemas: [schema] }) {
      await service.tables.createIfNotExists("Jobs");
      const jobs = service.entities({ $schema: schema } as never) as { insert(row: object): Promise<unknown> };
      await jobs.insert({ queue: "q", id: "1", secret: "s3cret" });
    },
  });
  await choose(page, "Job");
  await page.getByLabel("queue of the PartitionKey").fill("q");
  await page.keyboard.press("Enter");
  await rows(page, "1 row");
  expect(await page.locator(".grid").textContent()).not.toContain("s3cret");
  await page.evaluate(() => navigator.clipboard.writeText("before"));
  await page.getByRole("gridcell", { name: "••••••" }).click();
  await page.keyboard.press("Control+c");
  await page.getByText("The value is hidden, so it was not copied. Show secret in the row first.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("before");
  await page.keyboard.press("Space");
  await page.keyboard.press("Control+c");
  await rows(page, "1 row without hidden values copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain("•");
  await page.keyboard.press("Escape");
  await page.getByRole("grid").press("Enter");
  const panel = page.getByRole("complementary", { name: "Row" });
  expect(await panel.getByLabel("updatedAt").isDisabled()).toBe(true);
  expect(await panel.getByLabel("createdAt").isDisabled()).toBe(true);
  expect(await panel.textContent()).not.toContain("s3cret");
  await button(page, "Show secret").click();
  expect(await panel.getByLabel("secret").inputValue()).toBe("s3cret");
  await panel.getByRole("textbox", { name: /^token/ }).click();
  await page.keyboard.type("own");
  expect(await panel.getByRole("textbox", { name: /^token/ }).inputValue()).toBe("own");
  await button(page, "Insert").click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByLabel("queue").inputValue()).toBe("q");
  expect(await dialog.getByLabel("updatedAt").isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await button(page, "Duplicate").click();
  expect(await dialog.getByLabel("updatedAt").inputValue()).toBe("");
  expect(await dialog.getByLabel("createdAt").inputValue()).toBe("");
});

it("shows a cut text at its cell, and the buttons of a long form below it", async () => {
  const { page } = await open(strict);
  await choose(page, "Shop");
  await rows(page, "48 rows");
  const key = page.locator(".grid-cell.is-key.is-long").first();
  expect(await key.getAttribute("title")).toBe(await key.textContent());
  await page.setViewportSize({ width: 1280, height: 400 });
  await choose(page, "Order");
  await button(page, "Insert").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("note").scrollIntoViewIfNeeded();
  const [title, stage] = [dialog.getByRole("heading"), dialog.getByRole("button", { name: "Stage the new row" })];
  for (const each of [title, stage]) {
    const box = await each.boundingBox();
    if (box === null) throw new Error("The form lacks a title or a button.");
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(400);
  }
});

it("draws a tree with the number of rows at each branch, and a time line that opens a row", async () => {
  const { page } = await open(strict);
  await showOrders(page);
  await button(page, "Tree").click();
  expect(await page.locator(".tree-count").allTextContents()).toEqual(["40", "3"]);
  await page.locator("summary", { hasText: "C2" }).click();
  const bars = page.locator(".time-bar");
  await expect.poll(() => bars.count()).toBe(3);
  expect(await bars.first().getAttribute("title")).toBe("1 row: 2026-11-01T01:00:00.000Z");
  expect(await page.locator(".time-axis span").allTextContents()).toEqual([
    "2026-11-01 01:00",
    "2026-11-01 02:00",
    "2026-11-01 03:00",
  ]);
  await bars.last().click();
  const panel = page.getByRole("complementary", { name: "Row" });
  await expect.poll(() => panel.getByLabel("total").inputValue()).toBe("37.5");
});

it("opens the only branch of a tree by itself, and names what a key lacks", async () => {
  const { page, service } = await open(strict);
  const properties = { kind: edm.string("order"), customerId: edm.string("C2") };
  await service.table("Shop").insert({ partitionKey: "cust!C2", rowKey: "order!bad", properties });
  await page.goto(`${new URL(page.url()).origin}/#/Shop/Order?customerId=C2&$view=tree`);
  await expect.poll(() => page.locator(".tree-leaf").count()).toBe(4);
  expect((await page.locator(".tree-leaf").allTextContents()).toSorted()).toEqual([
    "placedAt2026-11-01T01:00:00.000Z",
    "placedAt2026-11-01T02:00:00.000Z",
    "placedAt2026-11-01T03:00:00.000Z",
    "placedAtno value in the key",
  ]);
});
