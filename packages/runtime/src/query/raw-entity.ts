import type { StoredTableRow } from "../codec/table-row.js";

/** A row of a kind that was not asked for, each value with its Edm type. `$kind` is undefined: it tells the row from entities. */
export interface RawEntity extends StoredTableRow {
  readonly $kind: undefined;
}
