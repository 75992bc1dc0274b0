import { type Accessor, createMemo } from "solid-js";
import type { EntityInfo } from "../../src/contract/model.js";
import { written } from "../changes/written.js";
import { type Column, entityColumns, storedColumns } from "../grid/columns.js";
import type { NewRow } from "../state/new-row.js";
import type { Rows } from "../state/rows.js";

/**
 * Number of the last rows to search for new property names. That is the size of a page: earlier pages were searched when they were read.
 */
const maxRows = 1_000;

interface ColumnContext {
  readonly entity: Accessor<EntityInfo | undefined>;
  readonly source: Accessor<Rows | undefined>;
  readonly newRows: Accessor<readonly NewRow[]>;
  readonly table: Accessor<string>;
}

/** Returns the columns of the grid: the properties of the entity, or without an entity all property names in the rows so far. */
export function createColumns({ entity, source, newRows, table }: ColumnContext): Accessor<readonly Column[]> {
  const names = createMemo<readonly string[]>((former) => {
    const rows = source();
    if (entity() !== undefined || rows === undefined) return [];
    const found = new Set(rows.count === 0 ? [] : former);
    for (const each of written())
      if (each.table === table()) for (const [name] of each.row?.properties ?? []) found.add(name);
    for (const { row } of rows.loaded().slice(-maxRows)) for (const [name] of row.properties) found.add(name);
    for (const { properties } of newRows()) for (const [name] of properties) found.add(name);
    return found.size === former.length ? former : [...found];
  }, []);
  return createMemo(() => {
    const shown = entity();
    return shown === undefined ? storedColumns(names()) : entityColumns(shown);
  });
}
