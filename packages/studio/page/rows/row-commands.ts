import type { Accessor } from "solid-js";
import type { ExportFormat } from "../../src/contract/api.js";
import type { Plan, RowQuery } from "../../src/contract/query.js";
import { callStudio, exportRows } from "../api/call-studio.js";
import { openReview } from "../changes/review-bar.jsx";
import type { RowActions } from "../grid/row-actions.js";
import { type Command, registerCommands } from "../palette/commands.js";
import { confirm } from "../parts/confirm-dialog.jsx";
import { askName } from "../parts/name-dialog.jsx";
import { openDuplicate, openInsert } from "../row/insert-dialog.jsx";
import { notify, withNotice } from "../state/notices.js";
import { go } from "../state/route.js";
import { countKey, studio } from "../state/studio.js";
import { collectRows } from "./collect-rows.js";
import { copyText, rowFilter, rowJson, rowLiteral, rowsText, saveFile } from "./copy-text.js";
import type { RowContext } from "./create-actions.js";

interface CommandContext extends RowContext {
  readonly plan: Accessor<Plan | undefined>;
  readonly actions: RowActions;
  refresh(): void;
  editSelected(): void;
}

/** Adds commands for the rows on the page to the command palette: count, export, copy, insert, edit and delete. */
export function registerRowCommands({
  query,
  entity,
  source,
  columns,
  plan,
  selection,
  actions,
  refresh,
  editSelected,
}: CommandContext): void {
  const table = () => entity()?.table ?? query().table;
  const active = () => source()?.row(selection.active().row);
  const copying = (title: string, textOf: () => string | undefined): Command => ({
    title,
    run() {
      const text = textOf();
      if (text !== undefined) void copyText(text, title.replace(/^Copy /, ""));
    },
  });
  const copySelected = async (format: "csv" | "json") => {
    const rows = source();
    const selected = rows && (await collectRows(rows, selection));
    if (selected !== undefined) await copyText(rowsText(columns(), selected, format), `${selected.length} rows`);
  };
  registerCommands(() => {
    const row = active();
    const shown = entity();
    const code = plan()?.code;
    return [
      { title: "Refresh", run: refresh },
      { title: "Count the rows", note: "reads every key", run: () => void countRows(query()) },
      { title: "Save this query", run: () => saveQuery(query()) },
      { title: "Export as CSV", run: () => void exportShown(query(), "csv") },
      { title: "Export as NDJSON", run: () => void exportShown(query(), "ndjson") },
      copying("Copy link", () => window.location.href),
      copying("Copy $filter of the query", () => plan()?.filters.join(" or ")),
      ...(code === undefined ? [] : [copying("Copy query as TypeScript", () => code)]),
      ...(row === undefined
        ? []
        : [
            { title: "Open row", run: () => actions.open(selection.active().row) },
            copying("Copy row as JSON", () => rowJson(row)),
            copying("Copy row as $filter", () => rowFilter(row)),
            ...(shown === undefined ? [] : [copying("Copy row as TypeScript", () => rowLiteral(shown, row))]),
            { title: "Copy selected rows as CSV", run: () => void copySelected("csv") },
            { title: "Copy selected rows as JSON", run: () => void copySelected("json") },
          ]),
      ...(actions.isReadOnly
        ? []
        : [
            { title: "Insert a row", run: () => openInsert(table(), shown) },
            ...(row === undefined ? [] : [{ title: "Duplicate row", run: () => openDuplicate(table(), shown, row) }]),
            {
              title: "Edit selected rows",
              note: `${selection.positions().length}`,
              run: editSelected,
            },
            {
              title: "Delete selected rows",
              note: `${selection.positions().length}`,
              run: () => void actions.remove(),
            },
            { title: "Review changes", run: openReview },
            { title: `Delete the table ${query().table}`, run: () => deleteTable(query().table) },
          ]),
    ];
  });
}

/** Counts the rows of a query and shows the number in a notice. The server reads every key for this. */
async function countRows(query: RowQuery): Promise<void> {
  await withNotice(async () => {
    notify("Counting…");
    const { rows } = await callStudio("count", { query });
    const isWhole =
      query.where.length + query.keys.length === 0 && query.filter === undefined && query.stored === undefined;
    if (isWhole) studio.noteCount(countKey(query.table, query.entity), rows, true);
    notify(`${rows.toLocaleString("en-US")} rows`);
  });
}

/** Downloads all rows of a query as a file. */
export async function exportShown(query: RowQuery, format: ExportFormat): Promise<void> {
  await withNotice(async () => {
    notify("Exporting…");
    saveFile(`${query.entity ?? query.table}.${format}`, await exportRows(query, format));
    notify("Exported");
  });
}

/** Asks for a name and saves the query in the project's folder. */
export function saveQuery(query: RowQuery): void {
  askName("Save this query", query.entity ?? query.table, (name) =>
    withNotice(async () => {
      await studio.save([...studio.saved().filter((each) => each.name !== name), { name, query }]);
      notify(`Saved in tablewright.studio.json`);
    }),
  );
}

/** Asks, then deletes a table with all its rows. */
function deleteTable(table: string): void {
  confirm({
    title: `Delete the table ${table}?`,
    text: "All its rows are lost, also those of other entities and programs. This cannot be undone.",
    action: "Delete the table",
    run: () =>
      void withNotice(async () => {
        await callStudio("deleteTable", { table });
        await studio.refresh();
        go({ page: "rows" });
        notify(`${table} is being deleted`);
      }),
  });
}
