import type { Column } from "../sample/columns.js";
import type { DraftPart, ValuePart } from "./draft-part.js";
import type { DraftKeys } from "./infer-keys.js";
import { isEscaped } from "./list-encodings.js";

/** Maximum length of a key that every service accepts, in UTF-16 code units. */
const maxKeyUnits = 512;
/** Length of one escaped character, in UTF-16 code units. */
const escapedUnits = 3;
/** Length in UTF-16 code units of a hash, which is the longest part other than a string. */
const maxFixedUnits = 64;

/**
 * Returns a `maxLength` for a column's strings that keeps both keys within the limit. Returns undefined if no key contains these strings,
 * or if a row has a longer string.
 */
export function findMaxLength(
  { name, values }: Column,
  { separator, partitionKey, rowKey }: DraftKeys,
): number | undefined {
  const separators = typeof separator === "string" ? { partitionKey: separator, rowKey: separator } : separator;
  const keys = [
    [partitionKey, separators.partitionKey],
    [rowKey, separators.rowKey],
  ] as const;
  const holding = keys.filter(([parts]) => parts.some((part) => isStringOf(part, name)));
  const limits = holding.flatMap(([parts, text]) => maxPartLength(parts, text) ?? []);
  if (limits.length === 0) return undefined;
  const limit = Math.min(...limits);
  return values.every((value) => value?.type !== "Edm.String" || value.value.length <= limit) ? limit : undefined;
}

/**
 * Returns the maximum length of each string in a key, rounded down to a power of two; undefined if the key has no string or no room for it.
 */
export function maxPartLength(parts: readonly DraftPart[], separator: string): number | undefined {
  const fixed = parts.reduce((sum, part) => sum + fixedUnits(part), (parts.length - 1) * separator.length);
  const factors = parts.reduce(
    (sum, part) => sum + (isString(part) ? (part.encoding === "raw" ? 1 : escapedUnits) : 0),
    0,
  );
  if (factors === 0 || fixed >= maxKeyUnits) return undefined;
  return 2 ** Math.floor(Math.log2(Math.max(1, (maxKeyUnits - fixed) / factors)));
}

/**
 * Returns whether the length of a key part depends on the length of its string. Parts of other types, shards and identifiers have a fixed
 * length.
 */
function isString(part: DraftPart): part is ValuePart {
  if (part.kind === "literal") return false;
  if (part.kind === "unstored")
    return part.type === "string" && part.length === undefined && part.pattern === undefined;
  const { encoding, isDerived, shards } = part;
  // `.upper` encodes strings and guids. A part with `.upper` is derived only if it is a string: a guid can be read back from upper case.
  return (
    shards === undefined && (encoding === "raw" || encoding === "text" || (isEscaped(encoding) && isDerived === true))
  );
}

function isStringOf(part: DraftPart, column: string): boolean {
  return isString(part) && part.kind === "stored" && part.column === column;
}

function fixedUnits(part: DraftPart): number {
  if (isString(part)) return 0;
  return part.kind === "literal" ? part.text.length : maxFixedUnits;
}
