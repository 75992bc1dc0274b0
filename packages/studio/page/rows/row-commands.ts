import type { Accessor } from "solid-js";
import type { ExportFormat } from "../../src/contract/api.js";
import type { FieldEdit } from "../../src/contract/changes.js";
import type { Plan, RowQuery } from "../../src/contract/query.js";
import { callLong, type ExportProgress, exportRows } from "../api/call-studio.js";
import { openReview } from "../changes/review-bar.jsx";
import { noteChangedAll } from "../changes/written.js";
import type { RowActions } from "../grid/row-actions.js";
import { type Command, registerCommands } from "../palette/commands.js";
import { confirm } from "../parts/confirm-dialog.jsx";
import { askName } from "../parts/name-dialog.jsx";
import { isTableScan, scanWarning } from "../query/scan-warning.js";
import { openEditMany } from "../row/edit-many-dialog.jsx";
import { openImport } from "../row/import-dialog.jsx";
import { openDuplicate, openInsert } from "../row/insert-dialog.jsx";
import { notify, withNotice } from "../state/notices.js";
import { isWholeQuery } from "../state/route.js";
import { countKey, studio } from "../state/studio.js";
import { doWork, rowsText } from "../state/work.js";
import { collectRows } from "./collect-rows.js";
import { copyRows } from "./copy-cells.js";
import { copyText, rowFilter, rowJson, rowLiteral, saveFile } from "./copy-text.js";
import type { RowContext } from "./row-context.js";
import { tableCommands } from "./table-commands.js";

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
    if (selected !== undefined) await copyRows(columns(), selected, format);
  };
  registerCommands(() => {
    const row = active();
    const shown = entity();
    const code = plan()?.code;
    return [
      { title: "Refresh", run: refresh },
      { title: "Count the rows", note: "reads every key", run: () => void countRows(query()) },
      { title: "Save this query", run: () => saveQuery(query()) },
      { title: "Export as CSV", run: () => exportShown(query(), "csv", plan()) },
      { title: "Export as NDJSON", run: () => exportShown(query(), "ndjson", plan()) },
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
            { title: "New row in the grid", note: "Insert", run: () => actions.insert() },
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
            ...(shown === undefined
              ? []
              : [
                  {
                    title: "Change all rows of the query at once",
                    note: "not staged",
                    run: () => openEditMany(table(), shown, query()),
                  },
                ]),
            {
              title: "Delete all rows of the query at once",
              note: "not staged",
              run: () => void changeAll(query(), "Delete"),
            },
            { title: "Import rows from a file", note: "CSV, NDJSON, JSON, Parquet", run: () => openImport(table()) },
            { title: "Review changes", run: openReview },
          ]),
      ...tableCommands(query().table),
    ];
  });
}

/** Counts the rows of a query and shows the number in a notice. The server reads every key for this. */
async function countRows(query: RowQuery): Promise<number | undefined> {
  const counted = await doWork("Counting", (signal, report) =>
    callLong("count", { query }, ({ rows }) => report(rowsText(rows)), signal),
  );
  if (counted === undefined) return undefined;
  if (isWholeQuery(query)) studio.noteCount(countKey(query.table, query.entity), counted.rows, true);
  notify(rowsText(counted.rows));
  return counted.rows;
}

/** Downloads all rows of a query as a file. If the service has to read a whole table for it, asks first. */
export function exportShown(query: RowQuery, format: ExportFormat, plan: Plan | undefined): void {
  const download = () =>
    void doWork("Exporting", async (signal, report) => {
      const file = await exportRows(query, format, (progress) => report(exportText(progress)), signal);
      saveFile(`${query.entity ?? query.table}.${format}`, file);
      notify("Exported");
    });
  if (plan === undefined || !isTableScan(plan)) download();
  else confirm({ title: "Export all rows of the query?", text: scanWarning(plan), action: "Export", run: download });
}

function exportText(progress: ExportProgress): string {
  return "rows" in progress ? `${rowsText(progress.rows)} read` : `${(progress.bytes / 1e6).toFixed(1)} MB`;
}

/** Counts the rows of a query, asks, and then changes or deletes all of them at once, without a review. */
export async function changeAll(query: RowQuery, what: string, edits?: readonly FieldEdit[]): Promise<void> {
  const max = await countRows(query);
  if (max === undefined || max === 0) return;
  const place = query.entity ?? query.table;
  const { account, isEmulator } = studio.overview() ?? {};
  confirm({
    title: `${what} in ${rowsText(max)}?`,
    text: `All rows of ${place} that the query finds are ${edits === undefined ? "deleted" : "changed"} at once, not staged. This cannot be undone.`,
    action: edits === undefined ? `Delete ${rowsText(max)}` : `Change ${rowsText(max)}`,
    ...(isEmulator === false && account !== undefined && { typed: account }),
    run: () =>
      void doWork(what, async (signal, report) => {
        const argument = { query, max, ...(edits !== undefined && { edits }) };
        try {
          const { done, skipped } = await callLong(
            "changeAll",
            argument,
            (each) => report(rowsText(each.done)),
            signal,
          );
          const left = skipped === 0 ? "" : `; ${rowsText(skipped)} that another client changed were left alone`;
          notify(`${rowsText(done)} ${edits === undefined ? "deleted" : "changed"}${left}`);
        } finally {
          noteChangedAll();
        }
      }),
  });
}

/** Asks for a name and saves the query in the project's folder. */
export function saveQuery(query: RowQuery): void {
  askName({
    title: "Save this query",
    name: query.entity ?? query.table,
    action: "Save",
    take: (name) =>
      withNotice(async () => {
        await studio.save([...studio.saved().filter((each) => each.name !== name), { name, query }]);
        notify(`Saved in tablewright.studio.json`);
      }),
  });
}
