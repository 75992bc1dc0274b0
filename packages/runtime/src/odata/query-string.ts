import { checkUnicode } from "../edm/quote.js";
import { TableError } from "../errors/table-error.js";

/** Parameters of a query besides the table. Texts are not percent-encoded. */
export interface QueryParameters {
  readonly filter?: string | undefined;
  /** Stored names to return. */
  readonly select?: readonly string[] | undefined;
  /** Maximum number of rows in one response. */
  readonly top?: number | undefined;
  /** PartitionKey of the continuation that the previous response returned, byte for byte. It may be empty. */
  readonly nextPartitionKey?: string | undefined;
  /** RowKey of that continuation. It may be absent or empty. */
  readonly nextRowKey?: string | undefined;
}

/** Writes the query string with its `?`, percent-encoded once as UTF-8; empty without parameters. */
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
 * Writes a text as the value of a query parameter, percent-encoded once as UTF-8.
 * @param name name of the parameter, for the error
 * @throws TableError `value.not-unicode`; `encodeURIComponent` alone throws a URIError without the name
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
