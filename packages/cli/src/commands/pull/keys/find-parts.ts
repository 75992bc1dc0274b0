import type { KeyEncoding } from "@tablewright/generator";
import { isTableError } from "@tablewright/runtime";
import * as runtime from "@tablewright/runtime/codegen/v1";
import type { EdmName } from "@tablewright/runtime/edm";
import type { Column } from "../sample/columns.js";
import type { StoredPart } from "./draft-part.js";
import { findFormat } from "./find-format.js";

type Encode = (value: never, end: string, width: number) => string;

/** One way to write the values of a type in a key. */
export interface Way {
  /** Encoding as a definition names it. `{w}` stands for the length of the written text, e.g. `.hex({w})` for `.hex(8)`. */
  readonly encoding: string;
  readonly encode: Encode;
  readonly isDerived?: true;
}

function way(encoding: string, encode: Encode): Way {
  return { encoding, encode };
}

function derived(encoding: string, encode: Encode): Way {
  return { encoding, encode, isDerived: true };
}

const { formatForms, guidForms, numberForms, textForms, unitForms } = runtime;
runtime.addFeatures([formatForms, guidForms, numberForms, textForms, unitForms]);

/** Returns the way that method calls in a definition select, such as `.hex({w})`. `{w}` stands for the length of the text. */
function calls(encoding: `.${string}`): Way {
  const encode = (value: never, _: string, width: number) =>
    runtime.keyPart(encoding.replace("{w}", `${width}`) as `.${string}`, value);
  return { encoding, encode };
}

const pad = way("pad", (value, _, width) => runtime.keyPad(value, width));
const numerals: readonly Way[] = [calls(".text"), calls(".hex({w})"), calls(".upper.hex({w})")];
const units = { milliseconds: 1n, seconds: 1000n, minutes: 60_000n, days: 86_400_000n } as const;

/**
 * Formats in which a key may contain the values of each type. If several formats fit all sampled rows, one from which the value can be read
 * back wins; among equals, the first in this list.
 */
const ways: Readonly<Partial<Record<EdmName, readonly Way[]>>> = {
  "Edm.String": [
    way("text", runtime.keyText),
    way("raw", runtime.keyRaw),
    derived("lower", runtime.keyLower),
    derived(".upper", (value, end) => runtime.keyPart(".upperText", value, end)),
    derived(".md5", (value) => runtime.keyPart(".md5", value)),
    derived(".sha256({w})", (value, _, width) => runtime.keyPart(`.sha256(${Math.min(width, 64)})`, value)),
  ],
  "Edm.Boolean": [way("boolean", runtime.keyBoolean)],
  "Edm.Guid": [
    way("guid", runtime.keyGuid),
    way('.format("N")', (value) => runtime.keyPart(".guidN", value)),
    way('.format("B")', (value) => runtime.keyPart(".guidB", value)),
    way(".upper", (value) => runtime.keyPart(".guidUpper", value)),
  ],
  "Edm.Int32": [pad, way("asc", runtime.keyInt32Asc), way("desc", runtime.keyInt32Desc), ...numerals],
  "Edm.Int64": [pad, way("asc", runtime.keyInt64Asc), way("desc", runtime.keyInt64Desc), ...numerals],
  "Edm.DateTime": [
    way("asc", runtime.keyTicksAsc),
    way("desc", runtime.keyTicksDesc),
    calls(".iso7"),
    ...Object.keys(units).flatMap((unit) =>
      [`.${unit}`, `.${unit}.pad({w})`, `.${unit}.hex({w})`].map((each) => ({
        ...calls(each as `.${string}`),
        isDerived: true as const,
      })),
    ),
    derived("year", runtime.keyYear),
    derived("month", runtime.keyMonth),
    derived("day", runtime.keyDay),
    derived("hour", runtime.keyHour),
  ],
};

/** Short encoding names of common date formats. */
const namedFormats: Readonly<Record<string, KeyEncoding>> = {
  yyyy: "year",
  "yyyy-MM": "month",
  "yyyy-MM-dd": "day",
  "yyyy-MM-dd'T'HH": "hour",
  "yyyy-MM-dd'T'HH:mm:ss.fff'Z'": ".iso",
};

/**
 * Finds the encodings that write the values of a column as these texts, row by row. Compares strings without their escapes: the text that
 * follows a value determines which characters are escaped, and it is not known yet.
 */
export function findParts(column: Column, texts: readonly string[]): StoredPart[] {
  const [first = ""] = texts;
  const plain = texts.some((text) => text.includes("~")) ? texts.map(unescaped) : texts;
  const parts = listEncodings(column).flatMap(({ encoding, encode, isDerived }): StoredPart[] => {
    if (encoding === "raw" || (encoding === "pad" && !isPadded(texts))) return [];
    const isText = isEscaped(encoding);
    const matches = texts.every((text, row) => {
      const made = textOf(encode, column, row, "", first.length);
      return isText ? made !== undefined && unescaped(made) === plain[row] : made === text;
    });
    if (!matches) return [];
    const named = encoding.replace("{w}", `${first.length}`) as KeyEncoding;
    const width = encoding === "pad" ? first.length : 0;
    return [
      {
        kind: "stored",
        column: column.name,
        encoding: named,
        ...(width > 0 && { width }),
        ...(isDerived && { isDerived }),
        ...(encoding === ".text" && haveOneWidth(texts) && { digits: first.length }),
      },
    ];
  });
  const others = [...descendingParts(column, texts), ...formatParts(column, texts)];
  return [...parts, ...others.filter((other) => !parts.some(({ encoding }) => encoding === other.encoding))];
}

/** Returns whether digits look padded: they all have the same length, and at least one starts with a zero. */
function isPadded(texts: readonly string[]): boolean {
  const width = texts[0]?.length ?? 0;
  return width <= 20 && texts.every(({ length }) => length === width) && texts.some((text) => /^0\d/.test(text));
}

/**
 * Returns whether numbers differ but all have the same number of digits, at least two. Such rows do not show whether the key would pad a
 * shorter number, so the draft mentions `.pad` as a possibility.
 */
function haveOneWidth(texts: readonly string[]): boolean {
  const width = texts[0]?.length ?? 0;
  return width > 1 && texts.every(({ length }) => length === width) && texts.some((text) => text !== texts[0]);
}

/** Returns whether an encoding writes a string with escapes, so that the string cannot contain the text that ends it in the key. */
export function isEscaped(encoding: string): boolean {
  return encoding === "text" || encoding === "lower" || encoding === ".upper";
}

export function unescaped(text: string): string {
  return text.replace(/~([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Finds the encoding `.desc(max)`: the sum of the number in the text and the column's value is the same in all rows. */
function descendingParts(column: Column, texts: readonly string[]): StoredPart[] {
  const [first = ""] = texts;
  if (!/^\d{1,19}$/.test(first) || new Set(texts).size < 2) return [];
  const divisors = column.type === "Edm.DateTime" ? Object.entries(units) : [["", 1n] as const];
  return divisors.flatMap(([unit, divisor]): StoredPart[] => {
    const value = (row: number) => wholeNumber(column, row, divisor);
    const start = value(0);
    if (start === undefined) return [];
    const max = BigInt(first) + start;
    if (String(max).length !== first.length || max >= 2n ** 63n) return [];
    const matches = texts.every((text, row) => {
      const found = value(row);
      return found !== undefined && found >= 0n && text === String(max - found).padStart(first.length, "0");
    });
    if (!matches) return [];
    if (unit === "") return [{ kind: "stored", column: column.name, encoding: `.desc(${max})` }];
    return [{ kind: "stored", column: column.name, encoding: `.${unit}.desc(${max})`, isDerived: true }];
  });
}

/**
 * Returns the integer of a row, or its time in whole units since 1970; undefined for values of other types.
 * @param divisor milliseconds of one unit
 */
function wholeNumber({ values }: Column, row: number, divisor: bigint): bigint | undefined {
  const value = values[row];
  if (value?.type === "Edm.DateTime") return BigInt(value.value.getTime()) / divisor;
  return value?.type === "Edm.Int32" || value?.type === "Edm.Int64" ? BigInt(value.value) : undefined;
}

const timesOfColumns = new WeakMap<Column, readonly string[]>();

function formatParts(column: Column, texts: readonly string[]): StoredPart[] {
  if (column.type !== "Edm.DateTime") return [];
  let times = timesOfColumns.get(column);
  if (times === undefined) {
    times = column.values.map((_, row) => textOf((value) => runtime.keyPart(".iso7", value), column, row, "", 0) ?? "");
    timesOfColumns.set(column, times);
  }
  const format = findFormat(times, texts);
  if (format === undefined) return [];
  const encoding = namedFormats[format] ?? (`.format(${JSON.stringify(format)})` as const);
  return [{ kind: "stored", column: column.name, encoding, isDerived: true }];
}

/** Returns whether the part's encoding writes the column's values as exactly these texts, row by row, if the text `end` follows them. */
export function makes(part: StoredPart, column: Column, texts: readonly string[], end: string): boolean {
  const found = listEncodings(column).find(({ encoding }) => encoding === part.encoding);
  return (
    found !== undefined && texts.every((text, row) => textOf(found.encode, column, row, end, text.length) === text)
  );
}

/**
 * Writes the values of a column as texts for a key; undefined for a value that cannot be written.
 * @param rows number of rows to write, from the first
 */
export function writePartTexts(
  column: Column,
  { encode }: Way,
  width: number,
  rows = column.values.length,
): (string | undefined)[] {
  return column.values.slice(0, rows).map((_, row) => textOf(encode, column, row, "", width));
}

export function listEncodings({ type }: Column): readonly Way[] {
  return (type && ways[type]) ?? [];
}

/** Writes the value of one row as text for a key; undefined if no key can contain the value in this encoding. */
function textOf(encode: Encode, column: Column, row: number, end: string, width: number): string | undefined {
  try {
    return encode(column.values[row]?.value as never, end, width);
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}
