/** Edm types of properties. The contract imports nothing, so that the page needs no types of Node. */
export type EdmName =
  | "Edm.String"
  | "Edm.Boolean"
  | "Edm.Int32"
  | "Edm.Int64"
  | "Edm.Double"
  | "Edm.DateTime"
  | "Edm.Guid"
  | "Edm.Binary";

/** Stored property: its name, its Edm type, and its exact value as text. */
export type StoredProperty = readonly [name: string, type: EdmName, text: string];

/** Value of a property of an entity as text, by the name in the definition. */
export type FieldText = readonly [name: string, text: string];

/** Keys of a row as they are stored. */
export interface RowId {
  readonly partitionKey: string;
  readonly rowKey: string;
}

export interface Row extends RowId {
  readonly etag: string;
  /** ISO 8601 in UTC, with up to seven digits of a second. */
  readonly timestamp: string;
  readonly properties: readonly StoredProperty[];
  /** Name of the definition that reads the row. */
  readonly entity?: string;
  /** Values that the keys hold. */
  readonly key?: readonly FieldText[];
  /** Findings of `verify`. */
  readonly findings?: readonly RowFinding[];
}

export interface RowFinding {
  readonly code: string;
  readonly message: string;
  /** Name in the definition, or the stored name. */
  readonly property?: string;
}

export interface RowPage {
  readonly rows: readonly Row[];
  /** Cursor of the next page; absent after the last one. */
  readonly cursor?: string;
}

/** Row with the rows that belong to it. */
export interface RowDetails {
  /** Absent if there is no such row. */
  readonly row?: Row;
  readonly indexRows: readonly RelatedRow[];
  /** Entity that an index row belongs to. */
  readonly owner?: RelatedRow;
}

/** Row of another table or entity, which may be missing. */
export interface RelatedRow extends RowId {
  /** Name of the index, or of the entity. */
  readonly name: string;
  readonly table: string;
  readonly entity: string;
  readonly exists: boolean;
}
