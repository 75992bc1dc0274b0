import type { Plan } from "../../src/contract/query.js";

/**
 * Price of 10,000 requests to tables of Azure Storage, in US dollars: that of Austria East with local redundancy on 21 July 2026. The page
 * does not load the runtime, which has the same price as `requestPrice`.
 * @see https://prices.azure.com/api/retail/prices
 */
const dollarsPerTenThousand = 0.00036;

/** Returns whether a query reads more than one partition to find its rows. The user is asked before it runs; a scan of one partition runs at once. */
export function isTableScan({ access, isScan }: Plan): boolean {
  return isScan && access !== "partition scan";
}

/** Returns what a scan of a table costs, for the user to agree to. */
export function scanWarning({ table, requests }: Plan): string {
  return `The service has no index for this: it reads all of ${table} in its range to find the rows. ${estimateText(requests)}`;
}

/** Returns what it costs to read all rows of a table. @param rows the number of rows; undefined if nobody has counted them */
export function requestsText(rows: number | undefined): string {
  return estimateText(rows === undefined ? undefined : Math.max(1, Math.ceil(rows / 1000)));
}

function estimateText(requests: number | undefined): string {
  const number =
    requests === undefined
      ? "one request for every 1,000 rows that it passes, which nobody has counted yet"
      : `at most ${requests.toLocaleString("en-US")} ${requests === 1 ? "request" : "requests"}${priceOf(requests)}`;
  return `Estimate: ${number}.`;
}

function priceOf(requests: number): string {
  const dollars = (requests / 10_000) * dollarsPerTenThousand;
  return dollars < 0.01 ? ", less than a cent" : `, about $${dollars.toFixed(2)}`;
}
