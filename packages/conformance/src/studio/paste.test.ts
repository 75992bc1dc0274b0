import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
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

it("pastes into the selected cell, and checks the value as if it was typed", async () => {
  const { page } = await open(strict);
  await choose(page, "Order");
  await rows(page, "43 rows");
  await cell(page, "500").click();
  await paste(page, "501.5");
  await rows(page, "1 change");
  expect(await stagedTexts(page)).toEqual(["501.5"]);
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
