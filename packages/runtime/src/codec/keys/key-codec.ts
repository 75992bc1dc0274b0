import { formatValue } from "../../errors/format-value.js";
import { TableError } from "../../errors/table-error.js";
import type { EdmType, ValueRules } from "../edm/edm-type.js";
import { outOfRange } from "../edm/value-errors.js";

/** Consecutive intervals of time with consecutive numbers. All times in one interval have the same key text. */
export interface Intervals {
  /** Returns the number of the interval that contains a time, in milliseconds since 1970. */
  at(time: number): number;
  /** Returns the beginning of an interval, in milliseconds since 1970. */
  start(interval: number): number;
  /**
   * Typical length in milliseconds. If one encoding has shorter intervals than another, it is finer: each of its intervals is a part of one
   * interval of the other.
   */
  readonly length: number;
}

/** Rules of a property's definition that limit the key texts of its values. */
export type PartRules = Pick<ValueRules, "min" | "length">;

/**
 * Codec of one encoding: writes values as key text, and reads them back. Generated code passes codecs to `schema`. Nothing else imports
 * most of them, so a bundle leaves out those that no definition uses.
 */
export interface KeyCodec {
  /** Calls that select the encoding in a definition, such as `seconds.pad(10)`; empty for a property without such calls. */
  readonly form: string;
  /** Writes a value as key text. @throws TableError `value.*`, `key.forbidden-character` without the names of entity and property */
  encode(value: never): string;
  /** Reads the value of a property of this type from its key text. @throws TableError `key.malformed` */
  parse(text: string | undefined, type: EdmType): unknown;
  /**
   * If a stored key contains the text of a value at `at`, returns the position after it; otherwise −1. A comparison with `encode` would
   * give the same result, but this builds no text, because it runs for every row that is read. Absent if it would save nothing.
   */
  after?(key: string, at: number, value: never): number;
  /**
   * Returns the source of a regular expression that matches the key texts of the encoding. The generator proves that each key can be split
   * in only one way. The expression must not accept texts that this proof rules out.
   */
  pattern(rules: PartRules): string;
  /**
   * Returns whether the constant `next`, which follows a text of the encoding, always shows where the text ends. Absent if all texts have
   * the same length.
   */
  endsBefore?: ((next: string) => boolean) | undefined;
  /** Length of the key texts if they all have the same length. Absent for texts of several lengths, and for derived texts. */
  readonly length?: number | undefined;
  /** True if several values have the same text. Then a value can be read only from the stored property. */
  readonly isDerived?: true | undefined;
  /** True if a time is refused when the text can contain only a part of it. */
  readonly isExact?: true | undefined;
  /** Number of shards over which the values are distributed; absent if the text is not the number of a shard. */
  readonly shards?: number | undefined;
  /** Intervals of time whose timestamps have the same text. Absent for other encodings, and for intervals shorter than a millisecond. */
  readonly intervals?: Intervals | undefined;
  /** Order of the texts compared with the values: the same or the reverse. Absent for any other order, and then no range can be queried. */
  readonly order?: "asc" | "desc" | undefined;
  /** Returns whether the key text contains the whole value. Absent if it always does. */
  keeps?: ((value: never) => boolean) | undefined;
  /**
   * Writes a value even if the text contains only a part of it. Used for the bounds of ranges. Absent if the text always contains the whole
   * value.
   */
  floor?: ((value: never) => string) | undefined;
  /**
   * True if the texts are the values themselves, all of one length. A prefix of such a text sorts as the text does, so it can be the bound
   * of a range.
   */
  readonly isWholeText?: true | undefined;
  /**
   * Converts a bound on the time of identifiers, such as ULIDs, to a bound on their key texts. Absent for other values.
   * @throws TableError `query.invalid-option` if the value is not a time
   */
  timeBound?: ((operator: string, time: unknown) => { readonly ge?: string; readonly lt?: string }) | undefined;
}

/** Returns the text of a derived part as it is, because nobody can compute the value from it. */
export function parseDerived(text: string | undefined): unknown {
  return text;
}

/** Creates the error of stored key text that the encoding never writes. Another definition must have written it. */
export function malformedPart(text: string | undefined, shape: string): TableError {
  return new TableError("key.malformed", `has key text ${formatValue(text)}, which is not ${shape}`);
}

/** Creates the error of a property that has no value but is part of the key. */
export function missingPart(): TableError {
  return new TableError("value.missing", "is missing; it is part of the key");
}

/**
 * Reads the whole number in the `width` digits at `at`; NaN if a character is not a digit. Beyond 2⁵³ the result is not exact, but it never
 * equals a safe integer.
 */
export function numberAt(text: string, at: number, width: number): number {
  let number = 0;
  for (let index = at; index < at + width; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/**
 * Reads a whole number from a text of exactly `width` digits; NaN for any other text. Written by hand, because a regular expression takes
 * twice the time.
 */
export function parseNumber(text: string | undefined, width: number): number {
  return text?.length === width ? numberAt(text, 0, width) : Number.NaN;
}

/** If the key contains `text` at `at`, returns the position after it; otherwise −1. */
export function afterText(key: string, at: number, text: string): number {
  return at >= 0 && key.startsWith(text, at) ? at + text.length : -1;
}

/**
 * If the key contains a whole number from 0 to 2⁵³ − 1 at `at`, zero-padded to `width` digits, returns the position after it; otherwise −1.
 */
export function afterNumber(key: string, at: number, width: number, value: number): number {
  return at >= 0 && numberAt(key, at, width) === value ? at + width : -1;
}

/** Codec of times whose text contains only a part of most of them, such as the whole seconds. */
export interface RoundedCodec extends KeyCodec {
  keeps(value: never): boolean;
  floor(value: never): string;
}

/** Returns a codec of times whose text contains only a part of most of them. The value is read from its stored property. */
export function rounded(codec: Omit<RoundedCodec, "floor">): RoundedCodec {
  return { ...codec, isDerived: true, floor: codec.encode };
}

/**
 * Returns the codec for a property that only the key stores. Its text must determine the value, so a time is refused if the text can
 * contain only a part of it.
 */
export function exact({ isDerived: _, ...codec }: RoundedCodec): KeyCodec {
  return {
    ...codec,
    isExact: true,
    encode: (value) => {
      const text = codec.encode(value);
      if (codec.keeps(value)) return text;
      throw outOfRange(value, `the key keeps only ${JSON.stringify(text)} of it; round it, or store the property`);
    },
  };
}
