import type { EntityModel, KindScope } from "./entity-model.js";
import { intersects, languageOf, startingWith } from "./key-language.js";

/** A model before the other entities of its table are known. */
export type UnscopedModel = Omit<EntityModel, "kindScope">;

/** How queries of each entity of one table keep to their kind. */
export function kindScopes(table: readonly UnscopedModel[]): Map<UnscopedModel, KindScope> {
  const shared = new Set<UnscopedModel>();
  for (const [shorter, longer] of overlappingRowKeys(table)) {
    shared.add(shorter);
    if (shared.has(longer)) continue;
    if (intersects(languageOf(shorter.rowKey, shorter.separator), startingWith(longer.rowKey.prefix)))
      shared.add(longer);
  }
  return new Map(table.map((model) => [model, scopeOf(model, shared.has(model))]));
}

/**
 * Pairs of entities of which the leading literal of one row key starts with that of the other; the shorter one comes first.
 * Sorted by prefix, only neighbours can overlap, so that many kinds in a table cost little.
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

function scopeOf({ kind, kindProperty, rowKey: { prefix } }: UnscopedModel, isShared: boolean): KindScope {
  if (prefix !== "" && !isShared) return { by: "row-key", prefix };
  return kind !== undefined && kindProperty !== false ? { by: "kind", kindProperty, kind } : { by: "table" };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
