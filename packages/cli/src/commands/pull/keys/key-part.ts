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
  /** True if no separator is before the part, because a literal touches it. */
  readonly touches?: true;
  /** Set for text without escaped characters in any row, so that `raw` matches as well. */
  readonly isAmbiguous?: true;
  /** Other columns that make the same part in all rows, such as `login` or `changedAt.day`. */
  readonly equal?: readonly string[];
}

export type UnstoredType = "string" | "guid" | "dateTime" | "int32" | "int64";

type Encode = (value: never, separator: string, width: number) => string;

/** Returns the encoder of calls in which `{w}` is the length of the text. */
function encoderOf(calls: `.${string}`): Encode {
  return (value, _, width) => runtime.keyPart(calls.replace("{w}", `${width}`) as `.${string}`, value);
}

const numerals: readonly (readonly [KeyEncoding, Encode])[] = [
  [".text", encoderOf(".text")],
  [".hex({w})", encoderOf(".hex({w})")],
  [".desc(9007199254740991)", encoderOf(".desc(9007199254740991)")],
];

/** Formats of times that programs write, those that keep the most first. */
const times = [
  ".iso7",
  ".iso",
  ".milliseconds.desc(8640000000000000)",
  ".milliseconds.desc(9007199254740991)",
  ".milliseconds",
  ".milliseconds.pad({w})",
  ".seconds",
  ".seconds.pad({w})",
  ".format(\"yyyy-MM-dd'T'HH:mm:ss\")",
  ".format(\"yyyy-MM-dd'T'HH:mm\")",
  '.format("yyyyMMddHHmmss")',
  '.format("yyyyMMdd")',
  ".minutes",
  ".days",
] as const;

/** Key encodings for each type, the most informative first. */
const encodings: Readonly<Partial<Record<EdmName, readonly (readonly [KeyEncoding, Encode])[]>>> = {
  "Edm.String": [
    ["text", runtime.keyText],
    ["raw", runtime.keyRaw],
    ["lower", runtime.keyLower],
    [".upper", (value, separator) => runtime.keyPart(".upperText", value, separator)],
    [".md5", (value) => runtime.keyPart(".md5", value)],
    [".sha256({w})", (value, _, width) => runtime.keyPart(`.sha256(${Math.min(width, 64)})`, value)],
  ],
  "Edm.Boolean": [["boolean", runtime.keyBoolean]],
  "Edm.Guid": [
    ["guid", runtime.keyGuid],
    ['.format("N")', (value) => runtime.keyPart(".guidN", value)],
    ['.format("B")', (value) => runtime.keyPart(".guidB", value)],
    [".upper", (value) => runtime.keyPart(".guidUpper", value)],
  ],
  "Edm.Int32": [
    ["pad", (value, _, width) => runtime.keyPad(value, width)],
    ["asc", runtime.keyInt32Asc],
    ["desc", runtime.keyInt32Desc],
    ...numerals,
  ],
  "Edm.Int64": [
    ["pad", (value, _, width) => runtime.keyPad(value, width)],
    ["asc", runtime.keyInt64Asc],
    ["desc", runtime.keyInt64Desc],
    ...numerals,
  ],
  "Edm.DateTime": [
    ["asc", runtime.keyTicksAsc],
    ["desc", runtime.keyTicksDesc],
    ...times.map((calls): readonly [KeyEncoding, Encode] => [calls, encoderOf(calls)]),
    ["year", runtime.keyYear],
    ["month", runtime.keyMonth],
    ["day", runtime.keyDay],
    ["hour", runtime.keyHour],
  ],
};

/** Encodings that give several values the same text. */
const derived: ReadonlySet<KeyEncoding> = new Set<KeyEncoding>(["lower", "year", "month", "day", "hour"]);

/** Calls whose text keeps only a part of the value of a stored property. */
const rounded = /^\.(?:iso$|format\("y|(?:milliseconds|seconds|minutes|days)\b|upper$|md5|sha256)/;

/** Returns whether the part determines the value of its property. */
export function isReversible({ encoding, shards }: StoredPart): boolean {
  return shards === undefined && !derived.has(encoding) && !rounded.test(encoding);
}

/** Finds the ways in which a column makes exactly these texts, row by row. */
export function matchingParts(column: Column, texts: readonly string[], separator: string): StoredPart[] {
  const parts = waysOf(column).flatMap(([encoding, encode]): StoredPart[] => {
    const length = texts[0]?.length ?? 0;
    const width = encoding === "pad" ? length : 0;
    if (!texts.every((text, row) => textOf(encode, column, row, separator, length) === text)) return [];
    const named = encoding.replace("{w}", `${length}`) as KeyEncoding;
    return [{ kind: "stored", column: column.name, encoding: named, ...(width > 0 && { width }) }];
  });
  const isAmbiguous = ["text", "raw"].every((encoding) => parts.some((part) => part.encoding === encoding));
  return parts.map((part) => (isAmbiguous && part.encoding === "text" ? { ...part, isAmbiguous } : part));
}

/** Returns the part with the other columns that make the same text in all rows. */
export function withEqual(part: StoredPart, columns: readonly Column[], separator: string): StoredPart {
  const column = columns.find(({ name }) => name === part.column);
  const isSame = (encoding: KeyEncoding) =>
    encoding.replace(/\{w\}/, "") === part.encoding.replace(/(?<=\()\d+(?=\)$)/, "");
  const encode =
    column &&
    waysOf(column).find(
      ([encoding]) => encoding === part.encoding || (encoding.includes("{w}") && isSame(encoding)),
    )?.[1];
  if (column === undefined || encode === undefined) return part;
  const texts = column.values.map(
    (_, row) => textOf(encode, column, row, separator, part.width ?? widthIn(part)) ?? "",
  );
  const equal = columns.flatMap((other) => {
    if (other === column) return [];
    const same = matchingParts(other, texts, separator);
    if (!derived.has(part.encoding)) return same.some(isReversible) ? [other.name] : [];
    return same.some(({ encoding }) => encoding === part.encoding) ? [`${other.name}.${part.encoding}`] : [];
  });
  return equal.length === 0 ? part : { ...part, equal };
}

/** Returns the number of digits that `.hex(8)` names. */
function widthIn({ encoding }: StoredPart): number {
  return Number(/\((\d+)\)$/.exec(encoding)?.[1] ?? 0);
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
