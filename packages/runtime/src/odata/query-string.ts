import { checkUnicode } from "../edm/quote.js";
import { TableError } from "../errors/table-error.js";

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

/**
 * A text as the value of a query parameter, percent-encoded once as UTF-8.
 * @param name of the parameter, for the error
 * @throws TableError `value.not-unicode`, where `encodeURIComponent` alone throws a URIError that names nothing
 */
export function percentEncode(name: string, text: string): string {
  try {
    return encodeURIComponent(text);
  } catch (cause) {
    throw notUnicode(name, text) ?? cause;
  }
}

function notUnicode(name: string, text: string): TableError | undefined {
  try {
    checkUnicode(text);
    return undefined;
  } catch (error) {
    return new TableError("value.not-unicode", `The query parameter ${name} ${(error as TableError).message}.`);
  }
}
