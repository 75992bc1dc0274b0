import type { ETag } from "@tablewright/runtime";

/** What a row should hold. `sku` names the write that made it so. */
export interface ModelRow {
  readonly sku: string;
  readonly quantity: number;
  readonly $etag: ETag;
}

/** The rows of one partition, by line number, as they should be; a row that is not here should not exist. */
export type Model = Map<number, ModelRow>;

export function isSameRow(
  one: Omit<ModelRow, "$etag"> | undefined,
  other: Omit<ModelRow, "$etag"> | undefined,
): boolean {
  return one?.sku === other?.sku && one?.quantity === other?.quantity;
}
