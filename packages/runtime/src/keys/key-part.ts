import type { EdmType } from "../edm/edm-type.js";
import type { CodedType } from "../edm/stored/coded-type.js";
import type { ValueRules } from "../edm/writable-property.js";
import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";

/** Length of the time intervals that share a key, in UTC. */
export type BucketUnit = "year" | "month" | "day" | "hour";

/** Encodings with their own functions in generated code. `pad` needs a width. */
export type PlainEncoding =
  | "text"
  | "raw"
  | "guid"
  | "boolean"
  | "pad"
  | "int32Asc"
  | "int32Desc"
  | "int64Asc"
  | "int64Desc"
  | "ticksAsc"
  | "ticksDesc"
  | "lower"
  | BucketUnit;

/**
 * Encoding of a property as key text: a plain one, or the calls of a definition such as `.seconds.pad(10)`. With the prefix `exact.`, a
 * time that the text cannot represent in full is an error, so that the key determines the value.
 */
export type KeyEncoding = PlainEncoding | `.${string}` | `exact.${string}`;

/**
 * Property with its encoding: `["placedAt", "ticksDesc"]`, `["orderNo", "pad", 10]`; `["id", "guid", 0, 16]` in 16 shards. `end` is the text
 * after the value, which the value cannot contain; empty if nothing is excluded. `codes` gives the codes of the value's names.
 */
export type PropertyPart = readonly [
  property: string,
  encoding: KeyEncoding,
  width?: number | undefined,
  shards?: number | undefined,
  end?: string | undefined,
  codes?: CodedType | undefined,
];

/** Part of a key: constant text such as `"order!"`, or a property with its encoding. A key is its parts, one after the other. */
export type KeyPart = string | PropertyPart;

/** Part of a key, with what is needed to read it. */
export interface StoredPart {
  readonly type: EdmType;
  readonly end: string;
  readonly width: number;
}

/** Intervals of time, numbered consecutively, whose times share a key text. */
export interface Intervals {
  /** Returns the number of the interval that contains a time, in milliseconds since 1970. */
  at(time: number): number;
  /** Returns the beginning of an interval, in milliseconds since 1970. */
  start(interval: number): number;
  /** Typical length in milliseconds. Each interval of a shorter length is part of one of a longer length. */
  readonly length: number;
}

/** Rules of a property that limit the texts of its values. */
export type PartRules = Pick<ValueRules, "min" | "length">;

/** Encoding of values as key text. */
export interface PartCodec {
  encode(value: never, end: string, width: number): string;
  /** Reads the value of a text. @throws TableError `key.malformed` */
  parse(text: string | undefined, part: StoredPart): unknown;
  /**
   * Returns the source of a regular expression for the texts of the encoding. It accepts no text that the proofs of the generator exclude,
   * so that a key can be split in only one way.
   */
  pattern(end: string, width: number, rules: PartRules): string;
  /** Returns whether the constant that follows a text always shows where the text ends. Absent if all texts have the same length. */
  endsBefore?(next: string, end: string): boolean;
  /** True if several values have the same text, so that a value can be read only from the stored property. */
  readonly isDerived?: true;
  /** True if a time that the text cannot represent in full is an error. */
  readonly isExact?: true;
  /** Intervals of time that share a text. Absent for other encodings, and for intervals shorter than a millisecond. */
  readonly intervals?: Intervals;
  /** Order of the texts relative to that of their values: the same or the reverse. Absent for any other order, which allows no ranges. */
  readonly order?: "asc" | "desc";
  /** Returns whether the text represents the value in full. Absent if it always does. */
  keeps?(value: never): boolean;
  /** Writes a value that its text cannot represent in full, for the bounds of ranges. */
  floor?(value: never): string;
  /** Length of fixed-length text that is stored unchanged. Prefixes of such text sort as it does, so they can be bounds of a range. */
  readonly textLength?: number;
  /**
   * Returns the bound on the texts of identifiers for a bound on their time.
   * @throws TableError `query.invalid-option` if the value is not a time
   */
  timeBound?(operator: string, time: unknown): { readonly ge?: string; readonly lt?: string };
}

/** Creates the error of key text that no value of the part has. Another definition wrote it. */
export function malformedPart(text: string | undefined, shape: string): TableError {
  return new TableError("key.malformed", `has key text ${formatValue(text)}, which is not ${shape}`);
}

/** Creates the error of a key part without a value. */
export function missingPart(): TableError {
  return new TableError("value.missing", "is missing; it is part of the key");
}
