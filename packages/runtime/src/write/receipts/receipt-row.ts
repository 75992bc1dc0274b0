import type { EntityAddress } from "../../rest/request-url.js";
import { Write } from "../../rest/write.js";
import type { EntityPayload } from "../../schema/entity-schema.js";

/*
 * A receipt is a row that tools and queries hide (`isReceiptKey`). It is written in the same transaction as other writes, under its own
 * ETag, so that it exists if and only if those writes were applied.
 */

/** Contents of a receipt: the id of the request that wrote it, and the ETag of the version that it replaced; empty if it was inserted. */
interface ReceiptContents {
  readonly request: string;
  readonly replaced: string;
}

/**
 * Plans the write of a request's receipt under the receipt's current ETag. If there is no receipt yet, plans an insert.
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

/** Reads the contents of a receipt; undefined if there is no row, or if it has other contents. */
export function readReceipt(row: EntityPayload | undefined): ReceiptContents | undefined {
  const { request, replaced } = (row ?? {}) as Partial<Record<keyof ReceiptContents, unknown>>;
  return typeof request === "string" && typeof replaced === "string" ? { request, replaced } : undefined;
}
