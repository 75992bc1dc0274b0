import type { ETag } from "@tablewright/runtime";

/** Expected contents of a row. `sku` names the write that stored them. */
export interface ModelRow {
  readonly sku: string;
  readonly quantity: number;
  readonly $etag: ETag;
}

/** Expected rows of one partition, by line number. Rows that are not listed must not exist. */
export type Model = Map<number, ModelRow>;

export function isSameRow(
  one: Omit<ModelRow, "$etag"> | undefined,
  other: Omit<ModelRow, "$etag"> | undefined,
): boolean {
  return one?.sku === other?.sku && one?.quantity === other?.quantity;
}
