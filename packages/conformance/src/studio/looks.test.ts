import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { comparePictures } from "../../../docs/src/looks/compare-pictures.js";
import { judgePicture, readPicture, type Theme } from "../../../docs/src/looks/judge-picture.js";
import type { Target } from "../targets/target.js";
import { shareBrowser } from "./share-browser.js";
import { choose } from "./studio-lab.js";

const open = shareBrowser();

/** Stored pictures: each state wide and light, and narrow and dark. `UPDATE_GOLDEN=1` writes them. */
const storedFolder = join(import.meta.dirname, "looks");
const update = process.env["UPDATE_GOLDEN"] === "1";
/** Share of the pixels that may differ from the stored picture. Fonts of another version move some letters by a pixel. */
const tolerance = 0.004;

/** Strict service whose clock stands still, so that rows have the same Timestamps in every run. */
const still: Target = {
  name: "the strict service",
  kind: "storage",
  async start() {
    const tables = createTableService({ now: () => Date.UTC(2026, 10, 3), checkDates: false });
    const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
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
