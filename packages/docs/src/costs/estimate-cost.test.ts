import { readFileSync } from "node:fs";
import { requestPrice } from "@tablewright/runtime/lines";
import { expect, it } from "vitest";
import { pagesFolder } from "../blocks/code-blocks.js";
import { estimateCost, publishedPrices, type Usage } from "./estimate-cost.js";

const nothing: Usage = {
  reads: 0,
  writes: 0,
  scannedRows: 0,
  storedRows: 0,
  rowBytes: 1024,
  indexes: 0,
  indexesElsewhere: 0,
};

it("counts one request for each read and write, and one for each thousand rows that are scanned", () => {
  const usage = { ...nothing, reads: 1_000_000, writes: 200_000, scannedRows: 5_000_001 };
  expect(estimateCost(usage)).toMatchObject({ requests: 1_205_001, requestPrice: expect.closeTo(0.04338, 5) });
});

it("counts a request more for each write and index elsewhere, and none for one in the partition", () => {
  expect(estimateCost({ ...nothing, writes: 10, indexes: 3, indexesElsewhere: 2 }).requests).toBe(30);
});

it("counts the stored rows with their index rows", () => {
  const usage = { ...nothing, storedRows: 2 ** 20, indexes: 1 };
  expect(estimateCost(usage).gibibytes).toBeCloseTo(1 + 200 / 1024, 5);
  expect(estimateCost(usage).storagePrice).toBeCloseTo(0.045 * (1 + 200 / 1024), 5);
});

it("takes other prices", () => {
  const prices = { tenThousandRequests: 1, storedGibibyte: 1 };
  expect(estimateCost({ ...nothing, reads: 10_000 }, prices).requestPrice).toBe(1);
});

it("uses the prices that the page names", () => {
  const page = readFileSync(`${pagesFolder}guide/costs.md`, "utf8");
  expect(page).toContain(`US$${publishedPrices.tenThousandRequests} |`);
  expect(page).toContain(`US$${publishedPrices.storedGibibyte} |`);
});

it("has the same price of a request as the commands, and as Studio", () => {
  const studio = readFileSync(new URL("../../../studio/page/query/scan-warning.ts", import.meta.url), "utf8");
  expect(publishedPrices.tenThousandRequests).toBeCloseTo(requestPrice * 10_000, 10);
  expect(studio).toContain(`const dollarsPerTenThousand = ${publishedPrices.tenThousandRequests};`);
});
