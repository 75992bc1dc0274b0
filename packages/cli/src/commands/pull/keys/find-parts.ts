import type { KeyEncoding } from "@tablewright/generator";
import * as runtime from "@tablewright/runtime/codegen/v1";
import type { Column } from "../sample/columns.js";
import type { StoredPart } from "./draft-part.js";
import { findFormat } from "./find-format.js";
import { isEscaped, listEncodings, textOf, unescaped, units } from "./list-encodings.js";

/** Short names that key encodings have for common date formats. */
const namedFormats: Readonly<Record<string, KeyEncoding>> = {
  yyyy: "year",
  "yyyy-MM": "month",
  "yyyy-MM-dd": "day",
  "yyyy-MM-dd'T'HH": "hour",
  "yyyy-MM-dd'T'HH:mm:ss.fff'Z'": ".iso",
};

/**
 * Finds the encodings that write the values of a column as these texts, row by row. Strings are compared without their escapes. The escapes
 * depend on the text that follows the value in the key, and that text is not known yet.
 */
export function findParts(column: Column, texts: readonly string[]): StoredPart[] {
  const [first = ""] = texts;
  const plain = texts.map(unescaped);
  const parts = listEncodings(column).flatMap(({ encoding, codec, isDerived }): StoredPart[] => {
    if (encoding === "raw" || (encoding === "pad" && !isPadded(texts))) return [];
    const isText = isEscaped(encoding);
    const matches = texts.every((text, row) => {
      const made = textOf(codec("", first.length), column, row);
      return isText ? made !== undefined && unescaped(made) === plain[row] : made === text;
    });
    if (!matches) return [];
    const named = encoding.replace("{w}", `${first.length}`) as KeyEncoding;
    return [
      {
        kind: "stored",
        column: column.name,
        encoding: named,
        ...(encoding === "pad" && { width: first.length }),
        ...(isDerived && { isDerived }),
        ...(encoding === ".text" && haveOneWidth(texts) && { digits: first.length }),
      },
    ];
  });
  const others = [...descendingParts(column, texts), ...formatParts(column, texts)];
  return [...parts, ...others.filter((other) => !parts.some(({ encoding }) => encoding === other.encoding))];
}

/** Returns whether numbers look padded: at least one starts with a zero. If their lengths differ, no padding encoding matches anyway. */
function isPadded(texts: readonly string[]): boolean {
  const [first = ""] = texts;
  return first.length <= 20 && texts.some((text) => /^0\d/.test(text));
}

/**
 * Returns whether the numbers differ, but all have the same number of digits, at least two. Such rows do not show whether the key pads
 * shorter numbers, so the draft mentions `.pad` as a possibility.
 */
function haveOneWidth(texts: readonly string[]): boolean {
  const widths = new Set(texts.map(({ length }) => length));
  return widths.size === 1 && !widths.has(1) && new Set(texts).size > 1;
}

/** Finds the encoding `.desc(max)`. It fits if the number in the text plus the column's value gives the same sum in all rows. */
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
 * @param divisor milliseconds of one unit; 1 for integers
 */
function wholeNumber({ values }: Column, row: number, divisor: bigint): bigint | undefined {
  const value = values[row];
  if (value?.type === "Edm.DateTime") return BigInt(value.value.getTime()) / divisor;
  return value?.type === "Edm.Int32" || value?.type === "Edm.Int64" ? BigInt(value.value) / divisor : undefined;
}

const timesOfColumns = new WeakMap<Column, readonly string[]>();

function formatParts(column: Column, texts: readonly string[]): StoredPart[] {
  if (column.type !== "Edm.DateTime") return [];
  let times = timesOfColumns.get(column);
  if (times === undefined) {
    times = column.values.map((_, row) => textOf(runtime.iso7, column, row) ?? "");
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
  return found !== undefined && texts.every((text, row) => textOf(found.codec(end, text.length), column, row) === text);
}
