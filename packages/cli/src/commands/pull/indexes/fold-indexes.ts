import type { EntitySource, KeyPartSource, KeySource, PropertySource } from "@tablewright/generator";
import { tableRowJson } from "@tablewright/runtime/edm";
import type { DraftEntity, DraftIndex } from "../draft/draft-entity.js";
import type { SampledRow } from "../sample/columns.js";
import { readIndexKind } from "./index-kind.js";

/**
 * Turns a draft of index rows into an index of the entity that the rows belong to. Does so only if each index row has the values of a
 * sampled entity, and if the keys of the index row can be built from these values. Returns `drafts` without the ones that became indexes.
 * @param elsewhere drafts of index rows in other tables; they are left out of the result even if they belong to none of these entities
 */
export function foldIndexes(drafts: readonly DraftEntity[], elsewhere: readonly DraftEntity[] = []): DraftEntity[] {
  const folded = new Set<DraftEntity>();
  const entities = drafts.map((entity) => {
    const indexes: DraftIndex[] = [];
    for (const entry of [...drafts, ...elsewhere]) {
      const index = buildIndex(entity, entry);
      if (index === undefined) continue;
      folded.add(entry);
      indexes.push(index);
    }
    return indexes.length === 0 ? entity : withIndexes(entity, indexes);
  });
  return entities.filter((_, index) => !folded.has(drafts[index] as DraftEntity));
}

function buildIndex(entity: DraftEntity, entry: DraftEntity): DraftIndex | undefined {
  const { source } = entity;
  const kind = readIndexKind(entry.source.kind);
  if (kind === undefined || kind.entity !== source.kind || entry.source.kindProperty !== source.kindProperty)
    return undefined;
  if (entry.source.separator !== source.separator || entry.source.unknownProperties === "keep") return undefined;
  const names = new Map<string, string>();
  for (const property of entry.source.properties) {
    const own = ownProperty(source, property);
    if (own === undefined) return undefined;
    names.set(property.name, own.name);
  }
  const partitionKey = renamed(entry.source.partitionKey, names);
  const rowKey = renamed(entry.source.rowKey, names);
  const ownKeys = [...namesIn(source.partitionKey), ...namesIn(source.rowKey)];
  const properties = [...names.values()].map((name) => ({ name }));
  if (!ownKeys.every((name) => properties.some((property) => property.name === name))) return undefined;
  const inKeys = new Set([...namesIn(partitionKey), ...namesIn(rowKey)]);
  const unique = !ownKeys.every((name) => inKeys.has(name));
  const isInPartition = JSON.stringify(partitionKey) === JSON.stringify({ parts: source.partitionKey.parts.map(bare) });
  const includes = properties.some(({ name }) => !inKeys.has(name) && !ownKeys.includes(name));
  if (includes && !isInPartition) return undefined;
  if (!haveEntities(entity, entry)) return undefined;
  const { table } = entry.source;
  return {
    source: { name: kind.index, unique, entry: { table, partitionKey, rowKey, properties } },
    limits: entry.source.properties.map(({ name, ...limits }) => ({ ...limits, name: names.get(name) ?? name })),
    rows: entry.rows,
  };
}

/** Returns the entity's property whose value the given property of an index row repeats; undefined if there is none. */
function ownProperty({ properties }: EntitySource, { storedName, type, keyOnly }: PropertySource) {
  if (keyOnly) return undefined;
  return properties.find((own) => own.storedName === storedName && own.type === type && !own.keyOnly);
}

function renamed({ parts }: KeySource, names: ReadonlyMap<string, string>): KeySource {
  return {
    parts: parts.map((part) => {
      if (part.kind === "literal") return bare(part);
      return bare({ ...part, property: { name: names.get(part.property.name) ?? part.property.name } });
    }),
  };
}

/** Returns a copy of a key part with its members in a fixed order, so that parts can be compared as JSON. */
function bare(part: KeyPartSource): KeyPartSource {
  if (part.kind === "literal")
    return { kind: "literal", text: part.text, ...(part.touches && { touches: part.touches }) };
  const { kind, encoding, width, shards, property } = part;
  const format = {
    ...(width !== undefined && { width }),
    ...(shards !== undefined && { shards }),
    ...(part.touches && { touches: part.touches }),
  };
  return { kind, encoding, ...format, property: { name: property.name } };
}

function namesIn({ parts }: KeySource): string[] {
  return parts.flatMap((part) => (part.kind === "literal" ? [] : part.property.name));
}

/** Returns whether each index row has the values of an entity that was sampled. */
function haveEntities(entity: DraftEntity, entry: DraftEntity): boolean {
  const columns = entry.source.properties.map(({ storedName }) => storedName);
  const made = new Set(entity.rows.map((row) => valuesText(row, columns)));
  return entry.rows.every((row) => made.has(valuesText(row, columns)));
}

function valuesText({ properties }: SampledRow, columns: readonly string[]): string {
  const values = columns.flatMap((name) => {
    const value = properties[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return tableRowJson("", { partitionKey: "", rowKey: "", properties: Object.fromEntries(values) });
}

/**
 * Adds indexes to an entity. The values of a property in an index key must fit into that key. So the property gets the limits that the
 * index needs: `min`, and also `maxLength` unless a row exceeds it.
 */
function withIndexes(entity: DraftEntity, indexes: readonly DraftIndex[]): DraftEntity {
  const { source } = entity;
  const properties = source.properties.map((property) => {
    const limits = indexes.flatMap(({ limits }) => limits.find(({ name }) => name === property.name) ?? []);
    const min = limits.flatMap((limit) => limit.min ?? []);
    const maxLength = Math.min(...[property, ...limits].flatMap((limit) => limit.maxLength ?? []));
    const isLimited = Number.isFinite(maxLength) && entity.rows.every((row) => isWithin(row, property, maxLength));
    return { ...property, ...(min.length > 0 && { min: Math.max(...min) }), ...(isLimited && { maxLength }) };
  });
  return { ...entity, indexes, source: { ...source, properties, indexes: indexes.map((index) => index.source) } };
}

function isWithin({ properties }: SampledRow, { storedName }: PropertySource, maxLength: number): boolean {
  const value = properties[storedName];
  return value?.type !== "Edm.String" || value.value.length <= maxLength;
}
