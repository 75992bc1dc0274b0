import { percentEncode } from "./percent-encode.js";

/** What a query asks of the service besides the table; texts are not percent-encoded. */
export interface QueryParameters {
  readonly filter?: string | undefined;
  /** Stored names. */
  readonly select?: readonly string[] | undefined;
  /** Rows of one answer. */
  readonly top?: number | undefined;
  /** The continuation of the answer before, byte for byte; either may be absent, and either may be empty. */
  readonly nextPartitionKey?: string | undefined;
  readonly nextRowKey?: string | undefined;
}

/** The query string with its `?`, percent-encoded once as UTF-8; empty where nothing is asked. */
export function queryString(parameters: QueryParameters): string {
  const { filter, select, top, nextPartitionKey, nextRowKey } = parameters;
  let text = "";
  if (filter !== undefined && filter !== "") text += `&$filter=${percentEncode("$filter", filter)}`;
  if (select !== undefined) text += `&$select=${percentEncode("$select", select.join(","))}`;
  if (top !== undefined) text += `&$top=${top}`;
  if (nextPartitionKey !== undefined)
    text += `&NextPartitionKey=${percentEncode("NextPartitionKey", nextPartitionKey)}`;
  if (nextRowKey !== undefined) text += `&NextRowKey=${percentEncode("NextRowKey", nextRowKey)}`;
  return text === "" ? "" : `?${text.slice(1)}`;
}
