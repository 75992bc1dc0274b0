import { isSplit, splitKey } from "../codec/keys/key-pattern.js";
import type { KeyPart } from "../keys/key-part.js";
import { codecOf } from "../keys/part-codec.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";

type RowShape = Pick<EntitySchema<EntityTypes>, "rowParts" | "properties">;

/** Returns whether a RowKey has the values that a query asked for, among the keys of its range. */
export type RowKeyTest = (rowKey: string) => boolean;

/**
 * Returns the test for keys that start with these texts of leading parts; undefined if all keys with this start have these parts. In
 * `{no.text}{isDone}` the start `1` is also that of `10`.
 * @param texts of the leading parts, constants included
 */
export function leadingTest({ rowParts, properties }: RowShape, texts: readonly string[]): RowKeyTest | undefined {
  if (texts.every((_, index) => endsItself(rowParts[index] ?? "", rowParts[index + 1]))) return undefined;
  return (rowKey) => {
    // The decoder reports a key of another shape.
    if (!isSplit(rowParts, properties, rowKey)) return true;
    const found = splitKey(rowParts, properties, rowKey);
    return texts.every((text, index) => text === found[index]);
  };
}

/** Returns whether the text of a part always ends where the next part begins, whatever follows. */
function endsItself(part: KeyPart, next: KeyPart | undefined): boolean {
  if (typeof part === "string" || part[3] !== undefined) return true;
  const { endsBefore } = codecOf(part[1]);
  return endsBefore === undefined || (typeof next === "string" && endsBefore(next, part[4] ?? ""));
}
