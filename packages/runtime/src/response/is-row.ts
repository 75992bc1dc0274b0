/** What every row of an answer has, because the request asked for it. */
export interface RowShape {
  readonly hasPartitionKey: boolean;
  readonly hasRowKey: boolean;
  /** Under metadata the service names the ETag of each row. */
  readonly hasETag: boolean;
}

/** Whether a value of an answer is a row of that shape. Other members are judged when they are decoded. */
export function isRow(value: unknown, { hasPartitionKey, hasRowKey, hasETag }: RowShape): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { PartitionKey, RowKey, "odata.etag": etag } = value as Readonly<Record<string, unknown>>;
  return isText(PartitionKey, hasPartitionKey) && isText(RowKey, hasRowKey) && isText(etag, hasETag);
}

/** `null` is what `$select` of an absent property answers. */
function isText(member: unknown, isThere: boolean): boolean {
  return typeof member === "string" || (!isThere && (member === undefined || member === null));
}
