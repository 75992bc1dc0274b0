import { isTableError } from "@tablewright/runtime";
import * as runtime from "@tablewright/runtime/codegen/v1";
import type { EdmName } from "@tablewright/runtime/edm";
import type { Column } from "../sample/columns.js";

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
/** Units of the times in keys, by name, in milliseconds. */
export const units = { milliseconds: 1n, seconds: 1000n, minutes: 60_000n, days: 86_400_000n } as const;

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

/** Returns the ways to write the values of a column in a key. */
export function listEncodings({ type }: Column): readonly Way[] {
  return (type && ways[type]) ?? [];
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

/** Writes the value of one row as text for a key; undefined if no key can contain the value in this encoding. */
export function textOf(encode: Encode, column: Column, row: number, end: string, width: number): string | undefined {
  try {
    return encode(column.values[row]?.value as never, end, width);
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
