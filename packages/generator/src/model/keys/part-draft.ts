import type { KeyPartDraft, PropertyDraft } from "../../read/entity/entity-draft.js";
import { encodingOf, isDerivedEncoding } from "./key-encoding.js";

/** Key part of a property as a definition declares it. */
export type PropertyPartDraft = Extract<KeyPartDraft, { readonly kind: "property" }>;

/** Returns whether the part contains less than its value. */
export function isDerivedPartDraft(
  { property, format, shards }: PropertyPartDraft,
  properties: readonly PropertyDraft[],
): boolean {
  if (shards !== undefined) return true;
  const declared = properties.find(({ name }) => name.value === property.value);
  const encoding = declared && encodingOf(declared.type, format?.value);
  if (declared === undefined || encoding === undefined) return false;
  return isDerivedEncoding(encoding, { type: declared.type, keyOnly: declared.options.keyOnly?.value ?? false });
}
