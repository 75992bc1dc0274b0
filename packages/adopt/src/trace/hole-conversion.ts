/**
 * Conversion by which a program turns a value into text of a key, such as `hex` for `toString(16)`. `format` is a time in a format that has
 * no name of its own here. `other` is a conversion that no key encoding performs.
 */
export type HoleConversion =
  | "text"
  | "number"
  | "padded"
  | "hex"
  | "lower"
  | "upper"
  | "iso"
  | TimeUnit
  | "sha256"
  | "md5"
  | "second"
  | "minute"
  | "hour"
  | "day"
  | "month"
  | "year"
  | "format"
  | "other";

/** Unit of a time that is written as a whole number since 1970. */
export type TimeUnit = "milliseconds" | "seconds" | "minutes" | "days";
