import { readFileSync, writeFileSync } from "node:fs";
import { edm } from "@tablewright/runtime/edm";
import { createTableService } from "@tablewright/testing";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { countFrames } from "./animated-png.js";
import { Recording, recordedSize } from "./recording.js";
import { seededKey, seedOrders } from "./seed-orders.js";
import { Steps } from "./steps.js";
import { closeBrowser, columnTexts, inProcess, openStudio, type StudioLab, slowly } from "./studio-lab.js";

/** Jobs of the guide, done as the guide describes by a person who has just opened Studio on a table of many rows. */
const rows = process.env["TABLEWRIGHT_SOAK"] === undefined ? 50_000 : 200_000;
const guide = readFileSync(new URL("../../../docs/pages/guide/studio.md", import.meta.url), "utf8");

/** Recordings of the jobs, which the guide shows. `UPDATE_GOLDEN=1` makes them. */
const pictures = new URL("../../../docs/pages/pictures/studio/", import.meta.url);
const update = process.env["UPDATE_GOLDEN"] === "1";
/** Limit of a recording's size, in bytes. */
const maxRecording = 220_000;

const tables = createTableService();
let lab: StudioLab;
let page: Page;
let steps: Steps;

beforeAll(async () => {
  lab = await openStudio(inProcess(tables), { seed: async () => seedOrders(tables, rows) });
}, slowly);
afterAll(async () => {
  await lab.close();
  await closeBrowser();
});

/** Does a job in a page that was just opened. Fails unless it takes the steps that the guide counts. */
function job(title: string, run: () => Promise<void>): void {
  it(`${title}, in the steps of the guide`, async () => {
    page = await lab.page.context().newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(new URL("/", lab.studio.url).href);
    await page.locator(".sidebar-item").first().waitFor();
    if (update) await page.setViewportSize(recordedSize);
    const recording = update ? new Recording(page) : undefined;
    steps = new Steps(page, recording);
    await run();
    const file = new URL(`${title.toLowerCase().replaceAll(" ", "-")}.png`, pictures);
    if (recording !== undefined) writeFileSync(file, await recording.end());
    const [, counted] = new RegExp(`^\\| \\[${title}\\]\\([^)]*\\) \\| (\\d+) \\|`, "m").exec(guide) ?? [];
    expect(steps.count).toBe(Number(counted));
    const recorded = readFileSync(file);
    expect(countFrames(recorded)).toBe(steps.count + 1);
    expect(recorded.length).toBeLessThan(maxRecording);
  });
}
afterEach(() => page.close());

const entity = () => page.getByRole("navigation", { name: "Tables" }).getByRole("link", { name: /^Order[\s\d,+]*$/ });
const keyPart = (name: string) => page.getByLabel(`${name} of the`);
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const cell = (text: string) => page.getByRole("gridcell", { name: text, exact: true });
const stored = async (index: number) => (await lab.service.table("Shop").get(seededKey(index)))?.properties;

/** Shows the orders of a customer; a job that begins with them does not count these steps. */
async function showCustomer(customerId: string): Promise<void> {
  await entity().click();
  await keyPart("customerId").fill(customerId);
  await page.keyboard.press("Enter");
  await page.getByText("1,000 rows", { exact: true }).waitFor();
}

job("Find an order by its key", async () => {
  await steps.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).waitFor();
  await steps.type("Order C0023 2026-01-18T16:00:00Z 424");
  await steps.press("Enter");
  await page.getByText("point read", { exact: true }).waitFor();
  await page.getByText("1 row", { exact: true }).waitFor();
  expect(await columnTexts(page, "total")).toEqual(["5300"]);
});

job("List the unpaid orders of a customer", async () => {
  await steps.click(entity());
  await steps.click(keyPart("customerId"));
  await steps.type("C0024");
  await steps.choose(page.getByLabel("Add a condition"), "paid");
  await steps.choose(page.getByLabel("Value of paid"), "false");
  await page.getByText("667 rows", { exact: true }).waitFor();
});

job("Correct a total", async () => {
  await showCustomer("C0025");
  await steps.click(cell("12500"));
  await steps.type("99.5");
  await steps.press("Control+Enter");
  await page.getByRole("dialog", { name: "Review 1 change" }).waitFor();
  await steps.press("Control+Enter");
  await page.getByText("1 change written", { exact: true }).waitFor();
  expect((await stored(25_999))?.["total"]).toEqual(edm.double(99.5));
});

job("Set a property in many rows", async () => {
  await showCustomer("C0026");
  await steps.click(cell("12500"));
  await steps.click(cell("12375"), { modifiers: ["Shift"] });
  expect(await page.evaluate("String(getSelection())")).toBe("");
  await steps.click(button("Edit 11 rows"));
  const dialog = page.getByRole("dialog");
  await steps.choose(dialog.getByLabel("Property"), "currency");
  await steps.choose(dialog.getByLabel(/^currency/), "USD");
  await steps.click(button("Stage 11 changes"));
  await steps.click(button("Review"));
  // Five of the orders have this currency already.
  await steps.click(button("Send 6 changes"));
  await page.getByText("6 changes written in one transaction").waitFor();
  expect((await stored(26_989))?.["currency"]).toEqual(edm.string("USD"));
});

job("Copy an order under a new key", async () => {
  await showCustomer("C0027");
  await steps.click(cell("12500"));
  await steps.press("Enter");
  await steps.click(button("Duplicate"));
  const field = page.getByRole("dialog").getByLabel("orderNo");
  await steps.click(field);
  await steps.press("Control+a");
  await steps.type("2001");
  await steps.press("Enter");
  await steps.click(button("Review"));
  await steps.click(button("Send 1 change"));
  await page.getByText("1 change written", { exact: true }).waitFor();
  const orders = await lab.service.table("Shop").query("cust!C0027").toArray();
  expect(orders.filter(({ rowKey }) => rowKey.endsWith("!002001"))).toHaveLength(1);
});

job("Undo the last change", async () => {
  await showCustomer("C0028");
  await cell("12500").dblclick();
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await button("Review").click();
  await button("Send 1 change").click();
  await page.getByText("1 change written", { exact: true }).waitFor();
  await steps.click(button(/^Undo: total of 1 row$/));
  await steps.click(button("Send 1 change"));
  await expect.poll(async () => (await stored(28_999))?.["total"]).toEqual(edm.double(12_500));
});

job("Find a text inside values", async () => {
  await entity().click();
  await page.getByText("100 rows").waitFor();
  await steps.click(page.getByLabel("Search values"));
  await steps.type("Order 500 of C0002");
  await steps.press("Enter");
  await expect.poll(() => page.locator(".grid-cell.is-current").textContent()).toContain("Order 500 of C0002");
});

job("Export the rows of a query", async () => {
  await showCustomer("C0029");
  const downloading = page.waitForEvent("download");
  await steps.click(button("More"));
  await steps.click(page.getByRole("menuitem", { name: "Export as CSV" }));
  const lines = readFileSync(await (await downloading).path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines).toHaveLength(1_001);
});
