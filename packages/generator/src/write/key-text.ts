import { stringLiteral, templateText } from "../emit/source-text.js";
import type { EntitySource, IndexSource, KeyPartSource, KeySource } from "./entity-source.js";
import { memberAccess } from "./property-text.js";

/** Returns the source text of a key: `(k) => ["order", k.placedAt.desc]`. */
export function keyText({ parts }: KeySource): string {
  const parameter = parts.some(({ kind }) => kind === "property") ? "(k)" : "()";
  const templates: KeyPartSource[][] = [];
  for (const part of parts) {
    const template = part.touches ? templates.at(-1) : undefined;
    if (template === undefined) templates.push([part]);
    else template.push(part);
  }
  return `${parameter} => [${templates.map(elementText).join(", ")}]`;
}

/** Returns the source text of one element of a key's array: a literal, a property, or a template of both. */
function elementText(parts: readonly KeyPartSource[]): string {
  const [only, another] = parts;
  if (only !== undefined && another === undefined) return partText(only);
  if (parts.every((part) => part.kind === "literal")) return stringLiteral(parts.map(({ text }) => text).join(""));
  return templateText(
    parts.map((part) => ({
      isCode: part.kind === "property",
      text: part.kind === "literal" ? part.text : partText(part),
    })),
  );
}

function partText(part: KeyPartSource): string {
  if (part.kind === "literal") return stringLiteral(part.text);
  const { property, encoding, width, shards } = part;
  const shard = shards === undefined ? "" : `.shard(${shards})`;
  const calls = encoding.startsWith(".") ? encoding : `.${encoding}`;
  const format = encoding === "pad" ? `.pad(${width})` : plainEncodings.has(encoding) ? "" : calls;
  return memberAccess("k", property.name) + format + shard;
}

/** Encodings that a definition writes as the property alone, without a key format: `k.id`. */
const plainEncodings: ReadonlySet<string> = new Set(["text", "guid", "boolean"]);

/**
 * Returns the source texts of an index's options, such as `unique: true`. Omits the table and the PartitionKey if they are the entity's.
 */
export function indexOptions(entity: EntitySource, { entry, ownParts, unique }: IndexSource): string[] {
  const options: string[] = [];
  if (entry.table !== entity.table) options.push(`table: ${stringLiteral(entry.table)}`);
  const partitionKey = keyText(entry.partitionKey);
  if (partitionKey !== keyText(entity.partitionKey)) options.push(`partitionKey: ${partitionKey}`);
  options.push(`rowKey: ${keyText({ parts: entry.rowKey.parts.slice(0, ownParts) })}`);
  if (unique) options.push(options.length > 1 ? 'unique: "global"' : "unique: true");
  const inKeys = new Set([entry, entity].flatMap((of) => [of.partitionKey, of.rowKey].flatMap(namesIn)));
  const include = entry.properties.filter(({ name }) => !inKeys.has(name)).map(({ name }) => stringLiteral(name));
  if (include.length > 0) options.push(`include: [${include.join(", ")}]`);
  return options;
}

function namesIn({ parts }: KeySource): string[] {
  return parts.flatMap((part) => (part.kind === "literal" ? [] : part.property.name));
}
