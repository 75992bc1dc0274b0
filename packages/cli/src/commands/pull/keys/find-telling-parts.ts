import type { Column } from "../sample/columns.js";
import type { StoredPart } from "./draft-part.js";
import { findParts } from "./find-parts.js";
import { isEscaped } from "./list-encodings.js";

/** Number of different values that vary together with key texts only if one makes the other. */
const several = 3;

/** Minimum number of digits in all different texts together, without leading zeros. Fewer may equal a column's by chance. */
const tellingDigits = 4;

/** Finds the encodings of a column as `findParts` does, but only those that chance does not explain as well. */
export function findTellingParts(column: Column, texts: readonly string[]): StoredPart[] {
  const parts = findParts(column, texts).filter((part) => isTelling(part, column, texts));
  const isConstant = texts.length > 1 && new Set(texts).size === 1;
  return isConstant ? parts.map((part) => ({ ...part, isConstant })) : parts;
}

/**
 * Returns whether key texts that a part gives in every row are evidence that the key contains the part. They are if at least three of them
 * differ. Chance may explain fewer unless they are long: times at midnight give `000000` in the format `HHmmss`, and 1 in all rows gives
 * `0001`.
 */
function isTelling({ encoding, isDerived }: StoredPart, column: Column, texts: readonly string[]): boolean {
  const distinct = new Set(texts);
  if (distinct.size >= several) return true;
  // A boolean has no more than two values.
  if (column.type === "Edm.Boolean") return distinct.size > 1;
  // The maximum is calculated from the rows, so it fits most pairs of texts.
  if (encoding.includes(".desc(")) return false;
  // A time that is the same in all rows need not be the one that the key is made from, and a time of day without its date is short.
  if (column.type === "Edm.DateTime" && isDerived) {
    if (timesOf(column).size < 2 || (encoding.startsWith(".format") && !encoding.includes("yyyy"))) return false;
  }
  const isText = column.type === "Edm.String" && (encoding === "raw" || isEscaped(encoding));
  const weights = [...distinct].map((text) =>
    isText && /\p{L}/u.test(text) ? text.length * 2 : text.replace(/^0+|\W/g, "").length,
  );
  return weights.reduce((sum, weight) => sum + weight, 0) >= tellingDigits;
}

function timesOf({ values }: Column): Set<number | undefined> {
  return new Set(values.map((value) => (value?.type === "Edm.DateTime" ? value.value.getTime() : undefined)));
}
