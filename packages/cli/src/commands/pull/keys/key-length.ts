import type { Column } from "../sample/columns.js";
import type { DraftKeys } from "./infer-keys.js";
import type { DraftPart } from "./key-part.js";

/** Maximum length of a key that every service accepts, in UTF-16 units. */
const maxKeyUnits = 512;
/** Length of an escaped character, in UTF-16 units. */
const escapedUnits = 3;

/** Returns the maximum length of a column's strings that keeps both keys within the limit; undefined if a row has a longer one. */
export function findMaxLength(
  { name, values }: Column,
  { separator, partitionKey, rowKey }: DraftKeys,
): number | undefined {
  const holding = [partitionKey, rowKey].filter((parts) => parts.some((part) => isStringOf(part, name)));
  const limits = holding.flatMap((parts) => maxPartLength(parts, separator) ?? []);
  if (limits.length === 0) return undefined;
  const limit = Math.min(...limits);
  return values.every((value) => value?.type !== "Edm.String" || value.value.length <= limit) ? limit : undefined;
}

/** Returns the maximum length of each string in a key, a power of two; undefined if the key holds none. */
export function maxPartLength(parts: readonly DraftPart[], separator: string): number | undefined {
  const fixed = parts.reduce((sum, part) => sum + fixedUnits(part), (parts.length - 1) * separator.length);
  const factors = parts.reduce(
    (sum, part) => sum + (isString(part) ? (part.encoding === "raw" ? 1 : escapedUnits) : 0),
    0,
  );
  if (factors === 0 || fixed >= maxKeyUnits) return undefined;
  return 2 ** Math.floor(Math.log2(Math.max(1, (maxKeyUnits - fixed) / factors)));
}

/** Returns whether the part is as long as its string. Parts of other types, and shards, have few digits. */
function isString(part: DraftPart): part is Exclude<DraftPart, { kind: "literal" }> {
  return part.kind !== "literal" && /^(?:text|raw|lower)$/.test(part.encoding) && !("shards" in part);
}

function isStringOf(part: DraftPart, column: string): boolean {
  return isString(part) && part.kind === "stored" && part.column === column;
}

/** Returns the maximum length of a part that is not a string. The longest encoding is a guid. */
function fixedUnits(part: DraftPart): number {
  if (isString(part)) return 0;
  return part.kind === "literal" ? part.text.length : 36;
}
