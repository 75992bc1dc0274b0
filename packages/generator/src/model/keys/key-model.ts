import type { PropertyModel } from "../property-model.js";
import { isDerivedEncoding, isSorted, type KeyEncoding } from "./key-encoding.js";

/** Constant part of a key. Never contains `~` or a forbidden character. May be empty. */
interface KeyLiteral {
  readonly kind: "literal";
  readonly text: string;
  /** True if no separator is before the part: it continues a template. */
  readonly touches?: true;
}

/** Key part that is a property's value. */
export interface KeyProperty {
  readonly kind: "property";
  /** The same object as in `EntityModel.properties`. */
  readonly property: PropertyModel;
  readonly encoding: KeyEncoding;
  /** Number of digits of `pad`, 1 to 20; `undefined` for every other encoding. */
  readonly width: number | undefined;
  /** Number of shards of `.shard(count)`, 2 to 1,000. The part is then the number of the shard of its text. */
  readonly shards: number | undefined;
  /** True if no separator is before the part: it continues a template. */
  readonly touches?: true;
  /**
   * End of the value in the key: the separator, or the literal that touches the part. The value must not contain it, or the key could not
   * be read back: encodings that escape (`text`, `lower`, `.upper`) escape a character of it in the value, and `raw` rejects a value
   * that contains it. Empty if nothing needs to be excluded, as for `raw` at the end of a key.
   */
  readonly end: string;
}

export type KeyPart = KeyLiteral | KeyProperty;

/** Checked PartitionKey or RowKey: its parts, with the separator before each part that does not touch the part before it. */
export interface KeyModel {
  /** Parts, at least one. */
  readonly parts: readonly KeyPart[];
  /** Text between parts, 0 to 8 characters, none of which is `~`. */
  readonly separator: string;
  /**
   * Parts as one readable text for docs, e.g. `order!{placedAt:desc}!{orderNo:10}`. Equal for two keys exactly if their separators are
   * equal and their parts have the same names, types and encodings. Includes the part of the type that the encoding does not determine:
   * `{tenantId:guid}`, `{no:10:int64}`, `{at:desc:ticks}`, `{id:shard16:guid}`. Doubles a brace in a literal.
   */
  readonly template: string;
  /** Common start of every key of the kind: the text before the first property. May be empty. */
  readonly prefix: string;
  /** Maximum length of a key in UTF-16 units, including escapes; `undefined` if a string part has no maximum. */
  readonly maxUnits: number | undefined;
}

/** Returns whether every row of the kind has the same key. */
export function isConstant({ parts }: KeyModel): boolean {
  return parts.every(({ kind }) => kind === "literal");
}

/** Returns the properties and the constant texts between them, separators included. */
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

/** Returns whether the part contains less than its value. */
export function isDerivedPart({ encoding, shards, property }: Omit<KeyProperty, "end">): boolean {
  return shards !== undefined || isDerivedEncoding(encoding, property);
}

/** Returns whether the texts of a part sort like its values, or in reverse. Only such a part has ranges. */
export function isSortedPart({ encoding, shards, property }: KeyProperty): boolean {
  if (shards !== undefined || property.codes !== undefined) return false;
  if (property.pattern !== undefined) return encoding === "text" || encoding === "raw";
  return isSorted(encoding, property.type) || (encoding === "raw" && property.length !== undefined);
}
