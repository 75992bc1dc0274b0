import { stringLiteral } from "../emit/source-text.js";
import type { EntitySource, IndexSource, KeyPartSource, KeySource } from "./entity-source.js";
import { memberAccess } from "./property-text.js";

/** Returns `(k) => ["order", k.placedAt.desc]`. */
export function keyText({ parts }: KeySource): string {
  const parameter = parts.some(({ kind }) => kind === "property") ? "(k)" : "()";
  return `${parameter} => [${parts.map(partText).join(", ")}]`;
}

function partText(part: KeyPartSource): string {
  if (part.kind === "literal") return stringLiteral(part.text);
  const { property, encoding, width, shards } = part;
  const shard = shards === undefined ? "" : `.shard(${shards})`;
  const format = encoding === "pad" ? `.pad(${width})` : plainEncodings.has(encoding) ? "" : `.${encoding}`;
  return memberAccess("k", property.name) + format + shard;
}

/** Encodings of a property in a key without a format. */
const plainEncodings: ReadonlySet<string> = new Set(["text", "guid", "boolean"]);

/** Returns the options of an index, without those that equal its entity's. */
export function indexOptions(entity: EntitySource, { entry, ownParts, unique }: IndexSource): string[] {
  const options: string[] = [];
  if (entry.table !== entity.table) options.push(`table: ${stringLiteral(entry.table)}`);
  const partitionKey = keyText(entry.partitionKey);
  if (partitionKey !== keyText(entity.partitionKey)) options.push(`partitionKey: ${partitionKey}`);
  options.push(`rowKey: ${keyText({ parts: entry.rowKey.parts.slice(0, ownParts) })}`);
  if (unique) options.push("unique: true");
  const inKeys = new Set([entry, entity].flatMap((of) => [of.partitionKey, of.rowKey].flatMap(namesIn)));
  const include = entry.properties.filter(({ name }) => !inKeys.has(name)).map(({ name }) => stringLiteral(name));
  if (include.length > 0) options.push(`include: [${include.join(", ")}]`);
  return options;
}

function namesIn({ parts }: KeySource): string[] {
  return parts.flatMap((part) => (part.kind === "literal" ? [] : part.property.name));
}
