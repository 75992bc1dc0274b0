/**
 * Encodes a key for the quotes in the path of a URL: doubles its quotes, then percent-encodes it as UTF-8. The request's signature covers
 * the encoded path, so the path must never be encoded again.
 */
function keyLiteral(key: string): string {
  return encodeURIComponent(key.includes("'") ? key.replaceAll("'", "''") : key);
}

/**
 * Returns the path of one row: `/Shop(PartitionKey='a',RowKey='b')`.
 * @see https://learn.microsoft.com/rest/api/storageservices/query-entities
 */
export function entityPath(table: string, partitionKey: string, rowKey: string): string {
  return `/${table}(PartitionKey='${keyLiteral(partitionKey)}',RowKey='${keyLiteral(rowKey)}')`;
}

/** Returns the path of one table as an item of the table list: `/Tables('Shop')`. */
export function tablePath(table: string): string {
  return `/Tables('${keyLiteral(table)}')`;
}

/** Address of a row: its table and its keys. */
export interface EntityAddress {
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** Write of a row, as the operations need it: the address of the row, its body and its condition. */
export interface EntityWrite extends EntityAddress {
  /** Whole body of the request. The keys in it equal those of the address. */
  readonly body: string;
  /** Returns the body in UTF-8; absent if the body is short enough to be sent as text. */
  readonly toBytes?: (() => Uint8Array) | undefined;
  /** ETag that the row must have, as the service returned it; `*`, or undefined, for any version. */
  readonly ifMatch?: string | undefined;
}
