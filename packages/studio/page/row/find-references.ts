import type { EntityInfo } from "../../src/contract/model.js";
import type { FieldText, Row } from "../../src/contract/rows.js";
import { fieldText } from "../grid/columns.js";

/** Rows of another entity that a row refers to, by the values that both have in their keys or properties. */
export interface Reference {
  readonly entity: EntityInfo;
  readonly keys: readonly FieldText[];
}

/**
 * Matches names that say nothing of what a value identifies, such as those that `pull` drafts for values that only the keys contain. Two
 * entities have such a property without any relation between them.
 */
const genericName = /^(?:partition|row|key|id|pk|rk|partition_?key|row_?key)\d*$/i;

/**
 * Returns the entities to whose PartitionKey a row has all values, by properties of the same name and type. Values of the first properties in
 * their RowKey narrow the rows further. A property with a generic name, such as `partition` or `id`, counts only in the PartitionKey, and
 * only if both entities are in one table and have the same PartitionKey, because their rows are then in one partition.
 */
export function findReferences(
  all: readonly EntityInfo[],
  entity: EntityInfo | undefined,
  row: Row,
): readonly Reference[] {
  // An index row leads to its entity.
  if (entity === undefined || entity.indexOf !== undefined) return [];
  const own = new Map(entity.properties.map((property) => [property.name, property]));
  return all.flatMap((other): Reference[] => {
    if (other.name === entity.name || other.indexOf !== undefined) return [];
    const isOnePartition = sharesPartitions(entity, other);
    const textOf = (name: string, isGenericTaken: boolean) => {
      if (genericName.test(name) && !isGenericTaken) return undefined;
      const property = own.get(name);
      const theirs = other.properties.find((each) => each.name === name);
      return property && property.type === theirs?.type ? fieldText(row, property) : undefined;
    };
    const partition = namesOf(other.partitionKey).map((name) => [name, textOf(name, isOnePartition)] as const);
    if (partition.length === 0 || partition.some(([, text]) => text === undefined)) return [];
    const ofRow = namesOf(other.rowKey).map((name) => [name, textOf(name, false)] as const);
    const missing = ofRow.findIndex(([, text]) => text === undefined);
    const keys = [...partition, ...(missing < 0 ? ofRow : ofRow.slice(0, missing))];
    return [{ entity: other, keys: [...new Map(keys as FieldText[])] }];
  });
}

function sharesPartitions(one: EntityInfo, other: EntityInfo): boolean {
  return one.table === other.table && JSON.stringify(one.partitionKey) === JSON.stringify(other.partitionKey);
}

function namesOf(parts: EntityInfo["partitionKey"]): string[] {
  return parts.flatMap(({ property }) => property ?? []);
}
