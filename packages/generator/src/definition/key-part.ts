import type { PropertyDefinition, PropertyType } from "./property.js";

declare const part: unique symbol;
declare const mistake: unique symbol;

/** A property in a form that a key can hold. */
export interface KeyPart {
  readonly [part]: true;
}

/** A key part of one value, as it is or in shards. */
export interface ValueKeyPart extends KeyPart {
  /**
   * One of so many shards, from `0` on: the CRC-32 of the part's UTF-8 modulo their number. It spreads one hot partition over many.
   * The key does not tell the value, so the property must be stored.
   */
  readonly shard: Shard;
}

/** Makes a key part that is one of `count` shards, 2 to 1,000. */
export interface Shard extends KeyMistake<"✗ .shard needs the number of shards: .shard(16)"> {
  <const Count extends number>(count: CheckShards<Count>): KeyPart;
}

type CheckShards<Count extends number> = `${Count}` extends "0" | "1" | `-${string}` | `${string}.${string}`
  ? `✗ ${Count} shards are not possible: write a whole number from 2 to 1000`
  : Count;

/** Anything that cannot be in a key as it stands; `Sentence` says why. */
export interface KeyMistake<Sentence extends string = string> {
  readonly [mistake]: Sentence;
}

/** What stands in the array that `partitionKey` and `rowKey` return. */
export type KeyElement = string | KeyPart | KeyMistake;

/** The argument of `partitionKey` and `rowKey`: one reference per property, so that completion and rename reach it. */
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

/** The string as it is, with `~hh` for characters that no key may hold, for what the separator begins with and for `~`. */
export interface StringKeyPart extends ValueKeyPart {
  /** As it is, without escapes; a value that holds the separator or a forbidden character is refused when it is used. */
  readonly raw: ValueKeyPart;
  /**
   * In lower case, so that strings which differ in case alone share a key. Each character is lowered on its own and without a
   * locale: `"I"` becomes `"i"` everywhere, `"İ"` (U+0130) stays, a final `"Σ"` becomes `"σ"`. The property must be stored, since it
   * tells the value.
   */
  readonly lower: ValueKeyPart;
}

/** An integer: `.pad(width)`, `.asc` or `.desc`. */
export interface IntegerReference<Name extends string>
  extends KeyMistake<`✗ "${Name}" needs a key format: .pad(width), .asc or .desc`> {
  /** Zero-padded; a negative value, or one of more digits, is refused when it is used. */
  readonly pad: Pad<Name>;
  /** The whole range of the type, smallest first, in 10 digits (Int32) or 20 (Int64). */
  readonly asc: ValueKeyPart;
  /** The whole range of the type, largest first, in 10 digits (Int32) or 20 (Int64). */
  readonly desc: ValueKeyPart;
}

/** Makes a zero-padded key part of `width` digits. */
export interface Pad<Name extends string>
  extends KeyMistake<`✗ "${Name}.pad" needs its width, the number of digits: .pad(10)`> {
  (width: PadWidth): ValueKeyPart;
}

export type PadWidth = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20;

/** A point in time: `.asc` or `.desc`, or the stretch of time that it lies in, in UTC. Of a stretch the property must be stored. */
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
