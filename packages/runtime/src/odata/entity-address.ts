import type { ServiceKind } from "../schema/limits.js";

/**
 * Writes a key for the quotes of a URL: quotes doubled, then percent-encoded as UTF-8. The signature covers the path, so it is never
 * encoded again.
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

/** Row that an entity operation is about. */
export interface EntityAddress {
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** JSON of a row to write, as text or as its bytes in UTF-8. A change set takes text only. */
export type WriteBody = string | Uint8Array;

/** Row and the body to write to it. */
export interface EntityWrite<Body extends WriteBody = WriteBody> extends EntityAddress {
  /** Whole body. Its keys equal those of the address. */
  readonly body: Body;
  /** Service that receives the write. Cosmos has no PATCH, so a merge is written differently there. */
  readonly kind: ServiceKind;
}

/** Condition of a write: an ETag as the service returned it, or `*` for any. */
export interface Conditional {
  readonly ifMatch: string;
}
