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
  if (filter !== undefined && filter !== "") text += `&$filter=${encodeURIComponent(filter)}`;
  if (select !== undefined) text += `&$select=${encodeURIComponent(select.join(","))}`;
  if (top !== undefined) text += `&$top=${top}`;
  if (nextPartitionKey !== undefined) text += `&NextPartitionKey=${encodeURIComponent(nextPartitionKey)}`;
  if (nextRowKey !== undefined) text += `&NextRowKey=${encodeURIComponent(nextRowKey)}`;
  return text === "" ? "" : `?${text.slice(1)}`;
}
