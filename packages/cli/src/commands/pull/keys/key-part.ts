import type { KeyEncoding } from "@tablewright/generator";
import { isTableError } from "@tablewright/runtime";
import * as runtime from "@tablewright/runtime/codegen/v1";
import type { EdmName } from "@tablewright/runtime/edm";
import type { Column } from "../sample/columns.js";

/** Part of an inferred key. */
export type DraftPart =
  | { readonly kind: "literal"; readonly text: string }
  | StoredPart
  /** A value that no column holds. */
  | { readonly kind: "unstored"; readonly type: UnstoredType; readonly encoding: KeyEncoding; readonly width?: number };

export interface StoredPart {
  readonly kind: "stored";
  /** Stored name of the property. */
  readonly column: string;
  readonly encoding: KeyEncoding;
  readonly width?: number;
  readonly shards?: number;
  /** Set for text without escaped characters in any row, so that `raw` matches as well. */
  readonly isAmbiguous?: true;
  /** Other columns that make the same part in all rows, such as `login` or `changedAt.day`. */
  readonly equal?: readonly string[];
}

export type UnstoredType = "string" | "guid" | "dateTime" | "int32" | "int64";

type Encode = (value: never, separator: string, width: number) => string;

/** Key encodings for each type, the most informative first. */
const encodings: Readonly<Partial<Record<EdmName, readonly (readonly [KeyEncoding, Encode])[]>>> = {
  "Edm.String": [
    ["text", runtime.keyText],
    ["raw", runtime.keyRaw],
    ["lower", runtime.keyLower],
  ],
  "Edm.Boolean": [["boolean", runtime.keyBoolean]],
  "Edm.Guid": [["guid", runtime.keyGuid]],
  "Edm.Int32": [
    ["pad", (value, _, width) => runtime.keyPad(value, width)],
    ["asc", runtime.keyInt32Asc],
    ["desc", runtime.keyInt32Desc],
  ],
  "Edm.Int64": [
    ["pad", (value, _, width) => runtime.keyPad(value, width)],
    ["asc", runtime.keyInt64Asc],
    ["desc", runtime.keyInt64Desc],
  ],
  "Edm.DateTime": [
    ["asc", runtime.keyTicksAsc],
    ["desc", runtime.keyTicksDesc],
    ["year", runtime.keyYear],
    ["month", runtime.keyMonth],
    ["day", runtime.keyDay],
    ["hour", runtime.keyHour],
  ],
};

/** Encodings that give several values the same text. */
const derived: ReadonlySet<KeyEncoding> = new Set<KeyEncoding>(["lower", "year", "month", "day", "hour"]);

/** Returns whether the part determines the value of its property. */
export function isReversible({ encoding, shards }: StoredPart): boolean {
  return shards === undefined && !derived.has(encoding);
}

/** Finds the ways in which a column makes exactly these texts, row by row. */
export function matchingParts(column: Column, texts: readonly string[], separator: string): StoredPart[] {
  const parts = waysOf(column).flatMap(([encoding, encode]): StoredPart[] => {
    const width = encoding === "pad" ? (texts[0]?.length ?? 0) : 0;
    if (!texts.every((text, row) => textOf(encode, column, row, separator, width) === text)) return [];
    return [{ kind: "stored", column: column.name, encoding, ...(width > 0 && { width }) }];
  });
  const isAmbiguous = ["text", "raw"].every((encoding) => parts.some((part) => part.encoding === encoding));
  return parts.map((part) => (isAmbiguous && part.encoding === "text" ? { ...part, isAmbiguous } : part));
}

/** Returns the part with the other columns that make the same text in all rows. */
export function withEqual(part: StoredPart, columns: readonly Column[], separator: string): StoredPart {
  const column = columns.find(({ name }) => name === part.column);
  const encode = column && waysOf(column).find(([encoding]) => encoding === part.encoding)?.[1];
  if (column === undefined || encode === undefined) return part;
  const texts = column.values.map((_, row) => textOf(encode, column, row, separator, part.width ?? 0) ?? "");
  const equal = columns.flatMap((other) => {
    if (other === column) return [];
    const same = matchingParts(other, texts, separator);
    if (!derived.has(part.encoding)) return same.some(isReversible) ? [other.name] : [];
    return same.some(({ encoding }) => encoding === part.encoding) ? [`${other.name}.${part.encoding}`] : [];
  });
  return equal.length === 0 ? part : { ...part, equal };
}

function waysOf({ type }: Column): readonly (readonly [KeyEncoding, Encode])[] {
  return (type && encodings[type]) ?? [];
}

/** Returns undefined for a value that no such key can hold. */
function textOf(encode: Encode, column: Column, row: number, separator: string, width: number): string | undefined {
  try {
    return encode(column.values[row]?.value as never, separator, width);
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

/** Some number of shards fits a few rows by chance. Enough different values must match that the chance is one in 10⁸. */
const minExponent = 8;
const maxPadWidth = 20;

/**
 * Finds the sharding of a column that makes these texts.
 * @param preferredWidths widths of `pad` to try first
 */
export function matchingShards(
  column: Column,
  texts: readonly string[],
  separator: string,
  preferredWidths: readonly number[],
): StoredPart | undefined {
  const digits = texts[0]?.length ?? 0;
  if (digits < 1 || digits > 3 || !texts.every((text) => text.length === digits && /^\d+$/.test(text)))
    return undefined;
  const least = Math.max(2, 10 ** (digits - 1) + 1);
  const most = 10 ** digits;
  for (const [encoding, encode] of waysOf(column)) {
    for (const width of encoding === "pad" ? [...preferredWidths, ...Array(maxPadWidth + 1).keys()] : [0]) {
      const whole = texts.map((_, row) => textOf(encode, column, row, separator, width));
      if (whole.includes(undefined)) continue;
      const variety = new Set(whole).size;
      for (let shards = least; shards <= most; shards++) {
        if (variety * Math.log10(shards) < minExponent) continue;
        if (texts.every((text, row) => runtime.keyShard(whole[row] as string, shards) === text))
          return { kind: "stored", column: column.name, encoding, shards, ...(width > 0 && { width }) };
      }
    }
  }
  return undefined;
}
