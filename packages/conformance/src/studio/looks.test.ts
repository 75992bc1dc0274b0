import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { judgePicture, readPicture } from "../../../docs/src/looks/judge-picture.js";
import { strict } from "../targets/targets.js";
import { choose, closeBrowser, openBrowser, openStudio, type StudioLab, slowly } from "./studio-lab.js";

let lab: StudioLab | undefined;

afterEach(async () => {
  await lab?.close();
  lab = undefined;
});
beforeAll(openBrowser, slowly);
afterAll(closeBrowser);

/** Folder for the pictures; they are not kept without it. */
const folder = process.env["STUDIO_SCREENSHOTS"];

/** States of the page, each reached from the one before. */
const states: readonly (readonly [name: string, reach: (page: Page, isNarrow: boolean) => Promise<void>])[] = [
  ["start", (page) => page.getByRole("heading", { name: "Choose a table" }).waitFor()],
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
  it.each(["light", "dark"] as const)("all states fit the page and have the colors of the %s theme", async (theme) => {
    lab = await openStudio(strict, { width });
    const { page } = lab;
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const problems: string[] = [];
    for (const [name, reach] of states) {
      await reach(page, width < 760);
      const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      if (overflow > 0) problems.push(`${name} is ${overflow} px wider than the page.`);
      if (folder !== undefined) mkdirSync(folder, { recursive: true });
      const png = await page.screenshot(
        folder === undefined ? {} : { path: join(folder, `${name}-${width}-${theme}.png`) },
      );
      const judged = judgePicture(readPicture(png), theme).filter((each) => each.startsWith("has the background"));
      // The page behind a dialog is darker.
      if (!["review", "commands", "insert"].includes(name)) problems.push(...judged.map((each) => `${name} ${each}`));
    }
    expect(problems).toEqual([]);
  });
});
