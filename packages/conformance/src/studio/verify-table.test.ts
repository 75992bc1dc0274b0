import { expect, it } from "vitest";
import type { Page } from "../../../docs/src/looks/browser.js";
import { seedOrders } from "./seed-orders.js";
import { shareBrowser } from "./share-browser.js";
import { choose, freshInProcess, seedShop } from "./studio-lab.js";

const target = freshInProcess();
const open = shareBrowser();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const findings = (page: Page) => page.getByRole("region", { name: "Findings" });

async function verify(page: Page): Promise<void> {
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Verify the table Shop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Verify" }).click();
}

it("shows what verify finds in a table, with links to the rows, here and on the home page", async () => {
  const { page, service } = await open(target, {
    isReadOnly: true,
    async seed(service, project) {
      await seedShop(service, project);
      // The entity stays without the index row.
      await service
        .table("ShopIndex")
        .delete({ partitionKey: "country!NO", rowKey: "Customer C1!C1" }, { ifMatch: "*" });
    },
  });
  await choose(page, "Order");
  await verify(page);
  await findings(page).getByText("2 kinds of findings").waitFor();
  const texts = await findings(page).locator("summary").allTextContents();
  expect(texts.map((text) => text.split(" ").slice(0, 3).join(" ")).toSorted()).toEqual([
    "1 row entity.wrong-kind",
    "1 row index.entry-missing",
  ]);
  await findings(page).getByRole("link", { name: "zzz odd" }).click();
  const panel = page.getByRole("complementary", { name: "Row" });
  await panel.getByText("entity.wrong-kind").waitFor();
  await page.getByText("1 row", { exact: true }).first().waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).fill("home");
  await page.keyboard.press("Enter");
  const row = page.locator(".home-table tr", { hasText: "Customer" }).first();
  await row.getByRole("link", { name: "2", exact: true }).click();
  await findings(page).waitFor();
  await button(page, "Hide the findings").click();
  await findings(page).waitFor({ state: "detached" });
  expect(await service.table("Shop").scan().count()).toBe(48);
});

it("says so if nothing is wrong, how far it is, and stops", async () => {
  const { page } = await open(target, { seed: async () => seedOrders(target.tables(), 5_300) });
  await choose(page, "Order");
  await page.getByText("1,100 rows, more below").waitFor();
  const reads = target.tables().faults.add({ operation: "query", fault: { kind: "count" } });
  await verify(page);
  await page.getByText("5,300 rows checked: nothing found").waitFor();
  expect(await findings(page).count()).toBe(0);
  const hold = target.tables().faults.add({ operation: "query", after: reads.seen - 2, fault: { kind: "hold" } });
  await verify(page);
  await page.getByText(/^Verifying Shop: [\d,]+ rows, \d+ %/).waitFor();
  await button(page, "Stop").click();
  await page.getByText("Verifying Shop: stopped").waitFor();
  hold();
});

it("is not offered for a table without definitions", async () => {
  const { page } = await open(target, { definitions: "" });
  await choose(page, "Shop");
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Save this query" }).waitFor();
  expect(await page.getByRole("menuitem", { name: /^Verify/ }).count()).toBe(0);
});
