import { isEditable, type RowActions } from "../grid/row-actions.js";
import type { MenuAction } from "../parts/menu.jsx";
import { findReferences } from "../row/find-references.js";
import { openDuplicate } from "../row/insert-dialog.jsx";
import { isNewRow } from "../state/new-row.js";
import { emptyQuery, formatAddress } from "../state/route.js";
import { studio } from "../state/studio.js";
import { copyText, rowFilter, rowJson } from "./copy-text.js";
import type { RowContext } from "./row-context.js";
import { valueFilters } from "./value-filters.js";

/** Returns what can be done with the active cell and its row: open and follow it, filter by its value, copy and change it. */
export function cellActions(
  { query, entity, source, columns, selection }: RowContext,
  actions: RowActions,
): readonly MenuAction[] {
  const position = selection.active();
  const [row, column] = [source()?.row(position.row), columns()[position.column]];
  if (row === undefined) return [];
  const table = entity()?.table ?? query().table;
  const references = findReferences(studio.overview()?.entities ?? [], entity(), row);
  const canChange = isEditable(actions, row, column);
  const isOptional = column !== undefined && (column.property?.isOptional ?? true);
  return [
    { title: "Open the row", run: () => actions.open(position.row) },
    ...references.map(({ entity: other, keys }) => ({
      title: `Go to ${other.name} ${keys.map(([, text]) => text).join(", ")}`,
      run() {
        window.location.hash = formatAddress({
          page: "rows",
          query: { ...emptyQuery(other.table, other.name), keys },
        });
      },
    })),
    ...valueFilters(query(), entity(), row, column),
    {
      title: selection.rows().size > 0 ? "Copy the selected rows" : "Copy",
      run: () => actions.copy(position.row, column),
    },
    { title: "Copy the row as JSON", run: () => void copyText(rowJson(row), "Row") },
    { title: "Copy the row's $filter", run: () => void copyText(rowFilter(row), "Filter") },
    ...(canChange && column !== undefined && isOptional && column.cellOf(row) !== undefined
      ? [{ title: `Remove ${column.title}`, run: () => actions.edit(row, column, undefined) }]
      : []),
    ...(actions.isReadOnly
      ? []
      : [
          { title: "New row in the grid", run: () => actions.insert() },
          { title: "Duplicate the row", run: () => openDuplicate(table, entity(), row) },
          {
            title:
              selection.rows().size > 1
                ? "Delete the selected rows"
                : isNewRow(row)
                  ? "Discard the new row"
                  : "Delete the row",
            run: () => void actions.remove(),
          },
        ]),
  ];
}
