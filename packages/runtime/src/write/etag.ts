import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import type { ETag } from "../schema/entity-types.js";

/**
 * Returns the ETag in a header of an incoming request, such as `If-Match` of a client that received the row's ETag earlier. Pass the result
 * as `ifMatch`.
 * ```ts
 * await orders.merge(key, changes, { ifMatch: etag(request.headers.get("If-Match")) });
 * ```
 * @throws TableError `write.no-condition` for a missing header; `write.any-version` for `*`, in place of which a program that allows it
 * passes `"*"` as `ifMatch` itself; `write.malformed-etag` unless the text is one weak ETag, as those of the service are
 * @see https://learn.microsoft.com/rest/api/storageservices/merge-entity#request-headers
 */
export function etag(header: string | null | undefined): ETag {
  if (typeof header === "string" && /^W\/"[\x21\x23-\x7e]+"$/.test(header)) return header as ETag;
  const takes = `etag takes one ETag of a row, such as W/"datetime'2026-11-23T10%3A00%3A00.1234567Z'"`;
  if (header === null || header === undefined)
    throw new TableError("write.no-condition", `${takes}, but the header is missing.`);
  if (header === "*")
    throw new TableError("write.any-version", `${takes}, but got "*", which would overwrite any version of the row.`);
  throw new TableError("write.malformed-etag", `${takes}, but got ${formatValue(header)}.`);
}
