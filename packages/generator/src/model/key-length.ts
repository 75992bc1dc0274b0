import type { KeyPart, KeyProperty } from "./key-model.js";
import { escapeKeyText } from "./key-text.js";

/** The longest text of a part in UTF-16 units; Infinity where it has no maximum. */
export function maxPartUnits(part: KeyPart, separator: string): number {
  if (part.kind === "literal") return part.text.length;
  const values = valueUnits(part, separator);
  if (values) return Math.max(...values);
  if (part.encoding !== "text" && part.encoding !== "raw") return fixedUnits(part);
  return (part.property.maxLength ?? Number.POSITIVE_INFINITY) * (part.encoding === "text" ? "~hh".length : 1);
}

/** The shortest text of a part in UTF-16 units. */
export function minPartUnits(part: KeyPart, separator: string): number {
  if (part.kind === "literal") return part.text.length;
  const values = valueUnits(part, separator);
  if (values) return Math.min(...values);
  return part.encoding === "text" || part.encoding === "raw" ? 0 : fixedUnits(part);
}

/** The length of every text of an encoding of fixed length: all but `text` and `raw`. */
export function fixedUnits({ encoding, width, property }: KeyProperty): number {
  if (encoding === "guid") return 36;
  if (encoding === "boolean") return 1;
  if (encoding === "pad") return width ?? 0;
  return property.type === "int32" ? 10 : property.type === "int64" ? 20 : 19;
}

function valueUnits({ property, encoding }: KeyProperty, separator: string): number[] | undefined {
  return property.oneOf?.map((value) => (encoding === "text" ? escapeKeyText(value, separator) : value).length);
}
