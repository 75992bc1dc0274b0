import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";

/** How a property becomes key text; `pad` has its width beside it. */
export type KeyEncoding =
  | "text"
  | "raw"
  | "guid"
  | "boolean"
  | "pad"
  | "int32Asc"
  | "int32Desc"
  | "int64Asc"
  | "int64Desc"
  | "ticksAsc"
  | "ticksDesc";

/** A property with its encoding: `["placedAt", "ticksDesc"]`, `["orderNo", "pad", 10]`. */
export type PropertyPart = readonly [property: string, encoding: KeyEncoding, width?: number];

/** A literal such as `"order"`, or a property with its encoding. */
export type KeyPart = string | PropertyPart;

/** Key text that no value of the part has: it was written by another definition. */
export function malformedPart(text: string | undefined, shape: string): TableError {
  return new TableError("key.malformed", `has key text ${formatValue(text)}, which is not ${shape}`);
}

/** A key part has no value. */
export function missingPart(): TableError {
  return new TableError("value.missing", "is missing; it is part of the key");
}
