import type { KeyDraft, KeyPartDraft, PropertyDraft } from "../../read/entity/entity-draft.js";
import type { PropertyModel } from "../property-model.js";
import { isDerivedEncoding, parseEncoding } from "./key-encoding.js";
import { type KeyModel, type KeyPart, type KeyProperty, keyPieces } from "./key-model.js";
import { maxPartUnits } from "./key-shape.js";
import type { KeySeparator } from "./separator.js";

/** Key part without its `end`, the text after it in the key, which is set once all parts are known. */
export type LoosePart = Exclude<KeyPart, KeyProperty> | Omit<KeyProperty, "end">;

/** Builds the model of a PartitionKey or RowKey; `undefined` if it has no parts, or a part has an unknown property or format. */
export function buildKey(
  draft: KeyDraft,
  properties: ReadonlyMap<string, PropertyModel>,
  separator: KeySeparator,
): KeyModel | undefined {
  const parts: LoosePart[] = [];
  for (const part of draft.parts) {
    const touches = part.touches && { touches: true as const };
    if (part.kind === "literal") {
      parts.push({ kind: "literal", text: part.text, ...touches });
      continue;
    }
    const property = properties.get(part.property.value);
    const encoding = property && parseEncoding(property.type, part.format?.value);
    if (property === undefined || encoding === undefined) return undefined;
    parts.push({
      kind: "property",
      property,
      encoding,
      width: encoding === "pad" ? part.width?.value : undefined,
      shards: part.shards?.value,
      ...touches,
    });
  }
  return parts.length === 0 ? undefined : keyOf(parts, separator);
}

/** Builds the model of a key from its parts, and determines the text that ends each value. @param loose the parts, at least one */
export function keyOf(loose: readonly LoosePart[], separator: KeySeparator): KeyModel {
  const parts = loose.map(
    (part, index): KeyPart => (part.kind === "literal" ? part : { ...part, end: endOf(loose, index, separator) }),
  );
  const key = { parts, separator: separator.text };
  const separators = parts.slice(1).filter(({ touches }) => !touches).length;
  const maxUnits = parts.reduce((sum, part) => sum + maxPartUnits(part), separators * separator.text.length);
  const [first] = keyPieces(key);
  return {
    ...key,
    template: parts
      .map((part, index) => (index === 0 || part.touches ? "" : separator.text) + formatTemplate(part))
      .join(""),
    prefix: typeof first === "string" ? first : "",
    maxUnits: maxUnits === Number.POSITIVE_INFINITY ? undefined : maxUnits,
  };
}

/**
 * Returns the text that ends the value of a key part: the separator, or the literal that follows the value without a separator. The value
 * must not contain it. Empty if nothing ends the value.
 */
function endOf(parts: readonly LoosePart[], index: number, { text, isOwn }: KeySeparator): string {
  const [part, next] = [parts[index], parts[index + 1]];
  if (next === undefined) {
    // A raw value at the end of the key may contain the separator. A value with escapes escapes it even there, because the stored keys of
    // existing rows do so.
    return isOwn || (part?.kind === "property" && part.encoding === "raw") ? "" : text;
  }
  if (!next.touches && text !== "") return text;
  return next.kind === "literal" ? next.text : "";
}

function formatTemplate(part: KeyPart): string {
  if (part.kind === "literal") return part.text.replace(/[{}]/g, "$&$&");
  return `{${[part.property.name + formatCalls(part), ...formatEncoding(part), ...formatType(part)].join(":")}}`;
}

/** Returns the calls of an encoding as the definition writes them, such as `.seconds.pad(10)`; empty for an encoding without a dot. */
function formatCalls({ encoding }: KeyProperty): string {
  return encoding.startsWith(".") ? encoding : "";
}

function formatEncoding({ encoding, width, shards }: KeyProperty): string[] {
  const shard = shards === undefined ? [] : [`shard${shards}`];
  if (encoding === "pad") return [`${width}`, ...shard];
  const isBare = encoding === "text" || encoding === "guid" || encoding === "boolean" || encoding.startsWith(".");
  return isBare ? shard : [encoding, ...shard];
}

/**
 * Returns the words for a property's type in the template of a key, such as `guid` in `{id:guid}` and `ticks` in `{at:desc:ticks}`. The
 * defaults, strings, Int32 and Date, have none.
 */
function formatType({ property: { type, as } }: KeyProperty): string[] {
  const form = as === undefined || as === "bigint" || as === "date" ? [] : [as];
  return type === "string" || type === "int32" || type === "dateTime" ? form : [type, ...form];
}

/** Key part that contains a property, as the definition declares it. */
export type PropertyPartDraft = Extract<KeyPartDraft, { readonly kind: "property" }>;

/**
 * Returns whether a declared key part contains only a text derived from the value, such as a hash; false if its property or format is
 * unknown.
 */
export function isDerivedPartDraft(
  { property, format, shards }: PropertyPartDraft,
  properties: readonly PropertyDraft[],
): boolean {
  if (shards !== undefined) return true;
  const declared = properties.find(({ name }) => name.value === property.value);
  const encoding = declared && parseEncoding(declared.type, format?.value);
  if (declared === undefined || encoding === undefined) return false;
  return isDerivedEncoding(encoding, { type: declared.type, keyOnly: declared.options.keyOnly?.value ?? false });
}
