import { createEffect, createRoot, createSignal, untrack } from "solid-js";
import { account } from "./account.js";
import { formatAddress, isWholeQuery, type Route, readAddress } from "./address.js";
import { studio } from "./studio.js";

export { emptyQuery, formatAddress, isWholeQuery, type Route, withoutDrafts } from "./address.js";

/** Open query in a tab of the page. */
export interface Tab {
  readonly id: number;
  readonly route: Route;
}

interface Tabs {
  readonly tabs: readonly Tab[];
  readonly active: number;
}

/** Tabs as the session storage keeps them. */
interface Kept {
  /** Address of the account that the tabs belong to; absent if it was not read yet. */
  readonly endpoint?: string | undefined;
  readonly tabs: readonly { readonly id: number; readonly address: string }[];
  readonly active: number;
}

/** Key of the session storage, which survives a reload and belongs to one tab of the browser. */
const storageKey = `tablewright tabs ${account}`;

let lastId = 0;
let endpoint: string | undefined;
const [open, setOpen] = createSignal<Tabs>(restore());

/** State of the page that is shown: that of the active tab. */
export const route = (): Route => open().tabs.find(({ id }) => id === open().active)?.route ?? { page: "rows" };

export const tabs = (): readonly Tab[] => open().tabs;
export const activeTab = (): number => open().active;

createRoot(() => {
  // The same place among the accounts, at the same port, may be another account than before. Its tabs are of other tables.
  createEffect(() => {
    const read = studio.overview()?.endpoint;
    if (read === undefined) return;
    const isOther = endpoint !== undefined && endpoint !== read;
    endpoint = read;
    untrack(() =>
      setOpen(({ tabs: all, active }) => ({ tabs: isOther ? all.filter(({ id }) => id === active) : all, active })),
    );
  });
  createEffect(() => {
    const { tabs: all, active } = open();
    const kept: Kept = { endpoint, tabs: all.map(({ id, route }) => ({ id, address: formatAddress(route) })), active };
    window.sessionStorage.setItem(storageKey, JSON.stringify(kept));
  });
});

// The browser's history names the tab of each entry. An entry without one comes from a link.
for (const event of ["popstate", "hashchange"]) window.addEventListener(event, arrive);
window.history.replaceState({ tab: open().active }, "", formatAddress(route()));

function arrive(): void {
  const next = readAddress(window.location.hash);
  const tab = tabOf(window.history.state);
  if (tabs().some(({ id }) => id === tab)) {
    if (tab === open().active && formatAddress(route()) === formatAddress(next)) return;
    setOpen({ tabs: replaced(tab, next), active: tab });
    return;
  }
  setOpen(follow(open(), next));
  window.history.replaceState({ tab: open().active }, "", formatAddress(next));
}

/**
 * Shows a state that a link leads to: in the tab that shows it already, or else in the active tab. A query that the user has typed stays open
 * if the link leads to another table or entity.
 */
function follow({ tabs: all, active }: Tabs, next: Route): Tabs {
  const same = all.find((tab) => formatAddress(tab.route) === formatAddress(next));
  if (same !== undefined) return { tabs: all, active: same.id };
  const current = all.find(({ id }) => id === active)?.route;
  const isTyped =
    current?.page === "sql" ? current.sql !== undefined : current?.query !== undefined && !isWholeQuery(current.query);
  const isSamePlace =
    current?.page === next.page &&
    current.query?.table === next.query?.table &&
    current.query?.entity === next.query?.entity;
  if (!isTyped || isSamePlace)
    return { tabs: all.map((tab) => (tab.id === active ? { ...tab, route: next } : tab)), active };
  lastId += 1;
  return { tabs: [...all, { id: lastId, route: next }], active: lastId };
}

/**
 * Goes to another state of the page, in the same tab, and adds it to the browser's history. The signal changes at once, so that the next
 * change of the query starts from the new state.
 */
export function go(next: Route): void {
  const { active } = open();
  const isSame = formatAddress(next) === formatAddress(route());
  setOpen({ tabs: replaced(active, next), active });
  if (isSame) window.history.replaceState({ tab: active }, "", formatAddress(next));
  else window.history.pushState({ tab: active }, "", formatAddress(next));
}

/** Changes parts of the page's state without adding to the browser's history. */
export function adjust(change: Partial<Route>): void {
  const next = { ...route(), ...change };
  const { active } = open();
  setOpen({ tabs: replaced(active, next), active });
  window.history.replaceState({ tab: active }, "", formatAddress(next));
}

/** Opens a new tab. Default: the home page. */
export function openTab(next: Route = { page: "rows" }): void {
  lastId += 1;
  setOpen({ tabs: [...tabs(), { id: lastId, route: next }], active: lastId });
  window.history.pushState({ tab: lastId }, "", formatAddress(next));
}

export function showTab(id: number): void {
  if (id === open().active) return;
  setOpen({ tabs: tabs(), active: id });
  window.history.pushState({ tab: id }, "", formatAddress(route()));
}

/** Shows the tab with a SQL query, or opens one if there is none. */
export function openSql(): void {
  const sql = tabs().find((tab) => tab.route.page === "sql");
  if (sql === undefined) openTab({ page: "sql" });
  else showTab(sql.id);
}

/** Closes a tab, and shows the one beside it if it was active. The last one becomes the home page. */
export function closeTab(id: number): void {
  const index = tabs().findIndex((tab) => tab.id === id);
  const rest = tabs().filter((tab) => tab.id !== id);
  const beside = rest[Math.min(index, rest.length - 1)];
  if (beside === undefined) go({ page: "rows" });
  else if (id !== open().active) setOpen({ tabs: rest, active: open().active });
  else {
    setOpen({ tabs: rest, active: beside.id });
    window.history.pushState({ tab: beside.id }, "", formatAddress(beside.route));
  }
}

function replaced(id: number, next: Route): readonly Tab[] {
  return tabs().map((tab) => (tab.id === id ? { id, route: next } : tab));
}

function tabOf(state: unknown): number {
  return (state as { readonly tab?: number } | null)?.tab ?? -1;
}

/** Opens the tabs that were open before a reload, and the state that the URL contains. */
function restore(): Tabs {
  const next = readAddress(window.location.hash);
  const text = window.sessionStorage.getItem(storageKey);
  const kept: Kept = text === null ? { tabs: [], active: -1 } : (JSON.parse(text) as Kept);
  const all = kept.tabs.map(({ id, address }) => ({ id, route: readAddress(address) }));
  ({ endpoint } = kept);
  lastId = Math.max(0, ...all.map(({ id }) => id));
  const tab = tabOf(window.history.state);
  // A reload keeps the entry of the browser's history, and with it the tab.
  if (all.some(({ id }) => id === tab))
    return { tabs: all.map((each) => (each.id === tab ? { id: tab, route: next } : each)), active: tab };
  if (all.some(({ id }) => id === kept.active)) return follow({ tabs: all, active: kept.active }, next);
  lastId += 1;
  return { tabs: [{ id: lastId, route: next }], active: lastId };
}
