import type { EntityAddress } from "../../rest/entity-address.js";
import { Write } from "../../rest/write.js";
import type { EntityPayload } from "../../schema/entity-schema.js";

/*
 * A receipt is a row that tools and queries hide (`isReceiptKey`). It is written in the same transaction as other writes, under its own
 * ETag, so that it is there if and only if they were applied.
 */

/** Contents of a receipt: the id of the request that wrote it, and the ETag of the receipt that it replaced, empty for an insert. */
interface ReceiptContents {
  readonly request: string;
  readonly replaced: string;
}

/**
 * Plans the write of a request's receipt under the ETag that the receipt has: an insert if it does not exist.
 * @param etag undefined if the receipt does not exist
 */
export function planReceipt(
  { table, partitionKey, rowKey }: EntityAddress,
  request: string,
  etag: string | undefined,
): Write {
  const contents: ReceiptContents = { request, replaced: etag ?? "" };
  const body = JSON.stringify({ PartitionKey: partitionKey, RowKey: rowKey, ...contents });
  const row = { partitionKey, rowKey, body };
  const target = { name: "Receipt", table };
  return etag === undefined ? new Write("insert", target, row) : new Write("replace", target, row, etag);
}

/** Reads the contents of a receipt; undefined for no row, and for a row with other contents. */
export function readReceipt(row: EntityPayload | undefined): ReceiptContents | undefined {
  const { request, replaced } = (row ?? {}) as Partial<Record<keyof ReceiptContents, unknown>>;
  return typeof request === "string" && typeof replaced === "string" ? { request, replaced } : undefined;
}
