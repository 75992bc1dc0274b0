import type { EntityModel, IndexModel } from "../../model/entity-model.js";
import { generatedFileName } from "../../model/generated-names.js";
import { indexRowName } from "../../model/index-row-draft.js";
import { keyOf } from "../../model/keys/build-key.js";
import { isDerivedPart, type KeyPart, type KeyProperty } from "../../model/keys/key-model.js";
import { chooseSeparator } from "../../model/keys/separator.js";
import type { PropertyModel } from "../../model/property-model.js";
import { placeProperties } from "./place-properties.js";

/**
 * Builds models of the index rows that an entity had under its former keys, one for each current index.
 * @param former the model of the entity with its former keys
 */
export function buildFormerIndexes(model: EntityModel, former: EntityModel): IndexModel[] {
  return model.indexes.map((index) => ({ ...index, entry: formerEntry(index, model, former) }));
}

function formerEntry(
  { name, entry, ownParts, unique, isInPartition }: IndexModel,
  model: EntityModel,
  former: EntityModel,
): EntityModel {
  const { kind, kindProperty, separator } = former;
  const table = entry.table === model.table ? former.table : entry.table;
  const partitionParts = (isInPartition ? former : entry).partitionKey.parts;
  const entityParts = [...former.partitionKey.parts, ...former.rowKey.parts];
  const own = entry.rowKey.parts.slice(0, ownParts);
  const rowParts = unique ? own : completed(own, partitionParts, entityParts);
  const names = new Set(
    [
      ...entry.properties,
      ...propertyParts([...partitionParts, ...entityParts, ...rowParts]).map(({ property }) => property),
    ].map((property) => property.name),
  );
  const known = new Map(
    [...former.properties, ...model.properties, ...entry.properties].map((property) => [property.name, property]),
  );
  const keyOnly = new Set(model.properties.filter((property) => property.keyOnly).map((property) => property.name));
  const properties = [...names].flatMap((property): PropertyModel[] => {
    const found = known.get(property);
    return found === undefined ? [] : [{ ...found, keyOnly: found.keyOnly || keyOnly.has(property) }];
  });
  const withOwn = (parts: readonly KeyPart[]) =>
    parts.map((part) =>
      part.kind === "literal"
        ? part
        : { ...part, property: properties.find((property) => property.name === part.property.name) ?? part.property },
    );
  const partition = withOwn(partitionParts);
  const row = withOwn(rowParts);
  const placed = placeProperties(properties, partition, row);
  const partitionKey = keyOf(partition.map(placed.part), chooseSeparator(separator, "partitionKey"));
  const className = indexRowName(former.name, name);
  return {
    ...entry,
    name: className,
    fileName: generatedFileName(className),
    table,
    kind: kind === undefined ? entry.kind : `${kind}.${name}`,
    kindProperty,
    separator,
    properties: placed.properties,
    partitionKey,
    rowKey: keyOf(row.map(placed.part), chooseSeparator(separator, "rowKey")),
    scope: `${table}/${partitionKey.template}`,
    kindScope: former.kindScope.by === "kind" ? { ...former.kindScope, kind: `${kind}.${name}` } : former.kindScope,
  };
}

/**
 * Completes the RowKey of an index: its own parts, followed by parts of the entity's keys. Only those are added whose values the keys of
 * the index do not contain. So no two entities share an index row.
 */
function completed(own: readonly KeyPart[], partition: readonly KeyPart[], entity: readonly KeyPart[]): KeyPart[] {
  const parts = [...own];
  const told = determinedNames(entity);
  for (const part of propertyParts(entity)) {
    const present = propertyParts([...partition, ...parts]);
    const isDeterminedElsewhere = isDerivedPart(part) && told.has(part.property.name);
    const isPresent = present.some((other) => partText(other) === partText(part));
    if (!isDeterminedElsewhere && !isPresent && !determinedNames(present).has(part.property.name))
      parts.push(separate(part));
  }
  return parts;
}

/** Returns a copy of a key part without `touches`, so that a separator precedes it even if it was in a template in the entity's key. */
function separate({ touches: _, ...part }: KeyProperty): KeyProperty {
  return part;
}

function propertyParts(parts: readonly KeyPart[]): KeyProperty[] {
  return parts.flatMap((part) => (part.kind === "property" ? [part] : []));
}

/** Returns the names of the properties whose values can be read back from these key parts. */
function determinedNames(parts: readonly KeyPart[]): ReadonlySet<string> {
  return new Set(propertyParts(parts).flatMap((part) => (isDerivedPart(part) ? [] : part.property.name)));
}

function partText({ property, encoding, width, shards }: KeyProperty): string {
  return JSON.stringify([property.name, encoding, width, shards]);
}
