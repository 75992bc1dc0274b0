import { isSplit, splitKey } from "../codec/key-pattern.js";
import type { KeyPart } from "../codec/keys/key-part.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";

type RowShape = Pick<EntitySchema<EntityTypes>, "rowParts">;

/** Function that tells whether a RowKey within the range of a query has the values that the query asked for. */
export type RowKeyTest = (rowKey: string) => boolean;

/**
 * Returns a function that tells whether the leading parts of a RowKey have exactly these texts; undefined if every key that starts with the
 * texts has. For example, not every key of `{no.text}{isDone}` that starts with `1` has the number 1: it may have the number 10.
 * @param texts texts of the leading parts, constants included
 */
export function testLeadingParts({ rowParts }: RowShape, texts: readonly string[]): RowKeyTest | undefined {
  if (texts.every((_, index) => endsItself(rowParts[index] ?? "", rowParts[index + 1]))) return undefined;
  return (rowKey) => {
    // Accepts a RowKey that does not consist of these parts, because the decoder reports it as an error later.
    if (!isSplit(rowParts, rowKey)) return true;
    const found = splitKey(rowParts, rowKey);
    return texts.every((text, index) => text === found[index]);
  };
}

/**
 * Returns whether a key always shows where the text of a part ends: because all its texts have the same length, or by the constant that
 * follows.
 */
function endsItself(part: KeyPart, next: KeyPart | undefined): boolean {
  if (typeof part === "string" || part.endsBefore === undefined) return true;
  return typeof next === "string" && part.endsBefore(next);
}
