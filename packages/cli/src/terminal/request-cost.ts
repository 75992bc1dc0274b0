/** Price of one request to tables of Azure Storage, in US dollars: that of the guide's page on costs. */
const pricePerRequest = 0.00036 / 10_000;

/** Formats what this many requests cost, in US dollars with two digits that count: `0.000036`. */
export function requestCost(requests: number): string {
  return new Intl.NumberFormat("en", { maximumSignificantDigits: 2 }).format(requests * pricePerRequest);
}
