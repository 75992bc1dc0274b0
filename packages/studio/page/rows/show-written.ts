import { type Accessor, batch, createEffect, on, type Setter } from "solid-js";
import type { Row, RowId } from "../../src/contract/rows.js";
import { written } from "../changes/written.js";
import type { Selection } from "../grid/selection.js";
import { isNewRow } from "../state/new-row.js";
import { RowSource, rowKeyText } from "../state/row-source.js";
import type { LoadedRow, Rows } from "../state/rows.js";

interface ShownRows {
  /** Table of the rows. */
  readonly table: Accessor<string>;
  readonly source: Accessor<RowSource | undefined>;
  /** The rows in the order in which the grid shows them. */
  readonly rows: Accessor<Rows | undefined>;
  readonly selection: Selection;
  readonly setSource: Setter<RowSource | undefined>;
  /** Reads the rows again, from the first one. */
  start(): void;
  /** Called after rows were removed, within the same batch. */
  onRemove(): void;
}

/** Maximum number of rows to read for the place of a new one. */
const maxRead = 5_000;

/**
 * Shows in the grid what was just written: changed rows in their place, without the deleted ones. After an insert, the rows are read again,
 * and the first new row becomes the active one.
 */
export function showWritten({ table, source, setSource, rows, selection, start, onRemove }: ShownRows): void {
  let readings = 0;
  createEffect(
    on(
      written,
      (all) => {
        const own = all.filter((each) => each.table === table());
        for (const { row, isNew } of own) if (row !== undefined && !isNew) source()?.replace(row);
        const deleted = own.flatMap(({ id, row }) => (row === undefined ? [id] : []));
        if (deleted.length > 0) remove(deleted);
        if (all.some(({ isNew }) => isNew)) void readAgain(own.flatMap(({ id, isNew }) => (isNew ? [id] : [])));
      },
      { defer: true },
    ),
  );

  /** Reads the rows again while the former ones are shown, up to the first of the new rows. */
  async function readAgain(ids: readonly RowId[]): Promise<void> {
    const former = source();
    if (former === undefined) return;
    readings += 1;
    const own = readings;
    const keys = new Set(ids.map(rowKeyText));
    const next = new RowSource(former.query);
    const wanted = Math.min(maxRead, former.count + ids.length);
    const isFound = ({ row }: LoadedRow) => !isNewRow(row) && keys.has(rowKeyText(row));
    do await next.more();
    while (!next.isComplete && next.error === undefined && next.count < wanted && !next.loaded().some(isFound));
    // Meanwhile, the user may have asked for other rows, or sent further changes.
    if (source() !== former || own !== readings) return next.stop();
    if (next.error !== undefined) return start();
    former.stop();
    batch(() => {
      setSource(next);
      const shown = rows();
      const found = shown?.loaded().find(isFound)?.position;
      const { row, column } = selection.active();
      selection.clear();
      const last = Math.max(0, (shown?.count ?? 0) - 1);
      selection.moveTo({ row: found ?? Math.min(row, last), column }, false, "search");
    });
  }

  function remove(ids: readonly RowId[]): void {
    const [read, shown] = [source(), rows()];
    if (read === undefined || shown === undefined) return;
    const keys = new Set(ids.map(rowKeyText));
    const isGone = (row: Row) => !isNewRow(row) && keys.has(rowKeyText(row));
    const gone = shown.loaded().flatMap(({ position, row }) => (isGone(row) ? [position] : []));
    batch(() => {
      if (!read.remove(ids)) return start();
      onRemove();
      selection.remove(gone, rows()?.count ?? 0);
    });
    if (read.count === 0) void read.more();
  }
}
