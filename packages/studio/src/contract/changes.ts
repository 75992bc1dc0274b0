import type { EdmName, FieldText, Row, RowId, StoredProperty } from "./rows.js";

/** New value of one property in an update. Without a text, the property is removed. */
export type Edit = FieldEdit | StoredEdit;

/** New value of a property of the row's entity, as text (see `FieldText`). */
export interface FieldEdit {
  readonly field: string;
  readonly text?: string | undefined;
}

/** New value of a stored property, as the service stores it. */
export interface StoredEdit {
  readonly stored: string;
  readonly type: EdmName;
  readonly text?: string | undefined;
  /** Text to store for the value, if it is not the one that the client writes (see `exact` of a row). */
  readonly exact?: string | undefined;
}

/**
 * Change that inserts a row: an entity from the texts of its properties (`fields`), which also determine its keys, or any row from its
 * stored `properties`, under the given keys. If `entity` is given with `properties`, the index rows of that entity are written too, and
 * `fields` are values to store beside the properties.
 */
export interface Insert extends Partial<RowId> {
  readonly kind: "insert";
  readonly table: string;
  readonly entity?: string;
  readonly fields?: readonly FieldText[];
  readonly properties?: readonly StoredProperty[];
  /** Texts to store for values of `properties`, if they are not those that the client writes (see `exact` of a row). */
  readonly exact?: readonly FieldText[];
}

/**
 * Change that sets or removes properties of a row, in the order of the edits. Written only if the row still has the ETag `etag`. The index
 * rows of an entity are updated too, even if the edits are of stored values.
 */
export interface Update extends RowId {
  readonly kind: "update";
  readonly table: string;
  readonly entity?: string;
  readonly etag: string;
  readonly edits: readonly Edit[];
}

export interface Delete extends RowId {
  readonly kind: "delete";
  readonly table: string;
  readonly entity?: string;
  readonly etag: string;
}

export type Change = Insert | Update | Delete;

/** Row as the user saw it, under the ETag of the change. From it, the server plans the write without reading the row again. */
export type SeenRow = Pick<Row, "timestamp" | "properties" | "exact">;

/** Change to send. */
export type SentChange = Insert | ((Update | Delete) & { readonly seen: SeenRow });

/** Error in a change, found before or while it was written. */
export interface ChangeProblem {
  readonly code: string;
  readonly message: string;
  readonly property?: string;
}

/** Row before it is stored, which has neither ETag nor Timestamp. */
export type NewRowView = Omit<Row, "etag" | "timestamp">;

/** Result of checking one change. */
export interface CheckedChange {
  readonly problems: readonly ChangeProblem[];
  /** Keys of the row; present for a change without problems. */
  readonly id?: RowId;
  /** Row that an insert without problems would store. Times that the write itself sets are absent. */
  readonly row?: NewRowView;
}

/** Result of writing one change. */
export interface Outcome {
  readonly isWritten: boolean;
  /** Row as read after the change; absent after a deletion. */
  readonly row?: Row;
  /** Version that the change itself left; present if another client has changed the row before it was read. */
  readonly wrote?: {
    /** ETag of the version that the change left. */
    readonly etag: string;
    /** Names of the stored properties that the change set or removed. */
    readonly names: readonly string[];
  };
  /** True if the change was written, but the row could not be read afterwards. */
  readonly isUnread?: boolean;
  readonly problem?: ChangeProblem;
  /**
   * True if another client has changed or deleted the row, or if a row with the keys of an insert exists. `current` is the row as it is now;
   * absent if it was deleted.
   */
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
