import type { PropertyDefinition, PropertyType } from "./property.js";

declare const part: unique symbol;
declare const mistake: unique symbol;

/** A property in a representation that a key can contain. */
export interface KeyPart {
  readonly [part]: true;
}

/** A key part of one value, unchanged or sharded. */
export interface ValueKeyPart extends KeyPart {
  /**
   * Number of a shard, from `0`: the CRC-32 of the part's UTF-8 modulo the number of shards. It spreads one hot partition over many. The
   * key does not determine the value, so the property must be stored.
   */
  readonly shard: Shard;
}

/** Makes a key part from the shard number of a value, among `count` shards, 2 to 1,000. */
export interface Shard extends KeyMistake<"✗ .shard needs the number of shards: .shard(16)"> {
  <const Count extends number>(count: CheckShards<Count>): KeyPart;
}

type CheckShards<Count extends number> = `${Count}` extends "0" | "1" | `-${string}` | `${string}.${string}`
  ? `✗ ${Count} shards are not possible: write a whole number from 2 to 1000`
  : Count;

/** A value that cannot be in a key unchanged; `Sentence` gives the reason. */
export interface KeyMistake<Sentence extends string = string> {
  readonly [mistake]: Sentence;
}

/** Element of the array that `partitionKey` and `rowKey` return. */
export type KeyElement = string | KeyPart | KeyMistake;

/** Argument of `partitionKey` and `rowKey`: one reference per property, so that completion and rename work. */
export type KeyReferences<P> = {
  readonly [Name in keyof P]: P[Name] extends PropertyDefinition<infer Type>
    ? KeyReferenceByType<Name & string>[Type]
    : never;
};

interface KeyReferenceByType<Name extends string> extends Record<PropertyType, KeyPart | KeyMistake> {
  readonly string: StringKeyPart;
  readonly guid: ValueKeyPart;
  readonly boolean: ValueKeyPart;
  readonly int32: IntegerReference<Name>;
  readonly int64: IntegerReference<Name>;
  readonly dateTime: DateTimeReference<Name>;
  readonly double: KeyMistake<`✗ "${Name}" is a Double and cannot be a key part: its text has no fixed order`>;
  readonly binary: KeyMistake<`✗ "${Name}" is Binary and cannot be a key part`>;
  readonly json: KeyMistake<`✗ "${Name}" is JSON and cannot be a key part`>;
  readonly optional: KeyMistake<`✗ "${Name}" is optional and cannot be a key part: a key must always be complete`>;
}

/** The string with `~hh` for characters that no key may contain, for the first character of the separator and for `~`. */
export interface StringKeyPart extends ValueKeyPart {
  /** The string without escapes. Use of a value that contains the separator or a forbidden character is an error. */
  readonly raw: ValueKeyPart;
  /**
   * The string in lower case, so that strings which differ only in case share a key. Each character is converted separately and without
   * a locale: `"I"` becomes `"i"` everywhere, `"İ"` (U+0130) stays, a final `"Σ"` becomes `"σ"`. The property must be stored, because
   * the key does not determine its value.
   */
  readonly lower: ValueKeyPart;
}

/** An integer: `.pad(width)`, `.asc` or `.desc`. */
export interface IntegerReference<Name extends string>
  extends KeyMistake<`✗ "${Name}" needs a key format: .pad(width), .asc or .desc`> {
  /** Zero-padded digits. Use of a negative value, or of one with more digits, is an error. */
  readonly pad: Pad<Name>;
  /** Digits for the whole range of the type, smallest value first: 10 for Int32, 20 for Int64. */
  readonly asc: ValueKeyPart;
  /** Digits for the whole range of the type, largest value first: 10 for Int32, 20 for Int64. */
  readonly desc: ValueKeyPart;
}

/** Makes a zero-padded key part of `width` digits. */
export interface Pad<Name extends string>
  extends KeyMistake<`✗ "${Name}.pad" needs its width, the number of digits: .pad(10)`> {
  (width: PadWidth): ValueKeyPart;
}

export type PadWidth = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20;

/** A timestamp: `.asc` or `.desc`, or the interval in UTC that contains it. For an interval, the property must be stored. */
export interface DateTimeReference<Name extends string>
  extends KeyMistake<`✗ "${Name}" needs a key format: .asc, .desc, .year, .month, .day or .hour`> {
  /** Oldest first: .NET ticks (100 ns since 0001-01-01) in 19 digits. */
  readonly asc: ValueKeyPart;
  /** Newest first: 3155378975999999999 − ticks, in 19 digits. */
  readonly desc: ValueKeyPart;
  /** `2026` */
  readonly year: KeyPart;
  /** `2026-11` */
  readonly month: KeyPart;
  /** `2026-11-21` */
  readonly day: KeyPart;
  /** `2026-11-21T05` */
  readonly hour: KeyPart;
}
