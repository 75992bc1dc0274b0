import { type Accessor, batch, createEffect, on } from "solid-js";
import type { RowId } from "../../src/contract/rows.js";
import { written } from "../changes/written.js";
import type { Selection } from "../grid/selection.js";
import { type RowSource, rowKeyText } from "../state/row-source.js";
import type { Rows } from "../state/rows.js";

interface ShownRows {
  /** Table of the rows. */
  readonly table: Accessor<string>;
  readonly source: Accessor<RowSource | undefined>;
  /** The rows in the order in which the grid shows them. */
  readonly rows: Accessor<Rows | undefined>;
  readonly selection: Selection;
  /** Reads the rows again. */
  start(): void;
  /** Called after rows were removed, within the same batch. */
  onRemove(): void;
}

/** Shows in the grid what was just written: changed rows in their place, without the deleted ones, and new rows by reading again. */
export function showWritten({ table, source, rows, selection, start, onRemove }: ShownRows): void {
  createEffect(
    on(
      written,
      (all) => {
        const own = all.filter((each) => each.table === table());
        for (const { row, isNew } of own) if (row !== undefined && !isNew) source()?.replace(row);
        const deleted = own.flatMap(({ id, row }) => (row === undefined ? [id] : []));
        if (deleted.length > 0) remove(deleted);
        if (all.some(({ isNew }) => isNew)) start();
      },
      { defer: true },
    ),
  );

  function remove(ids: readonly RowId[]): void {
    const [read, shown] = [source(), rows()];
    if (read === undefined || shown === undefined) return;
    const keys = new Set(ids.map(rowKeyText));
    const gone = shown.loaded().flatMap(({ position, row }) => (keys.has(rowKeyText(row)) ? [position] : []));
    batch(() => {
      if (!read.remove(ids)) return start();
      onRemove();
      selection.remove(gone, rows()?.count ?? 0);
    });
    if (read.count === 0) void read.more();
  }
}
