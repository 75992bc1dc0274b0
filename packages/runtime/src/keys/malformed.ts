import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";

/** Key text that no value of the part has: it was written by another definition. */
export function malformedPart(text: string | undefined, shape: string): TableError {
  return new TableError("key.malformed", `has key text ${formatValue(text)}, which is not ${shape}`);
}

/** A key part has no value. */
export function missingPart(): TableError {
  return new TableError("value.missing", "is absent; the key is made of it");
}
