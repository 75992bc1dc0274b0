import { openTab, showTab, tabs } from "../state/route.js";

/** Shows the tab with a SQL query, or opens one if there is none. */
export function openSql(): void {
  const open = tabs().find(({ route }) => route.page === "sql");
  if (open === undefined) openTab({ page: "sql" });
  else showTab(open.id);
}
