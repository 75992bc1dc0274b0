import { describe, expect, it } from "vitest";
import {
  contentHeight,
  offsetOf,
  placeAt,
  placeOfRow,
  rowHeight,
  scrollTo,
} from "../../../studio/page/grid/scroll-place.js";
import { elementsInOrder, rowOfElement, visibleRows } from "../../../studio/page/grid/visible-rows.js";
import { strict } from "../targets/targets.js";
import { shareBrowser } from "./share-browser.js";
import { orderRow } from "./shop.js";
import { choose, columnTexts } from "./studio-lab.js";

/** More rows than an element can be high. */
const size = { viewport: 600, count: 1_000_000 };
const start = { scrollTop: 0, shift: 0 };
const lastTop = contentHeight(size.count) - size.viewport;
const lastOffset = size.count * rowHeight - size.viewport;
/** Limit of waiting for the page. */
const patient = { timeout: 10_000 };

describe("rows that are higher together than an element can be", () => {
  it("move as far as the content", () => {
    const middle = scrollTo(start, lastTop / 2, size);
    expect(offsetOf(middle)).toBe(lastOffset / 2);
    expect(offsetOf(scrollTo(middle, middle.scrollTop + 100, size))).toBe(lastOffset / 2 + 100);
    expect(offsetOf(scrollTo(start, 100, size))).toBe(100);
  });

  it("begin and end with the content, however the viewport came there", () => {
    for (const from of [0, 0.25, 0.5, 1]) {
      for (const [to, offset] of [
        [0, 0],
        [lastTop, lastOffset],
      ] as const) {
        let place = scrollTo(start, Math.round(lastTop * from), size);
        while (place.scrollTop !== to)
          place = scrollTo(place, place.scrollTop + Math.max(-4_000, Math.min(4_000, to - place.scrollTop)), size);
        expect(offsetOf(place)).toBe(offset);
      }
    }
  });

  it("can each be shown", () => {
    let place = start;
    for (const row of [0, 20, 21, 700_000, 699_999, 999_999, 999_998, 500_000, 0]) {
      place = placeOfRow(place, row, size);
      const offset = offsetOf(place);
      expect(row * rowHeight).toBeGreaterThanOrEqual(offset);
      expect((row + 1) * rowHeight).toBeLessThanOrEqual(offset + size.viewport);
      expect(place.scrollTop).toBeLessThanOrEqual(lastTop);
    }
  });

  it("stay where they are when more are read", () => {
    const place = scrollTo(start, lastTop, size);
    const more = { ...size, count: size.count + 1_000 };
    expect(offsetOf(placeAt(place, offsetOf(place), more))).toBe(lastOffset);
    expect(placeAt(place, offsetOf(place), { ...size, count: 0 })).toEqual(start);
  });
});

describe("elements of rows", () => {
  it("cover the viewport at every offset", () => {
    for (const drawsMore of [false, true]) {
      for (let offset = 0; offset <= 99_400; offset += 31) {
        const { first, end } = visibleRows(offset, { viewport: 600, count: 3_572 }, drawsMore);
        expect(first * rowHeight).toBeLessThanOrEqual(offset);
        expect(end * rowHeight).toBeGreaterThanOrEqual(Math.min(offset + 600, 3_572 * rowHeight));
      }
    }
  });

  it("keep their rows while these are drawn", () => {
    const rows = (first: number) =>
      Array.from({ length: 5 }, (_, each) => rowOfElement(each, { first, end: first + 5 }));
    expect([rows(8), rows(10)]).toEqual([
      [10, 11, 12, 8, 9],
      [10, 11, 12, 13, 14],
    ]);
    expect(elementsInOrder({ first: 8, end: 13 })).toEqual([3, 4, 0, 1, 2]);
  });
});

describe("Studio", () => {
  const open = shareBrowser();

  it("shows each row with its number after scrolling, in the order of the document", async () => {
    const lab = await open(strict, {
      seed: async (service) => {
        await service.tables.createIfNotExists("Shop");
        const orders = Array.from({ length: 300 }, (_, index) => orderRow("C1", index + 1));
        await service.table("Shop").bulk(orders.map((insert) => ({ insert })));
      },
    });
    const { page } = lab;
    await choose(page, "Order");
    await page.getByText("300 rows", { exact: true }).waitFor();
    const numbers = () => page.locator(".grid-gutter").allTextContents();
    for (const top of [3_000, 1_300, 7_000]) {
      await page.evaluate(`document.querySelector(".grid").scrollTop = ${top}`);
      const wanted = String(Math.floor(top / rowHeight) + 10);
      await expect.poll(async () => (await numbers()).includes(wanted), patient).toBe(true);
      await expect.poll(async () => isAscending((await numbers()).map(Number)), patient).toBe(true);
      // Later orders come first.
      const shown = (await numbers()).map((number) => String(301 - Number(number)));
      expect(await columnTexts(page, "orderNo")).toEqual(shown);
    }
  });
});

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);
}
