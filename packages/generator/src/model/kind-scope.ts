import type { EntityModel, KindScope } from "./entity-model.js";
import { commonText, intersects } from "./keys/common-text.js";
import { buildLanguage, startingWith } from "./keys/key-language.js";
import { isConstant } from "./keys/key-model.js";

/** Entity model before the other entities of its table are known: without `kindScope` and `indexes`, which are added last. */
export type UnscopedModel = Omit<EntityModel, "kindScope" | "indexes">;

/** Determines for each entity of a table how queries distinguish its rows from those of the other entities. */
export function kindScopes(table: readonly UnscopedModel[]): Map<UnscopedModel, KindScope> {
  const shared = new Set<UnscopedModel>();
  for (const [shorter, longer] of overlappingRowKeys(table)) {
    shared.add(shorter);
    if (shared.has(longer)) continue;
    if (intersects(buildLanguage(shorter.rowKey), startingWith(longer.rowKey.prefix))) shared.add(longer);
  }
  return new Map(table.map((model) => [model, scopeOf(model, shared.has(model), table)]));
}

/**
 * Finds pairs of entities whose RowKeys can start alike: the constant start of one RowKey begins with that of the other. The entity with
 * the shorter start comes first in each pair. The entities are sorted by their constant starts, so that such entities are adjacent, and a
 * table with many entities is checked quickly.
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
  if (kind !== undefined && kindProperty !== false) return { by: "kind", kindProperty, kind };
  const isDistinct = table.length > 1 && table.every((other) => other === model || !canCoincide(model, other));
  return { by: isDistinct ? "shape" : "table" };
}

/** PartitionKey and RowKey that rows of two different entities can both have. */
export interface CommonKeys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** Returns whether a row of one entity can have the same PartitionKey and RowKey as a row of the other. */
function canCoincide(a: UnscopedModel, b: UnscopedModel): boolean {
  return commonKeys(a, b) !== undefined;
}

/**
 * Finds a PartitionKey and RowKey that rows of both entities can have; `undefined` if there are none. Compares the constant starts of the
 * keys first, because that is cheap.
 */
export function commonKeys(a: UnscopedModel, b: UnscopedModel): CommonKeys | undefined {
  if (!canMeet(a.partitionKey.prefix, b.partitionKey.prefix) || !canMeet(a.rowKey.prefix, b.rowKey.prefix))
    return undefined;
  const rowKey = commonText(buildLanguage(a.rowKey), buildLanguage(b.rowKey));
  const partitionKey =
    rowKey === undefined ? undefined : commonText(buildLanguage(a.partitionKey), buildLanguage(b.partitionKey));
  return rowKey === undefined || partitionKey === undefined ? undefined : { partitionKey, rowKey };
}

/**
 * Returns the kind scope `partition-key`, which selects an entity's rows by the start of the PartitionKey alone, or of both keys;
 * `undefined` if another entity can have such keys, or the keys have no constant start.
 */
function partitionScopeOf(model: UnscopedModel, table: readonly UnscopedModel[]): KindScope | undefined {
  const { partitionKey, rowKey } = model;
  if (partitionKey.prefix === "") return undefined;
  const partitions = isConstant(partitionKey) ? buildLanguage(partitionKey) : startingWith(partitionKey.prefix);
  const others = table.filter(
    (other) =>
      other !== model &&
      canMeet(other.partitionKey.prefix, partitionKey.prefix) &&
      intersects(buildLanguage(other.partitionKey), partitions),
  );
  if (others.length === 0) return { by: "partition-key", prefix: partitionKey.prefix };
  if (rowKey.prefix === "") return undefined;
  const rows = startingWith(rowKey.prefix);
  if (others.some((other) => intersects(buildLanguage(other.rowKey), rows))) return undefined;
  return { by: "partition-key", prefix: partitionKey.prefix, rowKeyPrefix: rowKey.prefix };
}

/** Returns whether one key can start with both prefixes. This is cheaper than comparing all texts that the keys can have. */
function canMeet(prefix: string, other: string): boolean {
  return prefix.startsWith(other) || other.startsWith(prefix);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
