import type { EntityId } from "@tablewright/runtime";

export function hasSameKeys(one: EntityId, other: EntityId): boolean {
  return one.partitionKey === other.partitionKey && one.rowKey === other.rowKey;
}

/** Formats the keys of a row for a message: `("cust!C1", "order!7")`. */
export function keysText({ partitionKey, rowKey }: EntityId): string {
  return `(${JSON.stringify(partitionKey)}, ${JSON.stringify(rowKey)})`;
}
