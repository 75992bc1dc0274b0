import type { FieldText, Row, RowId, StoredProperty } from "./rows.js";

/** New values in a change: `fields` by property name for an entity, or `properties` by stored name and type for a row written as stored. */
export interface ChangedValues {
  readonly fields?: readonly FieldText[];
  readonly properties?: readonly StoredProperty[];
}

/** Change that inserts a row. The keys of an entity are computed from its values. */
export interface Insert extends ChangedValues, Partial<RowId> {
  readonly kind: "insert";
  readonly table: string;
  readonly entity?: string;
}

/** Change that sets or removes properties of a row. Written only if the row still has the ETag `etag`. */
export interface Update extends ChangedValues, RowId {
  readonly kind: "update";
  readonly table: string;
  readonly entity?: string;
  readonly etag: string;
  /** Names of the properties to remove from the row. */
  readonly unset: readonly string[];
}

export interface Delete extends RowId {
  readonly kind: "delete";
  readonly table: string;
  readonly entity?: string;
  readonly etag: string;
}

export type Change = Insert | Update | Delete;

/** Error in a change, found before or while it was written. */
export interface ChangeProblem {
  readonly code: string;
  readonly message: string;
  readonly property?: string;
}

/** Result of writing one change. */
export interface Outcome {
  readonly isWritten: boolean;
  /** Row as stored after the change; absent after a deletion. */
  readonly row?: Row;
  readonly problem?: ChangeProblem;
  /** True if another client has changed or deleted the row. `current` is the row as it is now; absent if it was deleted. */
  readonly isConflict?: boolean;
  readonly current?: Row;
  /** True if it is unknown whether the change was written. */
  readonly isUnknown?: boolean;
}

export interface Outcomes {
  /** Way in which the changes were sent: `transaction` for all in one transaction, `rows` for each row separately. */
  readonly mode: "transaction" | "rows";
  /** One outcome for each change, in the order of the changes. */
  readonly outcomes: readonly Outcome[];
}
