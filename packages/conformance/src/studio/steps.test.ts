import { edm } from "@tablewright/runtime/edm";
import { createTableService } from "@tablewright/testing";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { seededKey, seedOrders } from "./seed-orders.js";
import { customer } from "./shop.js";
import { Steps } from "./steps.js";
import { closeBrowser, inProcess, openStudio, type StudioLab, slowly } from "./studio-lab.js";

/**
 * Jobs that users of Storage Explorer and of the portal know, with the steps that they take there. A text typed into a field is one step, a
 * key and a click another. Undefined: it cannot be done there.
 */
const storageExplorer = {
  "find a row by the parts of its key": 7,
  "typed condition": 9,
  "range of times in a key": 9,
  "text inside values": undefined,
  "index row, its entity, and back": undefined,
  "change 2 cells, review, send": 8,
  "resolve a conflict": undefined,
  "set a property in 50 rows": 200,
  "duplicate a row": 12,
  "insert a row": 8,
  "delete a row": 3,
  "undo what was sent": undefined,
  "export a query": 2,
  "copy a row as TypeScript": undefined,
  "cost of a query before it runs": undefined,
  "rows as they are stored": 1,
  "save a query": 4,
} as const;
/** Steps that the first edition of Studio took. */
const formerly: Record<Job, number> = {
  "find a row by the parts of its key": 8,
  "typed condition": 5,
  "range of times in a key": 11,
  "text inside values": 3,
  "index row, its entity, and back": 3,
  "change 2 cells, review, send": 9,
  "resolve a conflict": 2,
  "set a property in 50 rows": 8,
  "duplicate a row": 9,
  "insert a row": 8,
  "delete a row": 3,
  "undo what was sent": 2,
  "export a query": 2,
  "copy a row as TypeScript": 3,
  "cost of a query before it runs": 0,
  "rows as they are stored": 1,
  "save a query": 4,
};
type Job = keyof typeof storageExplorer;

const tables = createTableService();
const counted = new Map<Job, number>();
let lab: StudioLab;
let page: Page;
let steps: Steps;

beforeAll(async () => {
  lab = await openStudio(inProcess(tables), {
    async seed(service, { schemas }) {
      seedOrders(tables, 10_000);
      await service.tables.createIfNotExists("ShopIndex");
      const schema = schemas.find(({ name }) => name === "Customer");
      if (schema === undefined) throw new Error("The shop has no customers.");
      const customers = service.entities({ $schema: schema }) as unknown as {
        insert(entity: object): Promise<unknown>;
      };
      await customers.insert(customer("C0001", "NO"));
    },
  });
}, slowly);
afterEach(() => page.close());
afterAll(async () => {
  await lab.close();
  await closeBrowser();
  const line = (texts: readonly string[]) => `${texts.map((text, at) => text.padEnd(at === 0 ? 36 : 10)).join("")}\n`;
  process.stdout.write(line(["job", "before", "now", "Storage Explorer"]));
  for (const [name, count] of counted)
    process.stdout.write(line([name, String(formerly[name]), String(count), String(storageExplorer[name] ?? "–")]));
});

/** Does a job in a page that was just opened. Fails if it takes more steps than in Storage Explorer, or than formerly. */
function job(name: Job, run: () => Promise<void>): void {
  it(`takes no more steps than Storage Explorer: ${name}`, async () => {
    page = await lab.page.context().newPage();
    page.setDefaultTimeout(20_000);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto(new URL("/", lab.studio.url).href);
    await page.locator(".sidebar-item").first().waitFor();
    steps = new Steps(page);
    await run();
    counted.set(name, steps.count);
    expect(steps.count).toBeLessThanOrEqual(
      Math.min(storageExplorer[name] ?? Number.POSITIVE_INFINITY, formerly[name]),
    );
  });
}

const place = (name: string) =>
  page.getByRole("navigation", { name: "Tables" }).getByRole("link", { name: new RegExp(`^${name}[\\s\\d,+]*$`) });
const keyPart = (name: string) => page.getByLabel(`${name} of the`);
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const cell = (text: string) => page.getByRole("gridcell", { name: text, exact: true });
const text = (shown: string) => page.getByText(shown, { exact: true });
const dialog = () => page.getByRole("dialog");
const stored = async (index: number) => (await lab.service.table("Shop").get(seededKey(index)))?.properties;

/** Shows the orders of a customer; a job that begins with them does not count these steps. */
async function showCustomer(customerId: string): Promise<void> {
  await place("Order").click();
  await keyPart("customerId").fill(customerId);
  await page.keyboard.press("Enter");
  await text("1,000 rows").waitFor();
}

/** Waits until the values of a dialog have been checked and are staged. */
const staged = (changes: string) => page.locator(".review-bar").getByText(changes, { exact: true }).waitFor();

/** Reviews what is staged, and sends it. */
async function send(changes: string): Promise<void> {
  await steps.press("Control+Enter");
  await page.getByRole("dialog", { name: `Review ${changes}` }).waitFor();
  await steps.press("Control+Enter");
  await page.getByText(`${changes} written`).waitFor();
}

job("find a row by the parts of its key", async () => {
  await steps.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).waitFor();
  await steps.type("Order C0003 2026-01-18T16:00:00Z 424");
  await steps.press("Enter");
  await text("point read").waitFor();
  await text("1 row").waitFor();
});

job("typed condition", async () => {
  await steps.click(place("Order"));
  await steps.fill(keyPart("customerId"), "C0004");
  await steps.choose(page.getByLabel("Add a condition"), "paid");
  await steps.choose(page.getByLabel("Value of paid"), "false");
  await text("667 rows").waitFor();
});

job("range of times in a key", async () => {
  await steps.click(place("Order"));
  await steps.fill(keyPart("customerId"), "C0004");
  await steps.choose(page.getByLabel("Times of placedAt"), "between…");
  await steps.fill(page.getByLabel("Value of placedAt").first(), "2026-01-02");
  await steps.fill(page.getByLabel("Value of placedAt").last(), "2026-01-04");
  await text("48 rows").waitFor();
});

job("text inside values", async () => {
  await place("Order").click();
  await page.getByRole("grid").waitFor();
  await steps.press("/");
  await steps.type("Order 500 of C0002");
  await steps.press("Enter");
  await page.locator(".grid-cell.is-current", { hasText: "Order 500 of C0002" }).waitFor();
});

job("index row, its entity, and back", async () => {
  await place("CustomerByCountry").click();
  await text("1 row").waitFor();
  const panel = page.getByRole("complementary", { name: "Row" });
  await steps.press("Enter");
  await steps.click(panel.getByRole("link", { name: "Customer" }));
  await page.getByRole("heading", { name: "Customer", exact: true, level: 1 }).waitFor();
  await steps.other("Go back", () => page.goBack());
  await page.getByRole("heading", { name: "CustomerByCountry", level: 1 }).waitFor();
});

job("change 2 cells, review, send", async () => {
  await showCustomer("C0005");
  await steps.click(cell("12500"));
  await steps.type("1");
  await steps.click(cell("12487.5"));
  await steps.type("2");
  await send("2 changes");
  expect([(await stored(5_999))?.["total"], (await stored(5_998))?.["total"]]).toEqual([edm.double(1), edm.double(2)]);
});

job("resolve a conflict", async () => {
  await showCustomer("C0006");
  await cell("12500").click();
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await lab.service.table("Shop").merge(seededKey(6_999), { total: edm.double(99) }, { ifMatch: "*" });
  await button("Review").click();
  await button("Send 1 change").click();
  await steps.click(button("Apply mine to their version"));
  await steps.click(button("Send 1 change"));
  await text("1 change written").waitFor();
  expect((await stored(6_999))?.["total"]).toEqual(edm.double(1));
});

job("set a property in 50 rows", async () => {
  await showCustomer("C0007");
  await steps.click(cell("12500"));
  await page.keyboard.down("Shift");
  // The keys down to the last row are one: a user holds the arrow.
  await steps.other("Hold the arrow", async () => {
    for (let row = 1; row < 50; row += 1) await page.keyboard.press("ArrowDown");
  });
  await page.keyboard.up("Shift");
  await steps.click(button("Edit 50 rows"));
  await steps.choose(dialog().getByLabel("Property"), "total");
  await steps.fill(dialog().getByLabel(/^total/), "5");
  await steps.click(button("Stage 50 changes"));
  await staged("50 changes");
  await send("50 changes");
  expect((await stored(7_950))?.["total"]).toEqual(edm.double(5));
});

job("duplicate a row", async () => {
  await showCustomer("C0008");
  await steps.click(cell("12500"), { button: "right" });
  await steps.click(page.getByRole("menuitem", { name: "Duplicate the row" }));
  await steps.fill(dialog().getByLabel("orderNo"), "2001");
  await dialog().getByLabel("orderNo").focus();
  await steps.press("Enter");
  await dialog().waitFor({ state: "detached" });
  await staged("1 change");
  await send("1 change");
});

job("insert a row", async () => {
  await place("Customer").click();
  await text("1 row").waitFor();
  await steps.click(button("Insert"));
  for (const [name, value] of Object.entries(customer("C0002", "SE")))
    await steps.fill(dialog().getByLabel(new RegExp(`^${name}`)), value);
  await dialog()
    .getByLabel(/^country/)
    .focus();
  await steps.press("Enter");
  await dialog().waitFor({ state: "detached" });
  await staged("1 change");
  await send("1 change");
});

job("delete a row", async () => {
  await showCustomer("C0009");
  await steps.click(cell("12500"));
  await steps.press("Shift+Delete");
  await page.getByRole("dialog", { name: "Review 1 change" }).waitFor();
  await steps.press("Enter");
  await text("1 change written").waitFor();
  expect(await stored(9_999)).toBeUndefined();
});

job("undo what was sent", async () => {
  await showCustomer("C0004");
  await cell("12500").click();
  await page.keyboard.type("1");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog", { name: "Review 1 change" }).waitFor();
  await page.keyboard.press("Control+Enter");
  await text("1 change written").waitFor();
  await steps.press("Control+z");
  await page.getByRole("dialog", { name: "Review 1 change" }).waitFor();
  await steps.press("Enter");
  await expect.poll(async () => (await stored(4_999))?.["total"]).toEqual(edm.double(12_500));
});

job("export a query", async () => {
  await showCustomer("C0004");
  const downloading = page.waitForEvent("download");
  await steps.click(button("More"));
  await steps.click(page.getByRole("menuitem", { name: "Export as CSV" }));
  expect((await downloading).suggestedFilename()).toBe("Order.csv");
});

job("copy a row as TypeScript", async () => {
  await showCustomer("C0004");
  await steps.click(cell("12487.5"));
  await steps.press("Enter");
  await steps.click(button("Copy TypeScript"));
  await text("Row copied").waitFor();
});

job("cost of a query before it runs", async () => {
  await place("Order").click();
  await page.getByRole("grid").waitFor();
  await page.getByLabel("Add a condition").selectOption("paid");
  await page.getByText(/^The service has no index for this: .* Estimate: /).waitFor();
});

job("rows as they are stored", async () => {
  await steps.click(place("Shop"));
  await page.getByRole("columnheader").filter({ hasText: "RowKey" }).waitFor();
});

job("save a query", async () => {
  await showCustomer("C0004");
  await steps.click(button("More"));
  await steps.click(page.getByRole("menuitem", { name: "Save this query" }));
  await steps.fill(page.getByLabel("Name"), "Orders of C0004");
  await page.getByLabel("Name").focus();
  await steps.press("Enter");
  await page.getByRole("link", { name: "Orders of C0004" }).waitFor();
});
