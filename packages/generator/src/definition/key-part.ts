import type { OptionalProperty, PropertyDefinition, PropertyType } from "./property.js";

declare const part: unique symbol;
declare const mistake: unique symbol;

/** A property in a format that a key can contain. */
export interface KeyPart {
  readonly [part]: true;
}

/** A key part that contains one value. With `.shard`, it contains the number of the value's shard instead. */
export interface ValueKeyPart extends KeyPart {
  /**
   * Replaces the value by the number of its shard, from `0`: the CRC-32 of the part's UTF-8 modulo the number of shards. It spreads one hot
   * partition over many. The value cannot be read back from the key, so the property must be stored.
   */
  readonly shard: Shard;
}

/** Makes a key part from the shard number of a value, among `count` shards, 2 to 1,000: `.shard(16)`. */
export interface Shard extends KeyMistake<"✗ .shard needs the number of shards: .shard(16)"> {
  <const Count extends number>(count: CheckShards<Count>): KeyPart;
}

type CheckShards<Count extends number> = `${Count}` extends "0" | "1" | `-${string}` | `${string}.${string}`
  ? `✗ ${Count} shards are not possible: write a whole number from 2 to 1000`
  : Count;

/**
 * A reference that is not a valid key part: its type cannot be in a key, or its key format is missing or incomplete. `Sentence` is the
 * reason, which the compiler shows.
 */
export interface KeyMistake<Sentence extends string = string> {
  readonly [mistake]: Sentence;
}

/** Element of the array that `partitionKey` and `rowKey` return. */
export type KeyElement = string | KeyPart | KeyMistake;

/**
 * Object that the callbacks `partitionKey` and `rowKey` receive: one reference per property, so that an editor can complete and rename the
 * properties.
 */
export type KeyReferences<P> = {
  readonly [Name in keyof P]: P[Name] extends PropertyDefinition<infer Type>
    ? KeyReferenceByType<Name & string>[Type]
    : never;
};

/** Object that the key callbacks of an index receive. They may also use optional properties. */
export type IndexKeyReferences<P> = {
  readonly [Name in keyof P]: P[Name] extends OptionalProperty<infer Type>
    ? KeyReferenceByType<Name & string>[Type]
    : KeyReferences<P>[Name];
};

interface KeyReferenceByType<Name extends string> extends Record<PropertyType, KeyPart | KeyMistake> {
  readonly string: StringKeyPart;
  readonly guid: GuidKeyPart;
  readonly boolean: ValueKeyPart;
  readonly int32: IntegerReference<Name>;
  readonly int64: IntegerReference<Name>;
  readonly dateTime: DateTimeReference<Name>;
  readonly double: KeyMistake<`✗ "${Name}" is a Double and cannot be a key part: its text has no fixed order`>;
  readonly binary: KeyMistake<`✗ "${Name}" is Binary and cannot be a key part`>;
  readonly json: KeyMistake<`✗ "${Name}" is JSON and cannot be a key part`>;
  readonly parts: KeyMistake<`✗ "${Name}" is stored in parts and cannot be a key part`>;
  readonly optional: KeyMistake<`✗ "${Name}" is optional and cannot be a key part: a key must always be complete`>;
}

/**
 * The string with escapes. `~` and two hexadecimal digits replace each character that no key may contain, `%`, `~`, and one character of
 * the text that follows in the key, a separator or a literal. So the string never contains that text.
 */
export interface StringKeyPart extends ValueKeyPart {
  /**
   * The string without escapes. A value with a forbidden character is an error. So is a value with the separator, except in the last part
   * of a key.
   */
  readonly raw: ValueKeyPart;
  /**
   * The string in lower case, so that strings which differ only in case share a key. Each character is converted by itself and without a
   * locale: `"I"` becomes `"i"` everywhere, `"İ"` (U+0130) stays, a final `"Σ"` becomes `"σ"`. The property must be stored, because its
   * value cannot be read back from the key.
   */
  readonly lower: ValueKeyPart;
  /** The string in upper case, converted like `lower`. The property must be stored. */
  readonly upper: ValueKeyPart;
  /**
   * The first digits of the SHA-256 of the string's UTF-8, in lower-case hexadecimal: 1 to 64, all by default. The property must be stored.
   */
  readonly sha256: ValueKeyPart & ((digits: number) => ValueKeyPart);
  /** The MD5 of the string's UTF-8 in 32 lower-case hexadecimal digits, for keys of existing programs. The property must be stored. */
  readonly md5: ValueKeyPart;
}

/** A GUID in lower case: 8-4-4-4-12. */
export interface GuidKeyPart extends ValueKeyPart {
  /** `"N"`: 32 digits. `"B"`: 8-4-4-4-12 in braces. */
  readonly format: GuidFormat;
  /** The GUID in upper case, as groups of 8-4-4-4-12 digits. */
  readonly upper: ValueKeyPart;
}

/** Makes a key part of a GUID in another format. */
export interface GuidFormat extends KeyMistake<'✗ .format of a GUID needs "N" or "B": .format("N")'> {
  (format: "N" | "B"): ValueKeyPart;
}

/** An integer property, which needs a key format: `.pad(width)`, `.asc` or `.desc`. */
export interface IntegerReference<Name extends string>
  extends KeyMistake<`✗ "${Name}" needs a key format: .pad(width), .asc, .desc or .text`> {
  /** Zero-padded digits. A negative value, or a value with more digits than the width, is an error. */
  readonly pad: Pad<Name>;
  /** The value minus the type's minimum, padded with zeros, so that the smallest value sorts first: 10 digits for Int32, 20 for Int64. */
  readonly asc: ValueKeyPart;
  /**
   * The type's maximum minus the value, padded with zeros, so that the largest value sorts first: 10 digits for Int32, 20 for Int64.
   * `.desc(max)` is `max − value`, padded to the number of digits of `max`. A negative value, or one greater than `max`, is an error.
   */
  readonly desc: Descending;
  /** Decimal digits without padding. Keys do not sort in the order of the numbers. */
  readonly text: ValueKeyPart;
  /** Lower-case hexadecimal digits, 1 to 16 of them. A negative value, or a value with more digits than the width, is an error. */
  readonly hex: Hex;
  /** Upper-case hexadecimal digits: `.upper.hex(8)`. */
  readonly upper: UpperReference;
}

/** An integer in descending order, largest value first: `.desc`, or `.desc(max)`. */
export interface Descending extends ValueKeyPart {
  (max: number | bigint): ValueKeyPart;
}

/** Makes a key part of the integer in `width` hexadecimal digits: `.hex(8)`. */
export interface Hex extends KeyMistake<"✗ .hex needs its width, the number of digits: .hex(8)"> {
  (width: HexWidth): ValueKeyPart;
}

export type HexWidth = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16;

/** An integer in upper-case hexadecimal digits: `.upper.hex(8)`. */
export interface UpperReference extends KeyMistake<"✗ .upper of a number needs its digits: .upper.hex(8)"> {
  readonly hex: Hex;
}

/** Makes a zero-padded key part of `width` digits: `.pad(10)`. */
export interface Pad<Name extends string>
  extends KeyMistake<`✗ "${Name}.pad" needs its width, the number of digits: .pad(10)`> {
  (width: PadWidth): ValueKeyPart;
}

export type PadWidth = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20;

/** Number of whole units of time since 1970-01-01, without padding. */
export interface TimeUnitReference extends ValueKeyPart {
  /** Zero-padded digits. */
  readonly pad: Pad<"units">;
  /** `max − units`, padded to the number of digits of `max`: newest first. */
  readonly desc: DescendingUnits;
  /** Lower-case hexadecimal digits. */
  readonly hex: Hex;
  /** Upper-case hexadecimal digits: `.upper.hex(8)`. */
  readonly upper: UpperReference;
}

/** Makes a key part of `max` minus the number of units, so that the newest time sorts first. */
export interface DescendingUnits
  extends KeyMistake<"✗ .desc of a time's units needs their maximum: .desc(8640000000000000)"> {
  (max: number | bigint): ValueKeyPart;
}

/** Makes a key part of a time in a format: `.format("yyyy-MM-dd")`. */
export interface TimeFormat extends KeyMistake<'✗ .format of a time needs its fields: .format("yyyy-MM-dd")'> {
  (format: string): ValueKeyPart;
}

/**
 * A dateTime property, which needs a key format: `.asc` or `.desc`, another format, or the interval in UTC that contains the time. With an
 * interval, the property must also be stored. With a format that omits a part of the time, it must also be stored, unless it is `keyOnly`:
 * then it accepts only times that the format contains in full.
 */
export interface DateTimeReference<Name extends string>
  extends KeyMistake<`✗ "${Name}" needs a key format: .asc, .desc, .iso, .year, .month, .day or .hour`> {
  /** Oldest first: .NET ticks (100 ns since 0001-01-01) in 19 digits. */
  readonly asc: ValueKeyPart;
  /** Newest first: 3155378975999999999 − ticks, in 19 digits. */
  readonly desc: ValueKeyPart;
  /** ISO 8601 in milliseconds: `2026-11-22T10:00:00.000Z`. */
  readonly iso: ValueKeyPart;
  /** ISO 8601 in units of 100 ns: `2026-11-22T10:00:00.0000000Z`. */
  readonly iso7: ValueKeyPart;
  /**
   * UTC in fields of fixed width: yyyy, MM, dd, HH, mm, ss and f to fffffff. Other letters must be in single quotes:
   * `"yyyy-MM-dd'T'HH:mm"`.
   */
  readonly format: TimeFormat;
  readonly milliseconds: TimeUnitReference;
  readonly seconds: TimeUnitReference;
  readonly minutes: TimeUnitReference;
  readonly days: TimeUnitReference;
  /** Year that contains the time: `2026`. */
  readonly year: KeyPart;
  /** Month that contains the time: `2026-11`. */
  readonly month: KeyPart;
  /** Day that contains the time: `2026-11-21`. */
  readonly day: KeyPart;
  /** Hour that contains the time: `2026-11-21T05`. */
  readonly hour: KeyPart;
}
