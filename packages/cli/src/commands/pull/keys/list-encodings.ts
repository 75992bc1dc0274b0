import { isTableError } from "@tablewright/runtime";
import type { KeyCodec } from "@tablewright/runtime/codegen/v1";
import * as runtime from "@tablewright/runtime/codegen/v1";
import type { EdmName } from "@tablewright/runtime/edm";
import type { Column } from "../sample/columns.js";

/** Returns the codec of an encoding. @param end the text that follows the value in the key @param width length of the written text */
type MakeCodec = (end: string, width: number) => KeyCodec;

/** One way to write the values of a type in a key. */
export interface Way {
  /** Encoding as a definition names it. `{w}` stands for the length of the written text, e.g. `.hex({w})` for `.hex(8)`. */
  readonly encoding: string;
  readonly codec: MakeCodec;
  readonly isDerived?: true;
}

function way(encoding: string, codec: KeyCodec | MakeCodec): Way {
  return { encoding, codec: typeof codec === "function" ? remember(codec) : () => codec };
}

function derived(encoding: string, codec: KeyCodec | MakeCodec): Way {
  return { ...way(encoding, codec), isDerived: true };
}

/** Returns a function that makes each codec once, although it is asked for every row. */
function remember(make: MakeCodec): MakeCodec {
  const codecs = new Map<string, KeyCodec>();
  return (end, width) => {
    const name = `${width} ${end}`;
    const codec = codecs.get(name) ?? make(end, width);
    codecs.set(name, codec);
    return codec;
  };
}

const numerals: readonly Way[] = [
  way(".text", runtime.decimal),
  way(".hex({w})", (_, width) => runtime.hex(width)),
  way(".upper.hex({w})", (_, width) => runtime.upperHex(width)),
];
const pad = way("pad", (_, width) => runtime.pad(width));
/** Units in which keys can write times: the milliseconds of each unit, by the unit's name. */
export const units = { milliseconds: 1n, seconds: 1000n, minutes: 60_000n, days: 86_400_000n } as const;
const { milliseconds, seconds, minutes, days } = runtime;

/**
 * Formats in which a key may contain the values of each type. If several formats fit all sampled rows, one from which the value can be read
 * back wins; among equals, the first in this list.
 */
const ways: Readonly<Partial<Record<EdmName, readonly Way[]>>> = {
  "Edm.String": [
    way("text", runtime.text),
    way("raw", runtime.raw),
    derived("lower", runtime.lower),
    derived(".upper", runtime.upper),
    derived(".md5", runtime.md5),
    derived(".sha256({w})", (_, width) => runtime.sha256(Math.min(width, 64))),
  ],
  "Edm.Boolean": [way("boolean", runtime.bit)],
  "Edm.Guid": [
    way("guid", runtime.guidD),
    way('.format("N")', runtime.guidN),
    way('.format("B")', runtime.guidB),
    way(".upper", runtime.guidUpper),
  ],
  "Edm.Int32": [pad, way("asc", runtime.int32Asc), way("desc", runtime.int32Desc), ...numerals],
  "Edm.Int64": [pad, way("asc", runtime.int64Asc), way("desc", runtime.int64Desc), ...numerals],
  "Edm.DateTime": [
    way("asc", runtime.ticksAsc),
    way("desc", runtime.ticksDesc),
    way(".iso7", runtime.iso7),
    ...Object.entries({ milliseconds, seconds, minutes, days }).flatMap(([unit, codec]) => [
      derived(`.${unit}`, codec()),
      derived(`.${unit}.pad({w})`, (_, width) => codec(runtime.pad(width))),
      derived(`.${unit}.hex({w})`, (_, width) => codec(runtime.hex(width))),
    ]),
    derived("year", runtime.year),
    derived("month", runtime.month),
    derived("day", runtime.day),
    derived("hour", runtime.hour),
  ],
};

/** Returns the ways to write the values of a column in a key. */
export function listEncodings({ type }: Column): readonly Way[] {
  return (type && ways[type]) ?? [];
}

/**
 * Writes the values of a column as texts for a key; undefined for a value that cannot be written.
 * @param rows number of rows to write, counted from the first row
 */
export function writePartTexts(
  column: Column,
  { codec }: Way,
  width: number,
  rows = column.values.length,
): (string | undefined)[] {
  return column.values.slice(0, rows).map((_, row) => textOf(codec("", width), column, row));
}

/** Writes the value of one row as text for a key; undefined if no key can contain the value in this encoding. */
export function textOf({ encode }: KeyCodec, column: Column, row: number): string | undefined {
  try {
    return encode(column.values[row]?.value as never);
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

/** Returns whether an encoding writes a string with escapes, so that the string cannot contain the text that ends it in the key. */
export function isEscaped(encoding: string): boolean {
  return encoding === "text" || encoding === "lower" || encoding === ".upper";
}

export function unescaped(text: string): string {
  return text.replace(/~([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
