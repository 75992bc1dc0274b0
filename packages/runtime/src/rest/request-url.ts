import { checkUnicode } from "../codec/edm/string.js";
import { TableError } from "../errors/table-error.js";

/**
 * Encodes a key for the quotes in the path of a URL: doubles its quotes, then percent-encodes it as UTF-8. The request's signature covers
 * the encoded path, so the path must never be encoded again.
 */
function keyLiteral(key: string): string {
  return encodeURIComponent(key.includes("'") ? key.replaceAll("'", "''") : key);
}

/**
 * Returns the path of one row: `/Shop(PartitionKey='a',RowKey='b')`.
 * @see https://learn.microsoft.com/rest/api/storageservices/query-entities
 */
export function entityPath(table: string, partitionKey: string, rowKey: string): string {
  return `/${table}(PartitionKey='${keyLiteral(partitionKey)}',RowKey='${keyLiteral(rowKey)}')`;
}

/** Returns the path of one table as an item of the table list: `/Tables('Shop')`. */
export function tablePath(table: string): string {
  return `/Tables('${keyLiteral(table)}')`;
}

export interface EntityAddress {
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** Parameters of a query besides the table. Texts are not yet percent-encoded. */
export interface QueryParameters {
  readonly filter?: string | undefined;
  /** Stored names of the properties to return; all by default. */
  readonly select?: readonly string[] | undefined;
  /** Maximum number of rows in one response. */
  readonly top?: number | undefined;
  /** PartitionKey of the continuation that the previous response returned, byte for byte. It may be empty. */
  readonly nextPartitionKey?: string | undefined;
  /** RowKey of the same continuation. It may be absent or empty. */
  readonly nextRowKey?: string | undefined;
}

/** Returns the query string of a URL with its `?`, percent-encoded once as UTF-8; empty if there are no parameters. */
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
 * Percent-encodes a text once as UTF-8, as the value of a query parameter.
 * @param name the name of the parameter, for the error
 * @throws TableError `value.not-unicode`, in place of the URIError of `encodeURIComponent`, which does not name the parameter
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
