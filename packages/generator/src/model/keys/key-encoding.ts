import type { BuilderName } from "../../read/entity/entity-draft.js";
import { type ArgumentProblem, areIntervals, formatProblem, isSortedFormat, isWholeFormat } from "./time-format.js";

/**
 * Encoding of a property's value as key text. It is either one word, such as `desc`, which usually has its own function in the runtime, or
 * the calls after the property in the definition, with the leading dot, such as `.seconds.pad(10)`. Each type of property has its own
 * encodings.
 */
export type KeyEncoding = PlainEncoding | `.${string}`;

type PlainEncoding =
  | "text"
  | "raw"
  | "guid"
  | "boolean"
  | "pad"
  | "asc"
  | "desc"
  | "lower"
  | "year"
  | "month"
  | "day"
  | "hour";

/**
 * Key formats that a definition can write after a property of each type, with example arguments; `""` is the property alone. A type without
 * formats cannot be in a key.
 */
export const keyFormats: Readonly<Record<BuilderName, readonly string[]>> = {
  string: ["", "raw", "lower", "upper", "sha256(16)", "md5"],
  guid: ["", 'format("N")', "upper"],
  boolean: [""],
  int32: ["pad(10)", "asc", "desc", "desc(999)", "text", "hex(8)"],
  int64: ["pad(10)", "asc", "desc", "desc(999)", "text", "hex(16)"],
  dateTime: ["asc", "desc", "iso", 'format("yyyy-MM-dd")', "seconds.pad(10)", "year", "month", "day", "hour"],
  double: [],
  binary: [],
  json: [],
};

const hex = String.raw`(?:upper\.)?hex\((\d+)\)`;
const integers = new RegExp(String.raw`^(?:pad|asc|desc|desc\((\d+)\)|text|${hex})$`);
const unit = "(?:milliseconds|seconds|minutes|days)";
const dates = new RegExp(
  String.raw`^(?:asc|desc|year|month|day|hour|iso7?|format\("((?:[^"\\]|\\.)*)"\)|${unit}(?:\.(?:pad\((\d+)\)|desc\((\d+)\)|${hex}))?)$`,
);

const known: Readonly<Record<BuilderName, RegExp>> = {
  string: /^(?:|raw|lower|upper|sha256(?:\((\d+)\))?|md5)$/,
  guid: /^(?:|upper|format\("[NB]"\))$/,
  boolean: /^$/,
  int32: integers,
  int64: integers,
  dateTime: dates,
  double: /(?!)/,
  binary: /(?!)/,
  json: /(?!)/,
};

const plain: ReadonlySet<string> = new Set(["raw", "pad", "asc", "desc", "lower", "year", "month", "day", "hour"]);

/** Returns the encoding for the format of a key part, such as `asc` or `seconds.pad(10)`; `undefined` if the type has no such format. */
export function parseEncoding(type: BuilderName, format: string | undefined): KeyEncoding | undefined {
  if (!known[type].test(format ?? "")) return undefined;
  if (format === undefined || format === "") return type === "guid" || type === "boolean" ? type : "text";
  return plain.has(format) ? (format as PlainEncoding) : `.${format}`;
}

/** Matches encodings that write the same text for different values, whatever the options of the property. */
const derived = /^(?:lower|year|month|day|hour|\.(?:upper|md5|sha256(?:\(\d+\))?))$/;
/** Matches encodings of a dateTime that omit part of most times, such as `.seconds`, which omits the fraction of a second. */
const rounded = /^\.(?:iso|format\("(?![NB]"\)).*"\)|(?:milliseconds|seconds|minutes|days)\b.*)$/;

/** Options of a property that determine whether its value can be read back from key text. */
export interface EncodedProperty {
  readonly type: BuilderName;
  /** True if only the key contains the value. Then the property accepts only values that the key text contains in full. */
  readonly keyOnly: boolean;
}

/** Returns whether an encoding loses part of the property's value, so that the value cannot be read back from the key. */
export function isDerivedEncoding(encoding: KeyEncoding, { type, keyOnly }: EncodedProperty): boolean {
  if (type === "guid") return false;
  return derived.test(encoding) || (isRounded(encoding) && (!keyOnly || !isReadable(encoding)));
}

/** Returns whether an encoding omits part of most times, such as the fraction of a second. */
export function isRounded(encoding: KeyEncoding): boolean {
  return rounded.test(encoding);
}

/** Returns whether key text in an encoding determines a time: always, unless a `.format(…)` skips a field such as the month. */
function isReadable(encoding: KeyEncoding): boolean {
  const format = findTimeFormat(encoding);
  return format === undefined || isWholeFormat(format);
}

/**
 * Returns whether each key text in an encoding stands for an interval of times, such as a day, with a known start and end. False for
 * intervals shorter than a millisecond, because there are too many to list.
 */
export function hasIntervals(encoding: KeyEncoding): boolean {
  if (/^(?:year|month|day|hour|\.iso)$/.test(encoding)) return true;
  const format = findTimeFormat(encoding);
  return isRounded(encoding) && (format === undefined || areIntervals(format));
}

/** Returns the argument of the encoding `.format("yyyy-MM-dd")`; `undefined` for any other encoding. */
export function findTimeFormat(encoding: KeyEncoding): string | undefined {
  const [, argument] = /^\.format\((".*")\)$/.exec(encoding) ?? [];
  return argument === undefined ? undefined : (JSON.parse(argument) as string);
}

/** Returns whether key texts in an encoding sort in the order of the values, or in reverse order. */
export function isSorted(encoding: KeyEncoding, type: BuilderName): boolean {
  if (type === "guid") return encoding !== "guid";
  if (encoding === "pad" || encoding === "asc" || encoding === "desc" || encoding === ".iso" || encoding === ".iso7")
    return true;
  if (/^(?:year|month|day|hour)$/.test(encoding)) return true;
  const format = findTimeFormat(encoding);
  if (format !== undefined) return isSortedFormat(format);
  return /\.(?:pad|desc|hex)\(\d+\)$/.test(encoding);
}

/**
 * Explains an invalid argument of an encoding, such as `.seconds.pad(30)` or an unknown time format; `undefined` if all arguments are
 * valid.
 */
export function argumentProblem(encoding: KeyEncoding, type: BuilderName): ArgumentProblem | undefined {
  const format = findTimeFormat(encoding);
  if (format !== undefined && type === "dateTime") return formatProblem(format);
  const [, name = "", digits = ""] = /(\w+)\((\d+)\)$/.exec(encoding) ?? [];
  const max = { hex: 16n, sha256: 64n, pad: 20n, desc: 2n ** 63n - 1n }[name];
  if (max === undefined) return undefined;
  const value = BigInt(digits);
  if (value >= 1n && value <= max) return undefined;
  return { problem: `.${name} takes 1 to ${max}, not ${value}`, help: `Write a whole number from 1 to ${max}.` };
}
