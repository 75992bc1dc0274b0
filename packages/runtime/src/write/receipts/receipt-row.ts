import type { EntityAddress } from "../../rest/entity-address.js";
import { Write } from "../../rest/write.js";
import type { EntityPayload } from "../../schema/entity-schema.js";

/*
 * A receipt is a row that tools and queries hide (`isReceiptKey`). It is written in the same transaction as other writes, under its own
 * ETag, so that it is there if and only if they were applied.
 */

/** Contents of a receipt: names of letters, with texts. */
export type ReceiptContents = Readonly<Record<string, string>>;

/**
 * Plans the write of a receipt under the ETag that it has: an insert if it does not exist.
 * @param etag undefined if the receipt does not exist
 */
export function planReceipt(
  { table, partitionKey, rowKey }: EntityAddress,
  contents: ReceiptContents,
  etag: string | undefined,
): Write {
  const body = JSON.stringify({ PartitionKey: partitionKey, RowKey: rowKey, ...contents });
  const row = { partitionKey, rowKey, body };
  const target = { name: "Receipt", table };
  return etag === undefined ? new Write("insert", target, row) : new Write("replace", target, row, etag);
}

/** Contents of the receipt of a request: its id, and the ETag of the receipt that it replaced, empty for an insert. */
export interface RequestReceipt {
  readonly request: string;
  readonly replaced: string;
}

/** Returns the contents of the receipt that a request leaves. @param etag ETag of the receipt before the request */
export function requestReceipt(request: string, etag: string | undefined): ReceiptContents {
  return { request, replaced: etag ?? "" } satisfies RequestReceipt;
}

/** Reads the receipt of a request; undefined for no row, and for a row with other contents. */
export function readRequestReceipt(row: EntityPayload | undefined): RequestReceipt | undefined {
  const { request, replaced } = (row ?? {}) as Partial<Record<keyof RequestReceipt, unknown>>;
  return typeof request === "string" && typeof replaced === "string" ? { request, replaced } : undefined;
}
