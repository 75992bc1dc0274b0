import { formatValue } from "../../errors/format-value.js";
import { TableError } from "../../errors/table-error.js";
import type { CodedType } from "../edm/coded-type.js";
import type { EdmType } from "../edm/edm-type.js";
import type { ValueRules } from "../edm/writable-property.js";

/** Length of a bucket: an interval of time, in UTC, whose timestamps all have the same key text. */
export type BucketUnit = "year" | "month" | "day" | "hour";

/** Encodings for which generated code calls a separate function. `pad` needs a width. */
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
 * Property with its encoding: `["placedAt", "ticksDesc"]`, `["orderNo", "pad", 10]`; `["id", "guid", 0, 16]` in 16 shards. `end` is the
 * constant text that ends the value in the key, so the value cannot contain it; empty if the value may contain any text. `codes` is the
 * property's type if rows store its values as codes, such as 0 for `open`.
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

/** Properties of a part of a key that are needed to read the value from its text. */
export interface StoredPart {
  readonly type: EdmType;
  readonly end: string;
  readonly width: number;
}

/** Consecutive intervals of time with consecutive numbers. All times in one interval have the same key text. */
export interface Intervals {
  /** Returns the number of the interval that contains a time, in milliseconds since 1970. */
  at(time: number): number;
  /** Returns the beginning of an interval, in milliseconds since 1970. */
  start(interval: number): number;
  /**
   * Typical length in milliseconds. Of two encodings, the one with the shorter length is finer: each of its intervals is part of one
   * interval of the other.
   */
  readonly length: number;
}

/** Rules of a property's definition that limit the key texts of its values. */
export type PartRules = Pick<ValueRules, "min" | "length">;

/** Codec: writes values as key text in one encoding, and reads them back. */
export interface PartCodec {
  encode(value: never, end: string, width: number): string;
  /** Reads the value from its key text. @throws TableError `key.malformed` */
  parse(text: string | undefined, part: StoredPart): unknown;
  /**
   * Returns the source of a regular expression that matches the key texts of the encoding. It must not accept a text that the generator
   * rules out when it proves that a key can be split in only one way.
   */
  pattern(end: string, width: number, rules: PartRules): string;
  /**
   * Returns whether the constant `next`, which follows a text of the encoding, always shows where that text ends. Absent if all texts have
   * the same length.
   */
  endsBefore?(next: string, end: string): boolean;
  /** True if several values have the same text, so that a value can be read only from the stored property. */
  readonly isDerived?: true;
  /** True if a time that the text cannot represent in full is an error. */
  readonly isExact?: true;
  /** Intervals of time whose timestamps have the same text. Absent for other encodings, and for intervals shorter than a millisecond. */
  readonly intervals?: Intervals;
  /**
   * Order of the texts relative to that of their values: the same or the reverse. Absent for any other order, which makes queries by a
   * range impossible.
   */
  readonly order?: "asc" | "desc";
  /** Returns whether the key text of a value represents the value in full. Absent if it always does. */
  keeps?(value: never): boolean;
  /**
   * Writes a value even if the text does not represent it in full. Used for the bounds of ranges; absent if the text always represents it
   * in full.
   */
  floor?(value: never): string;
  /**
   * Length of the texts if all have the same length and are the values themselves. A prefix of such a text sorts as the text does, so it
   * can be a bound of a range.
   */
  readonly textLength?: number;
  /**
   * Converts a bound on the time of identifiers, such as ULIDs, to a bound on their key texts. Absent for other values.
   * @throws TableError `query.invalid-option` if the value is not a time
   */
  timeBound?(operator: string, time: unknown): { readonly ge?: string; readonly lt?: string };
}

/** Creates the error of stored key text that the encoding never writes, so that another definition must have written it. */
export function malformedPart(text: string | undefined, shape: string): TableError {
  return new TableError("key.malformed", `has key text ${formatValue(text)}, which is not ${shape}`);
}

/** Creates the error of a property that has no value but is part of the key. */
export function missingPart(): TableError {
  return new TableError("value.missing", "is missing; it is part of the key");
}
