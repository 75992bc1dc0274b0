import type { FieldText, Row, RowId, StoredProperty } from "./rows.js";

/** Values of a change: of an entity by the names of its definition, or of a row by stored names with their types. */
export interface ChangedValues {
  readonly fields?: readonly FieldText[];
  readonly properties?: readonly StoredProperty[];
}

/** New row. The keys of an entity follow from its values. */
export interface Insert extends ChangedValues, Partial<RowId> {
  readonly kind: "insert";
  readonly table: string;
  readonly entity?: string;
}

/** Change of a row, valid for the version that was read. */
export interface Update extends ChangedValues, RowId {
  readonly kind: "update";
  readonly table: string;
  readonly entity?: string;
  readonly etag: string;
  /** Names of properties to remove. */
  readonly unset: readonly string[];
}

export interface Delete extends RowId {
  readonly kind: "delete";
  readonly table: string;
  readonly entity?: string;
  readonly etag: string;
}

export type Change = Insert | Update | Delete;

/** Error in a change that was found before anything was sent. */
export interface ChangeProblem {
  readonly code: string;
  readonly message: string;
  readonly property?: string;
}

/** Outcome of one change. */
export interface Outcome {
  readonly isWritten: boolean;
  /** Row after the change; absent after a deletion. */
  readonly row?: Row;
  readonly problem?: ChangeProblem;
  /** True if another client changed the row. `current` is its version; absent if the row was deleted. */
  readonly isConflict?: boolean;
  readonly current?: Row;
  /** True if the change may or may not have been written. */
  readonly isUnknown?: boolean;
}

export interface Outcomes {
  /** Requests that wrote the changes: one transaction, or each row on its own. */
  readonly mode: "transaction" | "rows";
  /** One outcome for each change, in their order. */
  readonly outcomes: readonly Outcome[];
}
