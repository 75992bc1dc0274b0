import { expect, it } from "vitest";
import { strict } from "../targets/targets.js";
import { shareBrowser } from "./share-browser.js";

const open = shareBrowser();

it("keeps the search of thousands of tables, and the open one in view", async () => {
  const { page, service } = await open(strict, {
    async seed(service) {
      for (let number = 100; number < 400; number += 1) await service.tables.create(`Table${number}`);
    },
    definitions: "",
  });
  await service.table("Table390").insert({ partitionKey: "p", rowKey: "r", properties: {} });
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).fill("Table390");
  await page.keyboard.press("Enter");
  await page.getByText("1 row", { exact: true }).waitFor();
  const isInView = (label: string) =>
    page.locator(label).evaluate((element) => {
      const [own, all] = [element.getBoundingClientRect(), element.closest(".sidebar")?.getBoundingClientRect()];
      return all !== undefined && own.height >= 24 && own.top >= all.top && own.bottom <= all.bottom + 1;
    });
  await expect.poll(() => isInView(".sidebar-item[aria-current=page]")).toBe(true);
  expect(await isInView(".sidebar-search")).toBe(true);
});

it("opens the only match of the sidebar's search by Enter, and moves between the field and the list by arrows", async () => {
  const { page } = await open(strict);
  const field = page.getByLabel("Find a table or entity");
  const focused = () => page.evaluate(() => document.activeElement?.querySelector(".sidebar-name")?.textContent);
  await field.fill("ord");
  await field.press("Enter");
  await page.getByText("43 rows", { exact: true }).waitFor();
  await field.fill("shop");
  await field.press("ArrowDown");
  expect(await focused()).toBe("Shop");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toBe("Customer");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await page.getByText("2 rows", { exact: true }).waitFor();
});

it("shows nothing of the list around the sidebar's search, however far it is scrolled", async () => {
  const { page } = await open(strict);
  await page.setViewportSize({ width: 1280, height: 200 });
  const field = page.getByLabel("Find a table or entity");
  await page.locator(".sidebar-item").last().scrollIntoViewIfNeeded();
  const covered = await field.evaluate((element) => {
    const [own, nav] = [
      element.getBoundingClientRect(),
      element.closest("nav")?.getBoundingClientRect() ?? new DOMRect(),
    ];
    const items = [...document.querySelectorAll(".sidebar-item")].map((item) => {
      // The element that scrolls cuts off the items above it.
      let top = item.getBoundingClientRect().top;
      for (let outer = item.parentElement; outer !== null; outer = outer.parentElement)
        if (getComputedStyle(outer).overflowY === "auto") top = Math.max(top, outer.getBoundingClientRect().top);
      return { top, bottom: item.getBoundingClientRect().bottom };
    });
    const scrolled = [...document.querySelectorAll(".sidebar, .sidebar-scroll")].some((each) => each.scrollTop > 0);
    return {
      scrolled,
      count: items.filter(({ top, bottom }) => bottom > top && top < own.bottom && bottom > nav.top).length,
    };
  });
  expect(covered).toEqual({ scrolled: true, count: 0 });
});
