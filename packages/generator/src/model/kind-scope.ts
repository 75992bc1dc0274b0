import type { EntityModel, KindScope } from "./entity-model.js";
import { intersects, languageOf, startingWith } from "./key-language.js";
import { isConstant } from "./key-model.js";

/** A model without its indexes, before the other entities of its table are known. */
export type UnscopedModel = Omit<EntityModel, "kindScope" | "indexes">;

/** Determines how queries of each entity of one table select their kind. */
export function kindScopes(table: readonly UnscopedModel[]): Map<UnscopedModel, KindScope> {
  const shared = new Set<UnscopedModel>();
  for (const [shorter, longer] of overlappingRowKeys(table)) {
    shared.add(shorter);
    if (shared.has(longer)) continue;
    if (intersects(languageOf(shorter.rowKey, shorter.separator), startingWith(longer.rowKey.prefix)))
      shared.add(longer);
  }
  return new Map(table.map((model) => [model, scopeOf(model, shared.has(model), table)]));
}

/**
 * Finds pairs of entities whose leading RowKey literals overlap: one starts with the other. The shorter one comes first. Sorted by
 * prefix, only neighbours can overlap, so that many kinds in a table are checked quickly.
 */
export function* overlappingRowKeys<Model extends UnscopedModel>(table: readonly Model[]): Generator<[Model, Model]> {
  const sorted = table.toSorted((a, b) => compare(a.rowKey.prefix, b.rowKey.prefix));
  for (const [index, shorter] of sorted.entries()) {
    for (let next = index + 1; next < sorted.length; next++) {
      const longer = sorted[next];
      if (!longer?.rowKey.prefix.startsWith(shorter.rowKey.prefix)) break;
      yield [shorter, longer];
    }
  }
}

function scopeOf(model: UnscopedModel, isShared: boolean, table: readonly UnscopedModel[]): KindScope {
  const { kind, kindProperty, rowKey } = model;
  if (rowKey.prefix !== "" && !isShared) return { by: "row-key", prefix: rowKey.prefix };
  const byPartition = table.length > 1 ? partitionScopeOf(model, table) : undefined;
  if (byPartition !== undefined) return byPartition;
  return kind !== undefined && kindProperty !== false ? { by: "kind", kindProperty, kind } : { by: "table" };
}

/** Returns the scope by the PartitionKey alone, or by the start of both keys; undefined if another entity can have such keys. */
function partitionScopeOf(model: UnscopedModel, table: readonly UnscopedModel[]): KindScope | undefined {
  const { partitionKey, rowKey } = model;
  if (partitionKey.prefix === "") return undefined;
  const partitions = isConstant(partitionKey)
    ? languageOf(partitionKey, model.separator)
    : startingWith(partitionKey.prefix);
  const others = table.filter(
    (other) =>
      other !== model &&
      canMeet(other.partitionKey.prefix, partitionKey.prefix) &&
      intersects(languageOf(other.partitionKey, other.separator), partitions),
  );
  if (others.length === 0) return { by: "partition-key", prefix: partitionKey.prefix };
  if (rowKey.prefix === "") return undefined;
  const rows = startingWith(rowKey.prefix);
  if (others.some((other) => intersects(languageOf(other.rowKey, other.separator), rows))) return undefined;
  return { by: "partition-key", prefix: partitionKey.prefix, rowKeyPrefix: rowKey.prefix };
}

/** Returns whether some text starts with both. Cheaper than comparing the languages of the keys. */
export function canMeet(prefix: string, other: string): boolean {
  return prefix.startsWith(other) || other.startsWith(prefix);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
