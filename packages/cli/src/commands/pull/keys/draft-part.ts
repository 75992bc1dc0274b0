import type { KeyEncoding } from "@tablewright/generator";

/** Part of an inferred key. */
export type DraftPart = LiteralPart | ValuePart;

export type ValuePart = StoredPart | UnstoredPart;

export interface LiteralPart {
  readonly kind: "literal";
  readonly text: string;
  /** True if no separator is before the part. */
  readonly touches?: true;
}

/** A value that a column contains. */
export interface StoredPart {
  readonly kind: "stored";
  /** Stored name of the property. */
  readonly column: string;
  readonly encoding: KeyEncoding;
  readonly width?: number;
  readonly shards?: number;
  readonly touches?: true;
  /** True if the part contains only a portion of the property's value. */
  readonly isDerived?: true;
  /** True if no row contains an escaped character, so that `raw` matches as well. */
  readonly isAmbiguous?: true;
  /** Number of digits of all numbers; set if the rows do not show whether the numbers are padded. */
  readonly digits?: number;
  /** Other columns that give the same part in all rows, such as `login` or `changedAt.day`. */
  readonly equal?: readonly string[];
}

/** A value that no column contains. */
export interface UnstoredPart {
  readonly kind: "unstored";
  readonly type: UnstoredType;
  readonly encoding: KeyEncoding;
  readonly width?: number;
  readonly touches?: true;
  /** Options of a string of fixed length. */
  readonly length?: number;
  readonly pattern?: "ulid" | "ksuid";
}

export type UnstoredType = "string" | "guid" | "dateTime" | "int32" | "int64";
