import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { cellsToPaste, noteCopied } from "../../../studio/page/rows/copied-cells.js";
import { parseCells } from "../../../studio/page/values/parse-cells.js";
import { strict } from "../targets/targets.js";
import { shareBrowser } from "./share-browser.js";
import { choose, columnTexts } from "./studio-lab.js";

const open = shareBrowser();
const cell = (page: Page, text: string) => page.getByRole("gridcell", { name: text, exact: true });
const stagedTexts = (page: Page) => page.locator(".grid-cell.is-staged").allTextContents();
const rows = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("Control+v");
}

async function seedItems(service: TableServiceClient): Promise<void> {
  await service.tables.createIfNotExists("Items");
  for (const rowKey of ["a", "b", "c"])
    await service
      .table("Items")
      .insert({ partitionKey: "p", rowKey, properties: { count: edm.int32(1), note: edm.string(rowKey) } });
}

describe("the cells of a copied text", () => {
  it.each<readonly [text: string, cells: readonly (readonly string[])[]]>([
    ["one", [["one"]]],
    ["one\n", [["one"]]],
    ["", [[""]]],
    [
      "a\tb\r\nc\td\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a\t\n\tb",
      [
        ["a", ""],
        ["", "b"],
      ],
    ],
    ['"two\nlines"\t"a ""quote"""', [["two\nlines", 'a "quote"']]],
    ['"not quoted" at all\t"', [['"not quoted" at all', '"']]],
  ])("of %j", (text, cells) => {
    expect(parseCells(text)).toEqual(cells);
  });
});

it("takes a text that was copied here as the cells that it was, also with the line breaks of another system", () => {
  noteCopied('"x"\ty\nz', [['"x"\ty\nz']]);
  expect(cellsToPaste('"x"\ty\r\nz', false)).toEqual([['"x"\ty\nz']]);
  expect(cellsToPaste("x\ty\nz", false)).toEqual([["x", "y"], ["z"]]);
  expect(cellsToPaste("{\n}", true)).toEqual([["{\n}"]]);
  noteCopied("a\tb\r\n1\t2", [["1", undefined]]);
  expect(cellsToPaste("a\tb\n1\t2", false)).toEqual([["1", undefined]]);
});

it("pastes into the selected cell, and checks the value as if it was typed", async () => {
  const { page } = await open(strict);
  await choose(page, "Order");
  await rows(page, "43 rows");
  await cell(page, "500").click();
  await paste(page, "501.5");
  await rows(page, "1 change");
  expect(await stagedTexts(page)).toEqual(["501.5"]);
  await paste(page, "501.5");
  await page.keyboard.press("Control+z");
  await rows(page, "Taken back: total of 1 row");
  expect(await stagedTexts(page)).toEqual([]);
  await cell(page, "475").click();
  await paste(page, "much");
  await page.locator('.grid-cell.is-invalid[title*="Edm.Double takes a number"]').waitFor();
  await page.getByRole("gridcell", { name: "C1", exact: true }).first().click();
  await paste(page, "C9");
  await page.getByText("Nothing was pasted: customerId cannot change.").waitFor();
});

it("pastes the cells of a sheet to the right and below, all of them or none, and takes them back together", async () => {
  const { page, service } = await open(strict, { definitions: "", seed: seedItems });
  await choose(page, "Items");
  await rows(page, "3 rows");
  await cell(page, "1").first().click();
  await paste(page, 'count of all\tx\n2\ty\n3\tz\n4\t"too many"\n');
  await page.getByText("Nothing was pasted: there is no row 4, or it is not read yet.").waitFor();
  expect(await stagedTexts(page)).toEqual([]);
  await paste(page, '7\t"two\nlines"\n8\t\n9\tz\n');
  await page.getByText("6 cells were pasted, for review").waitFor();
  expect(await columnTexts(page, "count")).toEqual(["7", "8", "9"]);
  await page.keyboard.press("Control+z");
  await expect.poll(() => stagedTexts(page)).toEqual([]);
  await paste(page, '7\t"two\nlines"\n8\t\n9\tz\n');
  await rows(page, "3 changes");
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.keyboard.press("Control+Enter");
  await rows(page, "3 changes written in one transaction");
  const stored = await service.table("Items").scan().toArray();
  expect(stored.map(({ properties }) => [properties["count"]?.value, properties["note"]?.value])).toEqual([
    [7, "two\nlines"],
    [8, ""],
    [9, "z"],
  ]);
});

it("pastes what it copied: a cell as it is shown, and rows without their header", async () => {
  const odd = '"x"\ty\nz';
  const { page } = await open(strict, {
    definitions: "",
    async seed(service) {
      await seedItems(service);
      await service
        .table("Items")
        .merge({ partitionKey: "p", rowKey: "a" }, { note: edm.string(odd) }, { ifMatch: "*" });
    },
  });
  await choose(page, "Items");
  await rows(page, "3 rows");
  const at = (row: number, column: number) => page.locator(`#cell-${row}-${column}`);
  await at(0, 3).click();
  await page.keyboard.press("Control+c");
  await rows(page, "Cell copied");
  await at(1, 3).click();
  await page.keyboard.press("Control+v");
  await rows(page, "1 change");
  expect(await stagedTexts(page)).toEqual([odd]);
  await page.keyboard.type("new");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+c");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("new");
  await at(0, 0).click();
  await page.keyboard.press("Space");
  await page.keyboard.press("Control+c");
  await rows(page, "1 row copied");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Insert");
  await rows(page, "2 changes");
  await page.keyboard.press("Control+v");
  await rows(page, "4 cells were pasted, for review");
  expect(await page.locator(".grid-row.is-new .grid-cell").allTextContents()).toEqual(["p", "a", "1", odd, ""]);
});
