import type { Accessor } from "solid-js";
import type { EntityInfo } from "../../src/contract/model.js";
import type { RowQuery } from "../../src/contract/query.js";
import type { Column } from "../grid/columns.js";
import type { Selection } from "../grid/selection.js";
import type { Rows } from "../state/rows.js";

/** Query that is shown, its rows and columns as the grid has them, and the selection: all that an action on rows needs. */
export interface RowContext {
  readonly query: Accessor<RowQuery>;
  /** Entity of the rows; undefined for a table without a definition, or its raw view. */
  readonly entity: Accessor<EntityInfo | undefined>;
  readonly source: Accessor<Rows | undefined>;
  readonly columns: Accessor<readonly Column[]>;
  readonly selection: Selection;
}
