import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { createTableService, type TableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { comparePictures } from "../../../docs/src/looks/compare-pictures.js";
import { judgePicture, readPicture, type Theme } from "../../../docs/src/looks/judge-picture.js";
import type { Target } from "../targets/target.js";
import { paperDefinitions, seedPaper } from "./paper.js";
import { shareBrowser } from "./share-browser.js";
import { orderRow } from "./shop.js";
import { choose, type LabOptions } from "./studio-lab.js";

const open = shareBrowser();

/** Stored pictures: each state wide and light, and narrow and dark. `UPDATE_GOLDEN=1` writes them. */
const storedFolder = join(import.meta.dirname, "looks");
const update = process.env["UPDATE_GOLDEN"] === "1";
/** Share of the pixels that may differ from the stored picture. Fonts of another version move some letters by a pixel. */
const tolerance = 0.004;

let tables: TableService;
/** Strict service whose clock stands still, so that rows have the same Timestamps in every run. */
const still: Target = {
  name: "the strict service",
  kind: "storage",
  async start() {
    tables = createTableService({ now: () => Date.UTC(2026, 10, 3), checkDates: false });
    const service = TableServiceClient.fromConnectionString(tables.connectionString, {
      transport: tables,
      retry: { maxAttempts: 1 },
    });
    return { service, stop: () => service.close() };
  },
};

/** States of the page, each reached from the one before. */
const states: readonly (readonly [name: string, reach: (page: Page, isNarrow: boolean) => Promise<void>])[] = [
  ["start", (page) => page.getByRole("heading", { name: "devstoreaccount1" }).waitFor()],
  [
    "entity",
    async (page, isNarrow) => {
      if (isNarrow) await page.getByRole("button", { name: "Tables" }).click();
      await choose(page, "Order");
      await page.getByText("43 rows", { exact: true }).waitFor();
    },
  ],
  [
    "staged",
    async (page) => {
      await page.getByRole("gridcell", { name: "C1", exact: true }).first().click();
      for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "F2", "Control+a", "7", "Enter"])
        await page.keyboard.press(key);
      await page.getByText("1 change", { exact: true }).waitFor();
    },
  ],
  [
    "row",
    async (page) => {
      await page.keyboard.press("Enter");
      await page.getByRole("complementary", { name: "Row" }).getByLabel("total").waitFor();
    },
  ],
  [
    "review",
    async (page) => {
      await page.getByRole("button", { name: "Review", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  ],
  [
    "commands",
    async (page) => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Command" }).waitFor();
    },
  ],
  [
    "raw",
    async (page) => {
      await page.getByRole("combobox", { name: "Command" }).fill("Shop raw");
      await page.keyboard.press("Enter");
      await page.getByText("48 rows", { exact: true }).waitFor();
      const close = page.getByRole("button", { name: "Close the row" });
      if (await close.isVisible()) await close.click();
    },
  ],
  [
    "insert",
    async (page) => {
      await page.getByRole("button", { name: "Insert" }).click();
      await page.getByRole("dialog").waitFor();
    },
  ],
  [
    "scan",
    async (page) => {
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "$filter" }).click();
      await page.getByLabel("$filter").fill("total gt 100.0");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Run the scan" }).waitFor();
    },
  ],
  [
    "model",
    async (page) => {
      await page.getByRole("button", { name: "Model" }).click();
      await page.getByRole("heading", { name: "Model" }).waitFor();
    },
  ],
];

describe.each([390, 1280])("at %i px", (width) => {
  it.each(["light", "dark"] as const)(
    "all states fit the page, have the colors of the %s theme, and look as stored",
    async (theme) => {
      const lab = await open(still, { width });
      const { page } = lab;
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      const isStored = width > 760 === (theme === "light");
      const problems: string[] = [];
      for (const [name, reach] of states) {
        await reach(page, width < 760);
        const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
        if (overflow > 0) problems.push(`${name} is ${overflow} px wider than the page.`);
        const png = await page.screenshot();
        const judged = judgePicture(readPicture(png), theme).filter((each) => each.startsWith("has the background"));
        // The page behind a dialog is darker.
        if (!["review", "commands", "insert"].includes(name)) problems.push(...judged.map((each) => `${name} ${each}`));
        if (isStored) problems.push(...compareWithStored(`${name}-${width}-${theme}`, png));
      }
      expect(problems).toEqual([]);
    },
  );
});

type Trouble = (page: Page, service: TableServiceClient) => Promise<void>;

async function showOrders(page: Page): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#/Shop/Order`);
  await page.getByText("43 rows", { exact: true }).waitFor();
}

async function editTotal(page: Page, before: string, after: string): Promise<void> {
  await page.getByRole("gridcell", { name: before, exact: true }).click();
  await page.keyboard.type(after);
  await page.keyboard.press("Enter");
}

/** States in which something is read, missing, wrong or open over the page, each in a page of its own. */
const troubles: readonly (readonly [name: string, reach: Trouble, options?: LabOptions])[] = [
  [
    "tables",
    (page) => page.getByText("40 tables, no definitions").waitFor(),
    {
      definitions: "",
      async seed(service) {
        for (let number = 1; number <= 20; number += 1)
          for (const name of ["Invoices", "AuditLog"]) await service.tables.create(`${name}${2000 + number}`);
      },
    },
  ],
  [
    "reading-tables",
    async (page) => {
      tables.faults.add({ operation: "queryTables", fault: { kind: "hold" } });
      await page.reload({ waitUntil: "commit" });
      await page.locator(".home .skeleton").waitFor();
    },
  ],
  [
    "reading-rows",
    async (page) => {
      tables.faults.add({ operation: "query", fault: { kind: "hold" } });
      await page.goto(`${new URL(page.url()).origin}/#/Shop/Order`);
      await page.getByText("0 rows, reading…").waitFor();
    },
  ],
  [
    "no-account",
    async (page) => {
      tables.faults.add({ operation: "queryTables", fault: { kind: "respond", code: "ServerBusy" } });
      await page.reload();
      await page.getByRole("heading", { name: "The account cannot be read" }).waitFor();
    },
  ],
  [
    "no-rows-read",
    async (page) => {
      tables.faults.add({ operation: "query", fault: { kind: "respond", code: "ServerBusy" } });
      await page.goto(`${new URL(page.url()).origin}/#/Shop/Order`);
      await page.getByRole("heading", { name: "The rows cannot be read" }).waitFor();
    },
  ],
  [
    "no-table",
    async (page) => {
      await page.goto(`${new URL(page.url()).origin}/#/Shop/Order`);
      await page.getByRole("heading", { name: "The table Shop does not exist" }).waitFor();
    },
    { seed: async () => undefined },
  ],
  [
    "empty",
    async (page) => {
      await page.goto(`${new URL(page.url()).origin}/#/Shop/Order`);
      await page.getByRole("heading", { name: "Order has no rows" }).waitFor();
    },
    { seed: async (service) => void (await service.tables.create("Shop")) },
  ],
  [
    "no-match",
    async (page) => {
      await page.goto(`${new URL(page.url()).origin}/#/Shop/Order?customerId=C7`);
      await page.getByRole("heading", { name: "No row of Order matches" }).waitFor();
    },
  ],
  [
    "wrong-value",
    async (page) => {
      await showOrders(page);
      await editTotal(page, "500", "much");
      await page.getByRole("button", { name: "1 change has a problem" }).waitFor();
    },
  ],
  [
    "conflict",
    async (page, service) => {
      await showOrders(page);
      await editTotal(page, "475", "476");
      const { partitionKey, rowKey } = orderRow("C1", 38);
      await service.table("Shop").merge({ partitionKey, rowKey }, { total: edm.double(99) }, { ifMatch: "*" });
      await page.getByRole("button", { name: "Review", exact: true }).click();
      await page.getByRole("button", { name: "Send 1 change" }).click();
      await page.getByText("Another client has changed this row").waitFor();
    },
  ],
  [
    "tree",
    async (page) => {
      await showOrders(page);
      await page.getByRole("button", { name: "Tree" }).click();
      await page.locator("summary", { hasText: "C2" }).click();
      await page.getByText("2026-11-01 02:00").waitFor();
    },
  ],
  [
    "tabs",
    async (page) => {
      await page.goto(`${new URL(page.url()).origin}/#/Shop/Order?customerId=C2`);
      await page.getByText("3 rows", { exact: true }).waitFor();
      await page.getByRole("button", { name: "New tab" }).click();
      await page.getByRole("complementary", { name: "Queries" }).waitFor();
    },
  ],
  [
    "cell-menu",
    async (page) => {
      await showOrders(page);
      await page.getByRole("gridcell", { name: "C1", exact: true }).nth(3).click({ button: "right" });
      await page.getByRole("menuitem", { name: "Go to Customer C1" }).waitFor();
    },
  ],
  [
    "keys",
    async (page) => {
      await showOrders(page);
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
    },
  ],
  [
    "findings",
    async (page, service) => {
      await service
        .table("ShopIndex")
        .delete({ partitionKey: "country!NO", rowKey: "Customer C1!C1" }, { ifMatch: "*" });
      await showOrders(page);
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "Verify the table Shop" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Verify" }).click();
      await page.getByText("2 kinds of findings").waitFor();
      await page.getByRole("button", { name: "Dismiss" }).click();
    },
  ],
  [
    "sql",
    async (page) => {
      await page.getByRole("button", { name: "SQL", exact: true }).click();
      const sql = "SELECT currency, sum(total) AS sum, min(note) AS note FROM Order GROUP BY ALL ORDER BY currency";
      await page.locator(".sql .cm-content").waitFor();
      await page.getByLabel("SQL; Ctrl and Enter runs it").fill(sql);
      await page.keyboard.press("Control+Enter");
      await page.getByRole("region", { name: "Result" }).waitFor();
    },
    { hasSql: true },
  ],
  [
    "new-row",
    async (page) => {
      await showOrders(page);
      await page.getByRole("gridcell", { name: "500", exact: true }).click();
      await page.keyboard.press("Insert");
      await page.locator(".grid-row.is-new").waitFor();
      for (const text of ["C3", "2026-11-03", "7", "much"]) {
        await page.keyboard.type(text);
        await page.keyboard.press("Tab");
      }
      await page.locator(".grid-row.is-new .is-invalid", { hasText: "much" }).waitFor();
      await page.getByRole("button", { name: "1 change has a problem" }).waitFor();
    },
  ],
  [
    "editors",
    async (page) => {
      await page.goto(`${new URL(page.url()).origin}/#/Papers/Paper`);
      await page.getByText("1 row", { exact: true }).waitFor();
      await page.getByRole("grid").press("Enter");
      const panel = page.getByRole("complementary", { name: "Row" });
      await expect.poll(() => panel.locator(".cm-content").count()).toBe(3);
      await panel.getByRole("textbox", { name: /^data / }).fill('{ "list": [1, true, null, "');
      await panel.getByText("is not JSON").waitFor();
      await panel.getByRole("button", { name: "Duplicate" }).focus();
    },
    { definitions: paperDefinitions, seed: seedPaper },
  ],
];

it.each(
  troubles.map(([name, reach, options], index) => ({
    name,
    reach,
    options,
    isWide: name === "conflict" || index % 2 === 0,
  })),
)("$name looks as stored, and fits the page", async ({ name, reach, options, isWide }) => {
  const [width, theme] = isWide ? ([1280, "light"] as const) : ([390, "dark"] as const);
  const { page, service } = await open(still, { ...options, width });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await reach(page, service);
  const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  await page.evaluate(equalIds);
  const problems = compareWithStored(`${name}-${width}-${theme}`, await page.screenshot());
  tables.faults.clear();
  expect([...problems, ...(overflow > 0 ? [`It is ${overflow} px wider than the page.`] : [])]).toEqual([]);
});

/** Program for the page that gives all request ids in its texts the same digits, because those of the service are random. */
const equalIds = `{
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    texts.currentNode.data = texts.currentNode.data.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => id.replace(/[0-9a-f]/g, "0"));
}`;

/** Returns the problem of a picture, and the file that shows it. */
function compareWithStored(name: `${string}-${number}-${Theme}`, png: Buffer): string[] {
  const file = join(storedFolder, `${name}.png`);
  if (update) {
    mkdirSync(storedFolder, { recursive: true });
    if (!existsSync(file) || comparePictures(readFileSync(file), png).share > 0) writeFileSync(file, png);
    return [];
  }
  if (!existsSync(file)) return [`${name}.png is missing: UPDATE_GOLDEN=1 writes it.`];
  const { share, picture } = comparePictures(readFileSync(file), png);
  if (share <= tolerance) return [];
  const folder = mkdtempSync(join(tmpdir(), "tablewright-looks-"));
  writeFileSync(join(folder, `${name}.png`), png);
  if (picture !== undefined) writeFileSync(join(folder, `${name}-difference.png`), picture);
  const percent = (100 * share).toFixed(2);
  return [`${percent}% of ${name} differs from the stored picture, see ${folder}. UPDATE_GOLDEN=1 stores the new one.`];
}
