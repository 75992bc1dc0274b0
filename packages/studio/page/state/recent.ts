import { createEffect, createRoot, createSignal } from "solid-js";
import type { RowQuery } from "../../src/contract/query.js";
import { formatAddress, readAddress } from "./address.js";
import { studio } from "./studio.js";

/** Number of queries that the history keeps. */
const maxRecent = 50;

const [addresses, setAddresses] = createSignal<readonly string[]>([]);

const keyOf = () => `tablewright recent ${studio.overview()?.endpoint}`;

createRoot(() =>
  createEffect(() => {
    if (studio.overview() === undefined) return;
    const text = window.localStorage.getItem(keyOf());
    setAddresses(text === null ? [] : (JSON.parse(text) as readonly string[]));
  }),
);

/** Returns the queries of the account that were run last in this browser, the latest first. */
export function recentQueries(): readonly RowQuery[] {
  return addresses().flatMap((address) => readAddress(address).query ?? []);
}

/** Adds a query to the history of the account, which this browser keeps. */
export function noteRecent(query: RowQuery): void {
  const address = formatAddress({ page: "rows", query });
  if (addresses()[0] === address) return;
  const next = [address, ...addresses().filter((each) => each !== address)].slice(0, maxRecent);
  setAddresses(next);
  window.localStorage.setItem(keyOf(), JSON.stringify(next));
}

export function forgetRecent(): void {
  setAddresses([]);
  window.localStorage.removeItem(keyOf());
}
