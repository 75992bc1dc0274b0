/** Names of the Edm types. Repeated here instead of imported from the runtime, so that the page does not need the types of Node. */
export const edmNames = [
  "Edm.String",
  "Edm.Boolean",
  "Edm.Int32",
  "Edm.Int64",
  "Edm.Double",
  "Edm.DateTime",
  "Edm.Guid",
  "Edm.Binary",
] as const;
export type EdmName = (typeof edmNames)[number];

/** Property of a stored row: name, Edm type, and exact value as text. */
export type StoredProperty = readonly [name: string, type: EdmName, text: string];

/**
 * Property of an entity: its name in the definition, and its value as text. A code is given by its name, JSON without compression, a long
 * value with all its parts joined, and a time as ISO 8601, whatever its form in programs.
 */
export type FieldText = readonly [name: string, text: string];

/** PartitionKey and RowKey of a row, as they are stored. */
export interface RowId {
  readonly partitionKey: string;
  readonly rowKey: string;
}

export interface Row extends RowId {
  readonly etag: string;
  /** Timestamp of the row: ISO 8601 in UTC, with up to seven digits of a second. */
  readonly timestamp: string;
  readonly properties: readonly StoredProperty[];
  /**
   * Texts of those properties that the row stores with another text than the client writes for their values, such as `…1234560Z`. A write
   * that does not change them keeps these texts. Absent if there are none.
   */
  readonly exact?: readonly FieldText[];
  /** Name of the entity definition that the row matches; absent if it matches none. */
  readonly entity?: string;
  /** Values of those of the entity's properties whose text differs from the stored one, or that only the keys contain. */
  readonly values?: readonly FieldText[];
  /** Names of properties that the row stores, but not as the definition says: an unknown code, for example. `findings` says why. */
  readonly unread?: readonly string[];
  /** Problems that `tablewright verify` finds in the row; absent if there are none. */
  readonly findings?: readonly RowFinding[];
}

export interface RowFinding {
  readonly code: string;
  readonly message: string;
  /** Property that the finding is about: its name in the definition, or its stored name. */
  readonly property?: string;
}

export interface RowPage {
  readonly rows: readonly Row[];
  /** Cursor to pass to the next call to read the next page; absent after the last page. */
  readonly cursor?: string;
}

/** Row with its index rows, or with the entity that it is an index row of. */
export interface RowDetails {
  /** The row; absent if no row has the keys. */
  readonly row?: Row;
  readonly indexRows: readonly RelatedRow[];
  /** Entity that the row points to; present only if the row is an index row. */
  readonly owner?: RelatedRow;
}

/** Reference to an index row or to the entity of an index row. The row may be missing. */
export interface RelatedRow extends RowId {
  /** Name of the index, or of the entity that the index row belongs to. */
  readonly name: string;
  readonly table: string;
  readonly entity: string;
  /** Values that the keys contain, from which a query finds the row. */
  readonly keys: readonly FieldText[];
  readonly exists: boolean;
}
