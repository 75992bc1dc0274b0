import { xmlHeaders } from "../http/headers.js";
import type { Operation } from "../http/operation.js";
import { loadXmlParser } from "../http/parse-xml.js";
import { parseXmlResponse } from "../rest/read-xml-body.js";
import { toServiceError } from "../rest/to-service-error.js";
import { type AccessPolicy, readAccessPolicies } from "./access-policy.js";

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
