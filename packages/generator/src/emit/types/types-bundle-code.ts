import type { EntityModel } from "../../model/entity-model.js";
import { hasIntervals } from "../../model/keys/key-encoding.js";
import type { KeyProperty } from "../../model/keys/key-model.js";
import type { PropertyModel } from "../../model/property-model.js";
import { keyProperties } from "../codec/key-code.js";
import { valueType } from "../codec/property-representation.js";
import { interfaceCode, stringLiteral } from "../source-text.js";
import { distinct, kindLiteral } from "./key-types-code.js";

/** Emits the interface with all types of an entity, e.g. `OrderTypes`: the one type argument of the client. */
export function typesBundleCode(entity: EntityModel): string {
  const { name, properties, scope, unknownProperties } = entity;
  const optional = properties.filter((property) => property.optional);
  const keeps = unknownProperties === "keep";
  const plain = !keeps && properties.length > 0;
  const system = keeps ? ['"$extra"'] : [];
  const members = [
    `name: "${name}"`,
    `kind: ${kindLiteral(entity)}`,
    `scope: ${stringLiteral(scope)}`,
    `entity: Stored${name}`,
    `written: $.AsWritten<${name}>`,
    `inserted: ${keyAnd(entity, isMade)}`,
    `replaced: ${keyAnd(entity, (property) => isMade(property) && property.stamp !== "insert")}`,
    `changed: ${keyAnd(entity, ({ stamp }) => stamp === "write")}`,
    `init: ${name}Init`,
    `merge: ${name}Merge`,
    `key: ${name}Key`,
    `partition: ${name}Partition`,
    `rowKey: ${name}RowKey`,
    `rowKeyPrefix: ${name}RowKeyPrefix`,
    `rowKeyRange: ${name}RowKeyRange`,
    `inPartition: ${name}InPartition`,
    `where: ${name}Where`,
    `selectable: ${[plain ? `keyof ${name}Init` : formatNames(properties), ...system].join(" | ")}`,
    `optional: ${keeps ? [...optional.map(({ name: each }) => stringLiteral(each)), extraNames].join(" | ") : formatNames(optional)}`,
    ...partitionsMember(entity),
    ...(entity.indexes.length > 0 ? [`indexes: ${name}Indexes`] : []),
  ];
  return interfaceCode(
    `Types of ${name} for the client, in one type argument.`,
    `${name}Types`,
    members.map((member) => ({ text: `readonly ${member}` })),
  );
}

/** Returns the type of the result of a write, without its ETag: the key, and the other properties that match. */
function keyAnd({ name, properties }: EntityModel, matches: (property: PropertyModel) => boolean): string {
  const made = properties.filter((property) => property.key === undefined && matches(property));
  if (made.length === 0) return `${name}Key`;
  return `${name}Key & { ${made.map((property) => `readonly ${property.name}: ${valueType(property)}`).join("; ")} }`;
}

/** Returns whether the library can fill in a value of the property, such as a random id or the current time. */
function isMade({ makeDefault, stamp }: PropertyModel): boolean {
  return (makeDefault ?? stamp) !== undefined;
}

/** Type of the names such as `$extra.colour`, by which `unset` removes undeclared properties. */
const extraNames = `\`$extra.\${string}\``;

/**
 * Emits the member `partitions`, the argument type of `queryPartitions`. It exists only if the PartitionKey contains a time interval or a
 * shard, because only then can its partitions be listed.
 */
function partitionsMember({ partitionKey }: EntityModel): string[] {
  const parts = keyProperties(partitionKey);
  if (!parts.some((part) => isBucket(part) || part.shards !== undefined)) return [];
  const members = distinct(parts).map(({ property }) => {
    const own = parts.filter((part) => part.property === property && part.shards === undefined);
    const type = valueType(property);
    if (own.length > 0 && own.every(isBucket)) return `readonly ${property.name}: ${type} | $.BoundedRange<${type}>`;
    return `readonly ${property.name}${own.length === 0 ? "?" : ""}: ${type}`;
  });
  return [`partitions: { ${members.join("; ")} }`];
}

function isBucket({ encoding, shards }: KeyProperty): boolean {
  return shards === undefined && hasIntervals(encoding);
}

function formatNames(properties: readonly PropertyModel[]): string {
  return properties.map(({ name }) => stringLiteral(name)).join(" | ") || "never";
}
