import { parseStoredPayload } from "../codec/payload.js";
import { malformedResponse } from "../errors/table-error.js";
import { type HttpResponse, readHeaders } from "../http/http-message.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { LargeRows } from "../schema/hooks.js";
import type { Operation } from "./connection.js";
import { type EntityAddress, entityPath } from "./entity-address.js";
import { queryString } from "./query-string.js";
import { checkJsonType, parseJson } from "./read-body.js";
import { isRow, type RowShape } from "./rows.js";
import { toServiceError } from "./to-service-error.js";
import { isEntityMissing } from "./write-response.js";

export interface GetEntityInput extends EntityAddress {
  /** Stored names of the properties to return, both keys included; all by default. */
  readonly select?: readonly string[] | undefined;
  /**
   * Parser for the body of a response whose row may be large. If it cannot parse a body, it returns undefined, and the usual parser does.
   */
  readonly parseLarge?: LargeRows["parseRow"] | undefined;
}

/**
 * Query Entities by both keys. Returns the row, or undefined if there is none. A missing table is an error.
 * @see https://learn.microsoft.com/rest/api/storageservices/query-entities
 */
export const getEntity: Operation<GetEntityInput, EntityPayload | undefined> = {
  name: "getEntity",
  readOnly: true,
  request: (row) => ({
    method: "GET",
    path: entityPath(row.table, row.partitionKey, row.rowKey),
    query: row.select === undefined ? "" : queryString({ select: row.select }),
    headers: readHeaders,
  }),
  parse: (response, row) => parseRow(response, row, JSON.parse),
  isRequested: (row, { partitionKey, rowKey }) =>
    row === undefined || (row.PartitionKey === partitionKey && row.RowKey === rowKey),
};

/**
 * Query Entities by both keys, for a row that is written back, or whose properties no definition declares. Every whole Edm.Double in the
 * result has a type annotation, because in plain JSON it looks like an integer.
 */
export const getExactEntity: Operation<GetEntityInput, EntityPayload | undefined> = {
  ...getEntity,
  parse: (response, row) => parseRow(response, row, parseStoredPayload),
};

/** Members that a whole row must have. Without its ETag, a row could be overwritten by mistake. */
const wholeRow: RowShape = { hasPartitionKey: true, hasETag: true };

function parseRow(
  response: HttpResponse,
  { table, parseLarge }: GetEntityInput,
  parse: (text: string) => unknown,
): EntityPayload | undefined {
  if (response.status === 200) {
    checkJsonType(response);
    const row = parseLarge?.(response.body, parse) ?? parseJson(response, parse);
    if (isRow(row, wholeRow)) return row as EntityPayload;
    const problem = `The response to getEntity on table ${table} is not a row: PartitionKey, RowKey or odata.etag is missing or not a string.`;
    throw malformedResponse(`${problem} Check the endpoint.`);
  }
  if (isEntityMissing(response)) return undefined;
  throw toServiceError(response, { operation: "getEntity", table });
}
