import type { ServiceKind } from "../schema/limits.js";

/**
 * A key as it stands between the quotes of a URL: quotes doubled, then percent-encoded as UTF-8. The signature covers the
 * path, so it is never encoded again.
 */
function keyLiteral(key: string): string {
  return encodeURIComponent(key.includes("'") ? key.replaceAll("'", "''") : key);
}

/**
 * The path of one row: `/Shop(PartitionKey='a',RowKey='b')`.
 * @see https://learn.microsoft.com/rest/api/storageservices/query-entities
 */
export function entityPath(table: string, partitionKey: string, rowKey: string): string {
  return `/${table}(PartitionKey='${keyLiteral(partitionKey)}',RowKey='${keyLiteral(rowKey)}')`;
}

/** The path of one table as an item of the table list: `/Tables('Shop')`. */
export function tablePath(table: string): string {
  return `/Tables('${keyLiteral(table)}')`;
}

/** The row that an entity operation is about. */
export interface EntityAddress {
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** A row and what is written to it. */
export interface EntityWrite extends EntityAddress {
  /** The whole JSON body; its keys equal those of the address. */
  readonly body: string;
  /** Cosmos has no PATCH: a merge is written differently there. */
  readonly kind: ServiceKind;
}

/** The condition of a write: an ETag as the service gave it, or `*` for any. */
export interface Conditional {
  readonly ifMatch: string;
}
