import type { PropertyModel } from "../property-model.js";
import { isDerivedEncoding, isSorted, type KeyEncoding } from "./key-encoding.js";

/** Constant part of a key. Never contains a character that keys must not contain, nor `~` if the key has an escaped text. May be empty. */
interface KeyLiteral {
  readonly kind: "literal";
  readonly text: string;
  /** True if the part follows the previous one without a separator, e.g. the second part of the key template `${year}${month}`. */
  readonly touches?: true;
}

/** Key part that contains the value of a property as text. */
export interface KeyProperty {
  readonly kind: "property";
  /** Property whose value the part contains: the same object as in `EntityModel.properties`. */
  readonly property: PropertyModel;
  readonly encoding: KeyEncoding;
  /** Number of digits of the encoding `pad`, 1 to 20; `undefined` for every other encoding. */
  readonly width: number | undefined;
  /**
   * Argument of `.shard(count)`, 2 to 1,000. Instead of the value's text, the key then contains the number of one of `count` shards, which
   * the text determines. `undefined` without `.shard`.
   */
  readonly shards: number | undefined;
  /** True if the part follows the previous one without a separator, e.g. the second part of the key template `${year}${month}`. */
  readonly touches?: true;
  /**
   * Text that ends the value in the key: the separator, or the literal that follows the value without a separator. The value must not
   * contain it, because the key could not be read back. So encodings with escapes (`text`, `lower`, `.upper`) escape one character of it in
   * the value, and `raw` rejects a value that contains it. Empty if nothing has to be excluded, as for `raw` at the end of a key.
   */
  readonly end: string;
}

export type KeyPart = KeyLiteral | KeyProperty;

/** Checked PartitionKey or RowKey. Its separator precedes each part except the first and those with `touches`. */
export interface KeyModel {
  /** Parts in the order of the key; at least one. */
  readonly parts: readonly KeyPart[];
  /** Text between parts, 0 to 8 characters. Has no `~` if the key has an escaped text. */
  readonly separator: string;
  /**
   * Parts as one readable text for docs, e.g. `order!{placedAt:desc}!{orderNo:10}`. If two keys with the same separator have the same
   * template, their parts have the same names, types and encodings. The type is there only if the encoding does not show it:
   * `{tenantId:guid}`, `{no:10:int64}`, `{at:desc:ticks}`, `{id:shard16:guid}`. Braces in a literal are doubled.
   */
  readonly template: string;
  /** Text with which the keys of all rows of the entity start: the constant text before the first property. May be empty. */
  readonly prefix: string;
  /** Maximum length of a key in UTF-16 units, including escapes; `undefined` if a string part has no maximum. */
  readonly maxUnits: number | undefined;
}

/** Returns whether a key contains no property, so that all rows of the entity have the same key. */
export function isConstant({ parts }: KeyModel): boolean {
  return parts.every(({ kind }) => kind === "literal");
}

/** Splits a key into its properties and the constant texts between them, separators included. A key without properties is one text. */
export function keyPieces({
  parts,
  separator,
}: Pick<KeyModel, "parts" | "separator">): readonly (string | KeyProperty)[] {
  const found: (string | KeyProperty)[] = [];
  let text = "";
  for (const [index, part] of parts.entries()) {
    if (index > 0 && !part.touches) text += separator;
    if (part.kind === "literal") {
      text += part.text;
      continue;
    }
    if (text !== "") found.push(text);
    text = "";
    found.push(part);
  }
  if (text !== "" || found.length === 0) found.push(text);
  return found;
}

/**
 * Returns whether a key part contains only a text derived from the value, such as a hash or a shard, so that the value cannot be read back.
 */
export function isDerivedPart({ encoding, shards, property }: Omit<KeyProperty, "end">): boolean {
  return shards !== undefined || isDerivedEncoding(encoding, property);
}

/** Returns whether the texts of a key part sort like its values, or in reverse. Queries can ask for a range only of such a part. */
export function isSortedPart({ encoding, shards, property }: KeyProperty): boolean {
  if (shards !== undefined || property.codes !== undefined) return false;
  if (property.pattern !== undefined) return encoding === "text" || encoding === "raw";
  return isSorted(encoding, property.type) || (encoding === "raw" && property.length !== undefined);
}
