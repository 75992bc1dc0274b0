import { describe, expect, it } from "vitest";
import { repeatedTargets } from "../targets/targets.js";
import { shareBrowser } from "./share-browser.js";

const open = shareBrowser();

describe.each(repeatedTargets)("the model of Studio over $name", (target) => {
  it("draws the model: a box for each entity and index, none over another, with arrows between them", async () => {
    const lab = await open(target);
    const { page } = lab;
    await page.getByRole("button", { name: "Model" }).click();
    const diagram = page.getByRole("region", { name: "Diagram" });
    const boxes = diagram.getByRole("button");
    await boxes.first().waitFor();
    expect((await boxes.locator("strong").allTextContents()).toSorted()).toEqual([
      "Customer",
      "CustomerByCountry",
      "CustomerByEmail",
      "Order",
    ]);
    const places = await Promise.all((await boxes.all()).map((box) => box.boundingBox()));
    for (const [position, one] of places.entries()) {
      for (const other of places.slice(position + 1)) {
        if (one === null || other === null) throw new Error("A box is not drawn.");
        const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
        expect(isBeside || one.y + one.height <= other.y || other.y + other.height <= one.y).toBe(true);
      }
    }
    expect(await diagram.locator("svg > path").count()).toBe(2);
    await diagram.getByRole("button", { name: "CustomerByCountry" }).click();
    await expect
      .poll(() => page.locator("#model-CustomerByCountry").evaluate((card) => card.getBoundingClientRect().top))
      .toBeLessThan(700);
  });

  it("shows the model: keys, properties and indexes", async () => {
    const lab = await open(target);
    const { page } = lab;
    await page.getByRole("button", { name: "Model" }).click();
    const card = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Order" }) });
    expect(await card.locator("code").allTextContents()).toEqual([
      "cust!{customerId}",
      "order!{placedAt.desc}!{orderNo.pad(6)}",
    ]);
    await card.getByText("kind order").waitFor();
    expect(
      await page
        .getByRole("region", { name: /^Table/ })
        .locator("h2")
        .allTextContents(),
    ).toEqual(["table Shop", "table ShopIndex"]);
    await page.getByRole("link", { name: "byEmail", exact: true }).click();
    await page.getByText("rows of an index of Customer").waitFor();
  });
});
