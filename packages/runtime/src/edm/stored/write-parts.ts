import { TableError } from "../../errors/table-error.js";
import { base64Bytes } from "../binary.js";
import type { EdmName } from "../edm-type.js";
import { quote } from "../quote.js";
import { checkLength } from "../value-errors.js";
import { absent, type PartLayout, type WritableProperty, type WriteMode, withDefaults } from "../writable-property.js";

/** Property with a value in several parts. */
export interface PartsProperty extends WritableProperty {
  readonly type: { readonly edm: EdmName };
  readonly parts?: PartLayout | undefined;
}

/**
 * Length of a full part: of the largest Edm.String, in UTF-16 units, and of the base64 of the largest Edm.Binary whose size is a multiple
 * of 3 bytes. So the base64 of a value can be cut into that of its parts.
 */
export const partUnits = { string: 32_768, base64: 87_380 } as const;

/** Maximum size of a part of an Edm.Binary, in bytes. */
const partBytes = 65_535;

/**
 * Writes a value as one member for each part. A whole row omits the parts that the value does not need. A merge cannot remove properties,
 * so it sets those parts to empty values, in the same request: no reader ever sees parts of two values.
 * @throws TableError `value.too-long` if the value does not fit into the parts
 */
export function writeParts(property: PartsProperty, value: unknown, mode: WriteMode): string {
  const { parts, type } = property;
  if (value === undefined || value === null || parts === undefined) return absent(property, mode);
  const text = parts.toText(value);
  const isBytes = type.edm === "Edm.Binary";
  const size = isBytes ? partUnits.base64 : partUnits.string;
  checkSize(property, text, isBytes, parts.names.length);
  let members = "";
  let at = 0;
  for (const [index, prefix] of parts.prefixes.entries()) {
    if (index > 0 && at === text.length) {
      if (mode === withDefaults) break;
      members += `${prefix}""`;
      continue;
    }
    const end = isBytes ? Math.min(at + size, text.length) : splitAt(text, at + size);
    members += isBytes ? `${prefix}"${text.slice(at, end)}"` : prefix + quote(text.slice(at, end));
    at = end;
  }
  if (at < text.length) {
    const { message } = tooLong(text, isBytes, parts.names.length);
    throw new TableError("value.too-long", `${message}, one less where a part would end within a character`);
  }
  return members;
}

/** Returns the end of a part, one unit earlier if it would divide the two halves of a character. */
function splitAt(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
}

function checkSize({ maxLength }: WritableProperty, text: string, isBytes: boolean, count: number): void {
  const units = isBytes ? base64Bytes(text) : text.length;
  if (maxLength !== undefined) checkLength(units, maxLength, isBytes ? "bytes" : "UTF-16 units");
  if (units > count * (isBytes ? partBytes : partUnits.string)) throw tooLong(text, isBytes, count);
}

function tooLong(text: string, isBytes: boolean, count: number): TableError {
  const [units, unit, size] = isBytes
    ? [base64Bytes(text), "bytes", partBytes]
    : [text.length, "UTF-16 units", partUnits.string];
  const problem = `has ${units} ${unit}; its ${count} parts hold ${count * size}, ${size} each`;
  return new TableError("value.too-long", problem);
}
