import { afterAll, afterEach, describe, expect, it } from "vitest";
import { azurite, strict } from "../targets/targets.js";
import { closeBrowser, openStudio, type StudioLab } from "./studio-lab.js";

let lab: StudioLab | undefined;

afterEach(async () => {
  await lab?.close();
  lab = undefined;
});
afterAll(closeBrowser);

describe.each([strict, azurite])("on $name", (target) => {
  it("shows the rows of an entity in the order of its definition, exact to the last digit", async () => {
    lab = await openStudio(target);
    const { page } = lab;
    await page.getByRole("link", { name: "Order", exact: true }).click();
    const grid = page.getByRole("grid");
    await grid.getByRole("gridcell", { name: "9007199254741033" }).waitFor();
    expect(await grid.getByRole("columnheader").locator(".grid-name").allTextContents()).toEqual([
      "customerId",
      "placedAt",
      "orderNo",
      "total",
      "paid",
      "sequence",
      "currency",
    ]);
    await page.getByText("43 rows", { exact: true }).waitFor();
  });
});
