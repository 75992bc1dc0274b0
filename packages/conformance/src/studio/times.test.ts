import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { strict } from "../targets/targets.js";
import { shareBrowser } from "./share-browser.js";
import { choose, columnTexts } from "./studio-lab.js";

const open = shareBrowser();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const path = (page: Page, text: string) => page.locator(".plan-strip .badge", { hasText: text }).waitFor();

const readings = `import { edm, entity } from "tablewright";

export const Reading = entity({
  table: "Readings",
  properties: { deviceId: edm.string({ maxLength: 20 }), at: edm.dateTime(), value: edm.int32() },
  partitionKey: (k) => [k.deviceId, k.at.month],
  rowKey: (k) => [k.at.desc],
});
`;
const lastTicks = 3_155_378_975_999_999_999n;

/** Stores a reading on the second day of each month of 2026. */
async function seedReadings(service: TableServiceClient): Promise<void> {
  await service.tables.createIfNotExists("Readings");
  for (let month = 1; month <= 12; month += 1) {
    const at = new Date(Date.UTC(2026, month - 1, 2, 12));
    const ticks = BigInt(at.getTime()) * 10_000n + 621_355_968_000_000_000n;
    const partitionKey = `d1!${at.toISOString().slice(0, 7)}`;
    const properties = { deviceId: edm.string("d1"), at: edm.dateTime(at), value: edm.int32(month) };
    await service.table("Readings").insert({ partitionKey, rowKey: String(lastTicks - ticks), properties });
  }
}

it("reads a month of a key with months, and the times between two days", async () => {
  const { page } = await open(strict, { definitions: readings, seed: seedReadings });
  await choose(page, "Reading");
  await page.getByText("12 rows", { exact: true }).waitFor();
  await page.getByLabel("deviceId of the PartitionKey").fill("d1");
  await page.keyboard.press("Enter");
  await path(page, "partition range");
  await button(page, "Run the scan").waitFor();
  await page.getByLabel("at of the PartitionKey").fill("2026-03");
  await page.keyboard.press("Enter");
  await page.getByText("1 row", { exact: true }).waitFor();
  expect(await columnTexts(page, "value")).toEqual(["3"]);
  await page.getByLabel("Times of at").selectOption("between…");
  await page.getByLabel("Value of at").first().fill("2026-09-02");
  await page.keyboard.press("Tab");
  await page.getByLabel("Value of at").last().fill("2026-12-02 12:00");
  await page.keyboard.press("Enter");
  await page.getByText("3 rows", { exact: true }).waitFor();
  expect(await columnTexts(page, "value")).toEqual(["9", "10", "11"]);
  await page.getByLabel("Calendar of at, in local time").last().fill("2026-11-01T00:00:00");
  await page.getByText("2 rows", { exact: true }).waitFor();
  await page.getByLabel("Times of at").selectOption("last 7 days");
  await page.locator(".plan-filter", { hasText: "PartitionKey eq 'd1!" }).waitFor();
  await page.getByLabel("Times of at").selectOption("any time");
  await button(page, "Run the scan").waitFor();
});

it("takes a day or a month in a condition for the times in it, with every operator, and offers periods", async () => {
  const definitions = `import { edm, entity } from "tablewright";
export const Note = entity({
  table: "Notes",
  properties: { id: edm.string(), created: edm.dateTime() },
  partitionKey: () => ["notes"],
  rowKey: (k) => [k.id],
});
`;
  const times = [
    "2026-11-24T23:59:59.999Z",
    "2026-11-25T00:00:00Z",
    "2026-11-25T23:59:59.999Z",
    "2026-11-26T00:00:00Z",
  ];
  const { page } = await open(strict, {
    definitions,
    async seed(service) {
      await service.tables.createIfNotExists("Notes");
      for (const [index, time] of times.entries()) {
        const id = "abcd"[index] ?? "";
        const properties = { id: edm.string(id), created: edm.dateTime(new Date(time)) };
        await service.table("Notes").insert({ partitionKey: "notes", rowKey: id, properties });
      }
    },
  });
  const finds = async (expected: string) => {
    await expect
      .poll(async () => (await page.locator('.grid-cell[aria-colindex="1"]').allTextContents()).join(""))
      .toBe(expected);
  };
  await choose(page, "Note");
  await page.getByLabel("Add a condition").selectOption("created");
  await page.getByLabel("Value of created").fill("2026-11-25");
  await page.keyboard.press("Enter");
  for (const [operator, expected] of [
    ["eq", "bc"],
    ["ne", "ad"],
    ["gt", "d"],
    ["ge", "bcd"],
    ["lt", "a"],
    ["le", "abc"],
  ] as const) {
    await page.getByLabel("Operator of created").selectOption(operator);
    await finds(expected);
  }
  expect(await page.getByLabel("Value of created").inputValue()).toBe("2026-11-25");
  await page.getByLabel("Operator of created").selectOption("eq");
  await page.getByLabel("Value of created").fill("2026-11-25T00:00:00Z");
  await page.keyboard.press("Enter");
  await finds("b");
  await page.getByLabel("Value of created").fill("2026-11");
  await page.keyboard.press("Enter");
  await finds("abcd");
  await page.getByLabel("Times of created").selectOption("last 7 days");
  await page.locator(".plan-filter", { hasText: /created ge .* and created lt / }).waitFor();
});
