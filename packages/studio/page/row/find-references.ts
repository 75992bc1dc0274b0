import type { EntityInfo } from "../../src/contract/model.js";
import type { FieldText, Row } from "../../src/contract/rows.js";
import { fieldText } from "../grid/columns.js";

/** Rows of another entity that a row refers to, by the values that both have in their keys or properties. */
export interface Reference {
  readonly entity: EntityInfo;
  readonly keys: readonly FieldText[];
}

/**
 * Returns the entities to whose PartitionKey a row has all values, by properties of the same name and type. Values of the first properties in
 * their RowKey narrow the rows further.
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
    const textOf = (name: string) => {
      const property = own.get(name);
      const theirs = other.properties.find((each) => each.name === name);
      return property && property.type === theirs?.type ? fieldText(row, property) : undefined;
    };
    const partition = namesOf(other.partitionKey).map((name) => [name, textOf(name)] as const);
    if (partition.length === 0 || partition.some(([, text]) => text === undefined)) return [];
    const ofRow = namesOf(other.rowKey).map((name) => [name, textOf(name)] as const);
    const missing = ofRow.findIndex(([, text]) => text === undefined);
    const keys = [...partition, ...(missing < 0 ? ofRow : ofRow.slice(0, missing))];
    return [{ entity: other, keys: [...new Map(keys as FieldText[])] }];
  });
}

function namesOf(parts: EntityInfo["partitionKey"]): string[] {
  return parts.flatMap(({ property }) => property ?? []);
}
