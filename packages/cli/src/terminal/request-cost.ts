import { requestPrice } from "@tablewright/runtime/lines";

/** Formats what this many requests cost, in US dollars with two digits that count: `0.000036`. */
export function requestCost(requests: number): string {
  const format = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });
  return format.format(requests * requestPrice);
}
