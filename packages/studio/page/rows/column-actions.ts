import type { Accessor } from "solid-js";
import type { RowQuery } from "../../src/contract/query.js";
import { type Column, fieldText } from "../grid/columns.js";
import type { Selection } from "../grid/selection.js";
import type { MenuAction } from "../parts/menu.jsx";
import { chooseColumns, columnChoices } from "../state/column-choices.js";
import { reveal } from "../state/revealed.js";
import { go, route } from "../state/route.js";
import type { Rows } from "../state/rows.js";
import type { Sort } from "../state/sorted-rows.js";

interface ColumnContext {
  readonly query: Accessor<RowQuery>;
  readonly rows: Accessor<Rows | undefined>;
  readonly selection: Selection;
  readonly sort: Accessor<Sort | undefined>;
  onSort(sort: Sort | undefined): void;
}

/** Returns what can be done with a column: sort, hide, filter by the value of the active row, and show values that are masked. */
export function columnActions(
  { query, rows, selection, sort, onSort }: ColumnContext,
  { id, title, property }: Column,
): readonly MenuAction[] {
  const place = query().entity ?? query().table;
  const { hidden } = columnChoices(place);
  const row = rows()?.row(selection.active().row);
  const text = row && property && fieldText(row, property);
  const filter = (operator: "eq" | "ge" | "lt") => () =>
    go({
      ...route(),
      page: "rows",
      query: { ...query(), where: [...query().where, { property: title, operator, text: text ?? "" }] },
    });
  const isFilter = text !== undefined && !property?.isHidden && !property?.isJson && property?.type !== "Edm.Binary";
  const isOrdered = isFilter && property?.oneOf === undefined && property?.type !== "Edm.Boolean";
  return [
    { title: "Sort what was read, ascending", run: () => onSort({ column: id, isDescending: false }) },
    { title: "Sort what was read, descending", run: () => onSort({ column: id, isDescending: true }) },
    ...(sort() === undefined ? [] : [{ title: "Order of the service", run: () => onSort(undefined) }]),
    ...(isFilter ? [{ title: `Only ${title} = ${shorten(text)}`, run: filter("eq") }] : []),
    ...(isOrdered
      ? [
          { title: `Only ${title} ≥ ${shorten(text)}`, run: filter("ge") },
          { title: `Only ${title} < ${shorten(text)}`, run: filter("lt") },
        ]
      : []),
    { title: `Hide ${title}`, run: () => chooseColumns(place, { hidden: [...hidden, id] }) },
    ...(hidden.length === 0
      ? []
      : [{ title: `Show ${hidden.length} hidden`, run: () => chooseColumns(place, { hidden: [] }) }]),
    ...(property?.isHidden
      ? [{ title: "Show the masked values", run: () => reveal(`${query().entity}.${title}`) }]
      : []),
  ];
}

function shorten(text: string): string {
  return text.length <= 30 ? text : `${text.slice(0, 30)}…`;
}
