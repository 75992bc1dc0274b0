import { type AccessPolicy, readAccessPolicies } from "../../auth/access-policy.js";
import type { Operation } from "../../http/operation.js";
import { xmlHeaders } from "../../odata/headers.js";
import { parseXmlResponse } from "../../response/read-xml-body.js";
import { toServiceError } from "../../response/to-service-error.js";
import { loadXmlParser } from "../../xml/parse-xml.js";

/**
 * Get Table ACL. Returns the stored access policies of a table.
 * @see https://learn.microsoft.com/rest/api/storageservices/get-table-acl
 */
export const getAccessPolicies: Operation<{ readonly table: string }, readonly AccessPolicy[]> = {
  name: "getAccessPolicies",
  readOnly: true,
  prepare: loadXmlParser,
  request: ({ table }) => ({
    method: "GET",
    path: `/${encodeURIComponent(table)}`,
    query: "?comp=acl",
    headers: xmlHeaders,
  }),
  parse(response, { table }) {
    if (response.status !== 200) throw toServiceError(response, { operation: "getAccessPolicies", table });
    return readAccessPolicies(parseXmlResponse(response, "SignedIdentifiers"));
  },
};
