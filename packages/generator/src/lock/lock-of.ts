import { findEdmName } from "../model/edm-types.js";
import type { EntityModel, IndexModel } from "../model/entity-model.js";
import type { KeyModel, KeyPart } from "../model/keys/key-model.js";
import type { PropertyModel } from "../model/property-model.js";
import { isGiven, isModelOption, optionRows } from "../options/property-options.js";
import { formerIndexesAfter, writtenRows } from "./former/former-indexes.js";
import { formerNameFinder } from "./former/former-name.js";
import type { Lock, LockedEntity, LockedIndex, LockedKey, LockedKeys, LockedProperty } from "./lock.js";
import { isSameEntity } from "./same-entity.js";
import { sameKeys } from "./same-keys.js";

/** Record of a current entity for the lock, without the parts that describe its former definitions. */
type CurrentEntity = Omit<LockedEntity, "formerIndexes" | "formerProperties" | "formerKeys">;

/**
 * Builds the lock of the current definitions. An entity that has not changed is the same object as in `before`.
 * @param before the lock of the former definitions, whose records are carried over; undefined if there is none
 */
export function buildLock(models: readonly EntityModel[], before: Lock | undefined): Lock {
  const current = models.map((model) => ({ model, entity: currentEntity(model) }));
  const written = writtenRows(current.map(({ entity }) => entity));
  const names = models.map(({ name }) => name);
  const formerNameOf = before && formerNameFinder(names, before);
  const withFormer = (model: EntityModel, entity: CurrentEntity): LockedEntity => {
    const formerName = formerNameOf?.(model.name, entity);
    const former = formerName === undefined ? undefined : before?.entities.get(formerName);
    if (former === undefined)
      return { ...entity, formerIndexes: new Map(), formerProperties: new Map(), formerKeys: [] };
    const known = new Set(model.properties.flatMap((property) => [nameOf(property), ...property.formerly]));
    const stored = [...former.formerProperties, ...former.properties];
    const built = {
      ...entity,
      formerIndexes: formerIndexesAfter(former, written),
      formerProperties: new Map(stored.filter(([name, { keyOnly }]) => !keyOnly && !known.has(name))),
      formerKeys: sameKeys(former, entity) ? former.formerKeys : [...former.formerKeys, keysAlone(former)],
    };
    return isSameEntity(former, built) ? former : built;
  };
  return { entities: new Map(current.map(({ model, entity }) => [model.name, withFormer(model, entity)])) };
}

function currentEntity(model: EntityModel): CurrentEntity {
  return {
    ...lockKeys(model),
    properties: new Map(model.properties.map((property) => [nameOf(property), lockedProperty(property)])),
    indexes: lockIndexes(model),
  };
}

function lockIndexes({ indexes }: EntityModel): ReadonlyMap<string, LockedIndex> {
  return new Map(indexes.map((index) => [index.name, lockedIndex(index)]));
}

function lockedIndex({ entry, unique, sparse }: IndexModel): LockedIndex {
  const holds = entry.properties.filter(({ keyOnly }) => !keyOnly).map(({ storedName }) => storedName);
  return {
    ...lockKeys(entry),
    ...(unique && { unique }),
    ...(sparse.length > 0 && { sparse: true as const }),
    holds: holds.sort(),
  };
}

function lockKeys({ table, kind, kindProperty, separator, partitionKey, rowKey }: EntityModel): LockedKeys {
  return {
    table,
    ...(kind !== undefined && kindProperty !== false && { kind, kindProperty }),
    separator,
    partitionKey: lockedKey(partitionKey),
    rowKey: lockedKey(rowKey),
  };
}

function keysAlone({ table, kind, kindProperty, separator, partitionKey, rowKey }: LockedKeys): LockedKeys {
  return {
    table,
    ...(kind !== undefined && kindProperty !== undefined && { kind, kindProperty }),
    separator,
    partitionKey,
    rowKey,
  };
}

function nameOf({ name, storedName, keyOnly }: PropertyModel): string {
  return keyOnly ? name : storedName;
}

function lockedKey({ parts }: KeyModel): LockedKey {
  const locked: string[] = [];
  for (const part of parts) locked.push((part.touches ? (locked.pop() ?? "") : "") + lockedPart(part));
  return locked;
}

function lockedPart(part: KeyPart): string {
  if (part.kind === "literal") return part.text.replace(/[{}]/g, "$&$&");
  const { property, encoding, width, shards } = part;
  const type = property.type === "string" ? [] : [findEdmName(property.type)];
  const format = encoding === "text" || encoding === "guid" || encoding === "boolean" ? [] : [encoding];
  const counts = [width ?? [], shards === undefined ? [] : `shard${shards}`].flat();
  return `{${[nameOf(property), ...type, ...format, ...counts].join(":")}}`;
}

function lockedProperty(property: PropertyModel): LockedProperty {
  const { type, optional, json, parts, compress } = property;
  return {
    type: compress === undefined ? findEdmName(property.type) : "Edm.Binary",
    ...(type === "json" && { json: true }),
    ...(optional && { optional: true }),
    ...(property.default !== undefined && { default: true }),
    ...lockedOptions(property),
    ...(parts !== undefined && { parts: parts.count }),
    ...(parts?.names !== undefined && { partNames: `${parts.names}, from ${parts.from}` }),
    ...(json !== undefined && { shape: json.schema === undefined ? json.text : `typeof ${json.schema}` }),
  };
}

/** Options in the lock file, in the order of their places there. */
const lockedRows = optionRows
  .filter(([, { locked }]) => locked !== undefined)
  .toSorted(([, one], [, other]) => (one.locked ?? 0) - (other.locked ?? 0));

function lockedOptions(property: PropertyModel): Partial<LockedProperty> {
  return Object.fromEntries(
    lockedRows.flatMap(([name, { literal }]): (readonly [string, unknown])[] => {
      const value = isModelOption(name) ? property[name] : undefined;
      if (!isGiven(value)) return [];
      if (literal === "codes") return [[name, Object.fromEntries([...(property.codes ?? [])].sort(byName))]];
      // Names are in the order in which reads prefer them. The order of other texts means nothing.
      return [[name, Array.isArray(value) && name !== "formerly" ? [...value].sort() : value]];
    }),
  );
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
