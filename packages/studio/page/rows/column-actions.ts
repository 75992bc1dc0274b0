import type { Accessor } from "solid-js";
import type { EntityInfo } from "../../src/contract/model.js";
import type { RowQuery } from "../../src/contract/query.js";
import type { Column } from "../grid/columns.js";
import type { Selection } from "../grid/selection.js";
import type { MenuAction } from "../parts/menu.jsx";
import { chooseColumns, columnChoices } from "../state/column-choices.js";
import { reveal } from "../state/revealed.js";
import type { Rows } from "../state/rows.js";
import type { Sort } from "../state/sorted-rows.js";
import { valueFilters } from "./value-filters.js";

interface ColumnContext {
  readonly query: Accessor<RowQuery>;
  readonly entity: Accessor<EntityInfo | undefined>;
  readonly rows: Accessor<Rows | undefined>;
  readonly selection: Selection;
  readonly sort: Accessor<Sort | undefined>;
  onSort(sort: Sort | undefined): void;
}

/** Returns what can be done with a column: sort, hide, filter by the value of the active row, and show values that are masked. */
export function columnActions(
  { query, entity, rows, selection, sort, onSort }: ColumnContext,
  column: Column,
): readonly MenuAction[] {
  const { id, title, property } = column;
  const place = query().entity ?? query().table;
  const { hidden } = columnChoices(place);
  const row = rows()?.row(selection.active().row);
  return [
    { title: "Sort what was read, ascending", run: () => onSort({ column: id, isDescending: false }) },
    { title: "Sort what was read, descending", run: () => onSort({ column: id, isDescending: true }) },
    ...(sort() === undefined ? [] : [{ title: "Order of the service", run: () => onSort(undefined) }]),
    ...valueFilters(query(), entity(), row, column),
    { title: `Hide ${title}`, run: () => chooseColumns(place, { hidden: [...hidden, id] }) },
    ...(hidden.length === 0
      ? []
      : [{ title: `Show ${hidden.length} hidden`, run: () => chooseColumns(place, { hidden: [] }) }]),
    ...(property?.isHidden
      ? [{ title: "Show the masked values", run: () => reveal(`${query().entity}.${title}`) }]
      : []),
  ];
}
