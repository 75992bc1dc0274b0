import { parseStoredPayload } from "../codec/payload.js";
import { malformedResponse, type TableError } from "../errors/table-error.js";
import { type HttpResponse, readHeaders } from "../http/http-message.js";
import { isHiddenKey } from "../schema/check-key.js";
import type { EntityPayload, PayloadKeys } from "../schema/entity-schema.js";
import type { LargeRows } from "../schema/hooks.js";
import type { Operation } from "./connection.js";
import {
  checkJsonType,
  checkProgress,
  continuationPart,
  isEntityMissing,
  isRow,
  parseJson,
  parseRows,
  type RowShape,
} from "./read-response.js";
import { type EntityAddress, entityPath, type QueryParameters, queryString } from "./request-url.js";
import { toServiceError } from "./to-service-error.js";

export interface QueryEntitiesInput extends QueryParameters {
  readonly table: string;
  /** Metadata level of the response. `none` omits ETags and type annotations, which saves a fifth of transfer and parsing. */
  readonly metadata: "minimal" | "none";
  /** True to also return hidden rows. Clients and `migrate` keep these for themselves; they are not data of the table. */
  readonly hidden?: true | undefined;
  /** Returns whether the query asks for the keys of a row. If a response contains any other row, the request is sent again. */
  readonly isRequested?: ((keys: PayloadKeys) => boolean) | undefined;
}

/** Position at which the next page begins. If both keys are undefined, there is no next page. */
export interface Continuation {
  readonly nextPartitionKey?: string | undefined;
  readonly nextRowKey?: string | undefined;
}

export interface EntitiesResponse extends Continuation {
  /** Rows of the page. May be empty although the query continues. */
  readonly rows: readonly EntityPayload[];
}

const bareHeaders: readonly string[] = ["Accept", "application/json;odata=nometadata", "DataServiceVersion", "3.0"];

/**
 * Query Entities. A response has at most 1,000 rows.
 * @see https://learn.microsoft.com/rest/api/storageservices/query-entities
 * @see https://learn.microsoft.com/rest/api/storageservices/query-timeout-and-pagination
 */
export const queryEntities: Operation<QueryEntitiesInput, EntitiesResponse> = {
  name: "queryEntities",
  readOnly: true,
  request: (input) => ({
    method: "GET",
    path: `/${input.table}()`,
    query: queryString(withRowKey(input)),
    headers: input.metadata === "none" ? bareHeaders : readHeaders,
  }),
  parse: (response, input) => readResponse(response, input, JSON.parse),
  isRequested: ({ rows }, { isRequested }) => isRequested === undefined || rows.every(isRequested),
};

/** Adds the RowKey to the selected names, because it distinguishes hidden rows from data. */
function withRowKey(input: QueryEntitiesInput): QueryEntitiesInput {
  const { select } = input;
  return select === undefined || select.includes("RowKey") ? input : { ...input, select: [...select, "RowKey"] };
}

/**
 * Query Entities, for rows with properties that no definition declares. Every whole Edm.Double in the result has a type annotation, because
 * in plain JSON it looks like an integer.
 */
export const queryExactEntities: Operation<QueryEntitiesInput, EntitiesResponse> = {
  ...queryEntities,
  parse: (response, input) => readResponse(response, input, parseStoredPayload),
};

/**
 * Reads the rows and the continuation of a query's response. Skips hidden rows, unless the input asks for them.
 * @throws TableError `response.malformed`
 */
export function readResponse(
  response: HttpResponse,
  input: QueryEntitiesInput,
  parse: (text: string) => unknown,
): EntitiesResponse {
  const { table, select } = input;
  if (response.status !== 200) throw toServiceError(response, { operation: "queryEntities", table });
  checkJsonType(response);
  const rows = parseRows(response.body, parse) ?? (parseJson(response, parse) as { readonly value?: unknown }).value;
  if (!Array.isArray(rows)) throw malformed(table, 'it has no array "value"');
  const shape: RowShape = {
    hasPartitionKey: select === undefined || select.includes("PartitionKey"),
    hasETag: false,
  };
  let hidden = 0;
  for (let index = 0; index < rows.length; index++) {
    if (!isRow(rows[index], shape)) throw malformed(table, `entry ${index} of its "value" is not a row with its keys`);
    if (isHiddenKey((rows[index] as EntityPayload).RowKey)) hidden++;
  }
  const found = hidden === 0 || input.hidden === true ? rows : rows.filter((row) => !isHiddenKey(row.RowKey));
  return { rows: found as readonly EntityPayload[], ...readContinuation(response, input) };
}

/**
 * Reads the continuation token of a response. @throws TableError `response.malformed` if it equals that of the request, because paging
 * would never end
 */
export function readContinuation(response: HttpResponse, input: QueryEntitiesInput): Continuation {
  const { nextPartitionKey, nextRowKey } = readContinuationHeaders(response.headers);
  checkProgress(
    `a query of table ${input.table}`,
    [input.nextPartitionKey, input.nextRowKey],
    [nextPartitionKey, nextRowKey],
  );
  return { nextPartitionKey, nextRowKey };
}

function malformed(table: string, reason: string): TableError {
  return malformedResponse(`Invalid response to a query of table ${table}: ${reason}.`);
}

/** Reads the continuation from a response's headers, which arrive before the body. */
export function readContinuationHeaders(headers: readonly string[]): Continuation {
  return {
    nextPartitionKey: continuationPart(headers, "x-ms-continuation-nextpartitionkey"),
    nextRowKey: continuationPart(headers, "x-ms-continuation-nextrowkey"),
  };
}

interface GetEntityInput extends EntityAddress {
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
