/** Whether a value of an answer is a row: an object whose keys, where they were asked for, are strings. */
export function isRow(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { PartitionKey, RowKey } = value as { readonly PartitionKey?: unknown; readonly RowKey?: unknown };
  return isKey(PartitionKey) && isKey(RowKey);
}

/** `null` is what `$select` of an absent property answers. */
function isKey(value: unknown): boolean {
  return typeof value === "string" || value === undefined || value === null;
}
