import type { ServiceKind } from "../schema/limits.js";

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

/** JSON of a row to write, as text or as UTF-8 bytes. A change set takes text only. */
export type WriteBody = string | Uint8Array;

/** Address of a row, and the body to write to it. */
export interface EntityWrite<Body extends WriteBody = WriteBody> extends EntityAddress {
  /** Whole body of the request. The keys in it equal those of the address. */
  readonly body: Body;
  /** Service that receives the write: Storage or Cosmos DB. Cosmos has no PATCH, so a merge is written differently there. */
  readonly kind: ServiceKind;
}

/** Condition of a write: the ETag that the row must have, as the service returned it, or `*` for any version. */
export interface Conditional {
  readonly ifMatch: string;
}
