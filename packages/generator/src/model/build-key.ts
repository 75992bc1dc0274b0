import type { KeyDraft } from "../read/entity/entity-draft.js";
import { encodingOf, type KeyModel, type KeyPart, type KeyProperty } from "./key-model.js";
import { maxPartUnits } from "./key-text.js";
import type { PropertyModel } from "./property-model.js";

/** Builds the model of a key; `undefined` if a part is invalid. */
export function buildKey(
  draft: KeyDraft,
  properties: ReadonlyMap<string, PropertyModel>,
  separator: string,
): KeyModel | undefined {
  const parts: KeyPart[] = [];
  for (const part of draft.parts) {
    if (part.kind === "literal") {
      parts.push({ kind: "literal", text: part.text });
      continue;
    }
    const property = properties.get(part.property.value);
    const encoding = property && encodingOf(property.type, part.format?.value);
    if (property === undefined || encoding === undefined) return undefined;
    parts.push({
      kind: "property",
      property,
      encoding,
      width: encoding === "pad" ? part.width?.value : undefined,
      shards: part.shards?.value,
    });
  }
  return parts.length === 0 ? undefined : keyOf(parts, separator);
}

/** Builds the model of a key with these parts. @param parts at least one */
export function keyOf(parts: readonly KeyPart[], separator: string): KeyModel {
  const maxUnits = parts.reduce(
    (sum, part) => sum + maxPartUnits(part, separator),
    (parts.length - 1) * separator.length,
  );
  return {
    parts,
    template: parts.map(templateOf).join(separator),
    prefix: prefixOf(parts, separator),
    maxUnits: maxUnits === Number.POSITIVE_INFINITY ? undefined : maxUnits,
  };
}

function templateOf(part: KeyPart): string {
  if (part.kind === "literal") return part.text.replace(/[{}]/g, "$&$&");
  return `{${[part.property.name, ...formatOf(part), ...typeOf(part)].join(":")}}`;
}

function formatOf({ encoding, width, shards }: KeyProperty): string[] {
  const shard = shards === undefined ? [] : [`shard${shards}`];
  if (encoding === "pad") return [`${width}`, ...shard];
  return encoding === "text" || encoding === "guid" || encoding === "boolean" ? shard : [encoding, ...shard];
}

/** Returns the part of the type that the format does not determine. Strings, Int32 and Date are the default. */
function typeOf({ property: { type, as } }: KeyProperty): string[] {
  const form = as === undefined || as === "bigint" || as === "date" ? [] : [as];
  return type === "string" || type === "int32" || type === "dateTime" ? form : [type, ...form];
}

function prefixOf(parts: readonly KeyPart[], separator: string): string {
  const end = parts.findIndex(({ kind }) => kind === "property");
  const literals = (end < 0 ? parts : parts.slice(0, end)).map((part) => (part.kind === "literal" ? part.text : ""));
  return literals.join(separator) + (end > 0 ? separator : "");
}
