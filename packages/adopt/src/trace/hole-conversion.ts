/** Conversion of a value to text. */
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
  | "other";

/** Whole units of time since 1970. */
export type TimeUnit = "milliseconds" | "seconds" | "minutes" | "days";
