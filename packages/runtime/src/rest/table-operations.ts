import { malformedResponse } from "../errors/table-error.js";
import { createHeaders, readHeaders } from "../http/http-message.js";
import type { Operation } from "./connection.js";
import { checkJsonType, checkProgress, continuationPart, parseJson } from "./read-response.js";
import { percentEncode, tablePath } from "./request-url.js";
import { toServiceError } from "./to-service-error.js";

export interface QueryTablesInput {
  /** OData filter on `TableName`, not percent-encoded. */
  readonly filter?: string | undefined;
  /** Continuation that the previous page returned; undefined for the first page. */
  readonly nextTableName?: string | undefined;
}

export interface TablesPage {
  readonly names: readonly string[];
  /** Continuation to pass for the next page; undefined on the last page. An empty page may have one. */
  readonly nextTableName?: string | undefined;
}

/**
 * Query Tables. Returns the names of tables, at most 1,000 in one page.
 * @see https://learn.microsoft.com/rest/api/storageservices/query-tables
 */
export const queryTables: Operation<QueryTablesInput, TablesPage> = {
  name: "queryTables",
  readOnly: true,
  request({ filter, nextTableName }) {
    const query: string[] = [];
    if (filter !== undefined) query.push(`$filter=${percentEncode("$filter", filter)}`);
    if (nextTableName !== undefined) query.push(`NextTableName=${percentEncode("NextTableName", nextTableName)}`);
    return {
      method: "GET",
      path: "/Tables",
      query: query.length === 0 ? "" : `?${query.join("&")}`,
      headers: readHeaders,
    };
  },
  parse(response, input) {
    if (response.status !== 200) throw toServiceError(response, { operation: "queryTables" });
    checkJsonType(response);
    const { value } = parseJson(response) as { readonly value?: unknown };
    if (!Array.isArray(value)) throw malformedResponse('The list of tables has no array "value".');
    const nextTableName = continuationPart(response.headers, "x-ms-continuation-nexttablename");
    checkProgress("the list of tables", [input.nextTableName], [nextTableName]);
    return { names: value.map(readName), nextTableName };
  },
};

function readName(item: unknown): string {
  const name = (item as { readonly TableName?: unknown } | null)?.TableName;
  if (typeof name === "string") return name;
  throw malformedResponse("The list of tables has an entry without a TableName.");
}

/**
 * Create Table. Fails with 409 if the table exists, or is still being deleted.
 * @see https://learn.microsoft.com/rest/api/storageservices/create-table
 */
export const createTable: Operation<{ readonly table: string }, void> = {
  name: "createTable",
  readOnly: false,
  request: ({ table }) => ({
    method: "POST",
    path: "/Tables",
    query: "",
    headers: createHeaders,
    body: `{"TableName":${JSON.stringify(table)}}`,
  }),
  parse(response, { table }) {
    if (response.status !== 204 && response.status !== 201)
      throw toServiceError(response, { operation: "createTable", table });
  },
};

/**
 * Delete Table. Returns whether the table existed. If an earlier attempt may have deleted it, a missing table counts as one that existed.
 * The service continues to delete after its response, and the name is not available until it has finished.
 * @see https://learn.microsoft.com/rest/api/storageservices/delete-table
 */
export const deleteTable: Operation<{ readonly table: string }, boolean> = {
  name: "deleteTable",
  readOnly: false,
  request: ({ table }) => ({ method: "DELETE", path: tablePath(table), query: "", headers: readHeaders }),
  parse(response, { table }) {
    if (response.status === 204) return true;
    const error = toServiceError(response, { operation: "deleteTable", table });
    if (error.code === "table.not-found" && error.serviceCode !== undefined) return error.ambiguous;
    // The service is still processing an earlier attempt, so the table existed.
    if (error.code === "table.being-deleted" && error.ambiguous) return true;
    throw error;
  },
};
