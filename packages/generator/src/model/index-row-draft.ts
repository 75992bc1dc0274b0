import type { EntityDraft, IndexDraft, KeyDraft, KeyPartDraft, PropertyDraft } from "../read/entity/entity-draft.js";
import { isMade } from "./build-entity.js";
import { isIndexName } from "./generated-names.js";
import { isDerivedPartDraft, type PropertyPartDraft } from "./keys/build-key.js";

/**
 * Returns an entity draft (a definition as read) for the rows of each index, because index rows are built and checked like entities. Omits
 * indexes with invalid names.
 */
export function draftIndexRows(entity: EntityDraft): EntityDraft[] {
  return entity.indexes.filter(({ name }) => isIndexName(name.value)).map((index) => draftIndexRow(entity, index));
}

/**
 * Returns a draft that describes the rows of one index like those of an entity. The kind of the rows differs from that of the indexed
 * entity.
 */
export function draftIndexRow(entity: EntityDraft, index: IndexDraft): EntityDraft {
  const { place } = index.name;
  const partitionKey = index.partitionKey ?? entity.partitionKey;
  const rowKey = index.rowKey && completeRowKey(entity, index, index.rowKey);
  const list = entryProperties(entity, index, [partitionKey, rowKey]);
  const about = `A row of the index \`${index.name.value}\` of ${entity.name.value}. Writes of the entity maintain it.`;
  return {
    name: { value: indexRowName(entity.name.value, index.name.value), place },
    doc: index.doc === undefined ? about : `${index.doc}\n\n${about}`,
    table: index.table ?? entity.table,
    kind: { value: `${entity.kind?.value ?? entity.name.value}.${index.name.value}`, place },
    kindProperty: entity.kindProperty,
    separator: entity.separator,
    unknownProperties: "drop",
    ttl: list.some(({ name }) => name.value === entity.ttl?.value) ? entity.ttl : undefined,
    properties: { ...entity.properties, list },
    partitionKey,
    rowKey,
    indexes: [],
    partial: entity.partial || index.partial,
  };
}

/** Returns the class name for the rows of an index: `EmployeeByName` for the index `byName` of `Employee`. */
export function indexRowName(entity: string, index: string): string {
  return entity + index.charAt(0).toUpperCase() + index.slice(1);
}

/** Returns whether each row of an index is stored in the table and partition of its entity. */
export function isInPartition({ table, partitionKey }: EntityDraft, index: IndexDraft): boolean {
  if (index.table !== undefined && index.table.value.toLowerCase() !== table?.value.toLowerCase()) return false;
  return index.partitionKey === undefined || keyText(index.partitionKey) === (partitionKey && keyText(partitionKey));
}

/** Returns whether an index is declared unique (`true` or `"global"`), so that no two entities can have the same indexed values. */
export function isUnique({ unique }: IndexDraft): boolean {
  return unique !== undefined && unique.value !== false;
}

/** Returns the names of the optional properties in the keys of an index. An entity that lacks one of them has no index row. */
export function sparseProperties(entity: EntityDraft, { partitionKey, rowKey }: IndexDraft): readonly string[] {
  const names = new Set(propertyParts(partitionKey, rowKey).map(({ property }) => property.value));
  return entity.properties.list
    .filter(({ name, optional }) => optional && names.has(name.value))
    .map(({ name }) => name.value);
}

/**
 * Returns the RowKey of an index, followed by parts of the entity's keys. Only those are added which the keys of the index do not contain.
 * So no two entities share an index row. The RowKey of a unique index is returned unchanged.
 */
function completeRowKey(entity: EntityDraft, index: IndexDraft, rowKey: KeyDraft): KeyDraft {
  if (isUnique(index)) return rowKey;
  const parts = [...rowKey.parts];
  const own = propertyParts(entity.partitionKey, entity.rowKey);
  const list = entity.properties.list;
  const told = determinedNames(own, list);
  for (const part of own) {
    const present = [...propertyParts(index.partitionKey ?? entity.partitionKey), ...parts.filter(isProperty)];
    const isDeterminedElsewhere = isDerivedPartDraft(part, list) && told.has(part.property.value);
    const isPresent = present.some((other) => partText(other) === partText(part));
    if (!isDeterminedElsewhere && !isPresent && !determinedNames(present, list).has(part.property.value))
      parts.push(separate(part));
  }
  return { place: rowKey.place, parts };
}

/**
 * Returns the properties that index rows store, in the order of the definition: those in the keys of the index and of the entity, and those
 * that the option `include` names.
 */
function entryProperties(
  entity: EntityDraft,
  index: IndexDraft,
  keys: readonly (KeyDraft | undefined)[],
): readonly PropertyDraft[] {
  const include = index.include?.value ?? [];
  const parts = propertyParts(...keys);
  const all = [...parts, ...propertyParts(entity.partitionKey, entity.rowKey)];
  const names = new Set(all.map(({ property }) => property.value));
  if (include !== "all") for (const { value } of include) names.add(value);
  // The `ttl` property, with the time at which an entity expires, is included so that queries of the index leave out expired entities. In
  // another partition, index rows contain only keys.
  if (entity.ttl !== undefined && isInPartition(entity, index)) names.add(entity.ttl.value);
  const told = determinedNames(parts, entity.properties.list);
  const sparse = new Set(sparseProperties(entity, index));
  return entity.properties.list
    .filter(({ name }) => include === "all" || names.has(name.value))
    .map((property) => entryProperty(property, told.has(property.name.value), sparse.has(property.name.value)));
}

/**
 * Returns a property of the entity as index rows have it. A `keyOnly` property is stored, unless the index's keys contain its value. A
 * default that is computed for each entity is left out, because the index row gets the entity's value. An optional property in the index's
 * keys becomes required, because an entity without it has no index row. Index rows copy their entity, so they set no times and have no
 * `readOnly` properties.
 */
function entryProperty(property: PropertyDraft, isDetermined: boolean, isSparse: boolean): PropertyDraft {
  const { keyOnly, default: value, readOnly, onInsert, onWrite, ...options } = property.options;
  return {
    ...property,
    optional: property.optional && !isSparse,
    options: {
      ...options,
      ...(keyOnly && isDetermined && { keyOnly }),
      ...(value && !isMade(property.type, value.value) && { default: value }),
    },
  };
}

function propertyParts(...keys: readonly (KeyDraft | undefined)[]): readonly PropertyPartDraft[] {
  return keys.flatMap((key) => key?.parts.filter(isProperty) ?? []);
}

function isProperty(part: KeyPartDraft): part is PropertyPartDraft {
  return part.kind === "property";
}

/** Returns a copy of a key part without `touches`, so that a separator precedes it even if it was in a template in the entity's key. */
function separate({ touches: _, ...part }: PropertyPartDraft): PropertyPartDraft {
  return part;
}

/** Returns the names of the properties whose values can be read back from these key parts. */
function determinedNames(
  parts: readonly PropertyPartDraft[],
  properties: readonly PropertyDraft[],
): ReadonlySet<string> {
  return new Set(parts.filter((part) => !isDerivedPartDraft(part, properties)).map(({ property }) => property.value));
}

function keyText({ parts }: KeyDraft): string {
  return JSON.stringify(parts.map((part) => [part.touches, part.kind === "literal" ? [part.text] : partText(part)]));
}

function partText({ property, format, width, shards }: PropertyPartDraft): string {
  return JSON.stringify([property.value, format?.value, width?.value, shards?.value]);
}
