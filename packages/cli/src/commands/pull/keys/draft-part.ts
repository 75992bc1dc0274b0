import type { KeyEncoding } from "@tablewright/generator";

/** Part of a key inferred from rows: constant text, or a value. */
export type DraftPart = LiteralPart | ValuePart;

export type ValuePart = StoredPart | UnstoredPart;

export interface LiteralPart {
  readonly kind: "literal";
  readonly text: string;
  /** True if the part follows the previous one without a separator. */
  readonly touches?: true;
}

/** Part of a key that contains the value of a stored property. */
export interface StoredPart {
  readonly kind: "stored";
  /** Name of the property as stored. */
  readonly column: string;
  readonly encoding: KeyEncoding;
  readonly width?: number;
  readonly shards?: number;
  readonly touches?: true;
  /** True if the property's value cannot be read back from the part, e.g. because the part is only a day, a hash or a shard number. */
  readonly isDerived?: true;
  /** True if no row has a character that needs an escape, so the rows do not show whether the key escapes strings or stores them `raw`. */
  readonly isAmbiguous?: true;
  /** True if the part has the same text in all rows, of which there are several, so the key may also contain a constant or another value. */
  readonly isConstant?: true;
  /**
   * Number of digits if it is the same in all rows; otherwise undefined. If it is the same, the rows do not show whether the key pads
   * shorter numbers.
   */
  readonly digits?: number;
  /** Columns that would do as well, such as `login` or `changedAt.day`: in each row they give the same text as this part. */
  readonly equal?: readonly string[];
}

/** Part of a key with a value that no property stores. */
export interface UnstoredPart {
  readonly kind: "unstored";
  readonly type: UnstoredType;
  readonly encoding: KeyEncoding;
  readonly width?: number;
  readonly touches?: true;
  /** Length of a string that has the same length in all rows; undefined otherwise. */
  readonly length?: number;
  readonly pattern?: "ulid" | "ksuid";
}

export type UnstoredType = "string" | "guid" | "dateTime" | "int32" | "int64";
