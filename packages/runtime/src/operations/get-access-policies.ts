import { toServiceError } from "../odata/error-body.js";
import { type AccessPolicy, readAccessPolicies } from "./access-policy.js";
import type { Operation } from "./operation.js";
import { parseXmlAnswer } from "./parse-xml-answer.js";
import { xmlHeaders } from "./xml-headers.js";

/**
 * Get Table ACL: the stored access policies of a table.
 * @see https://learn.microsoft.com/rest/api/storageservices/get-table-acl
 */
export const getAccessPolicies: Operation<{ readonly table: string }, readonly AccessPolicy[]> = {
  name: "getAccessPolicies",
  readOnly: true,
  request: ({ table }) => ({
    method: "GET",
    path: `/${encodeURIComponent(table)}`,
    query: "?comp=acl",
    headers: xmlHeaders,
  }),
  parse(response, { table }) {
    if (response.status !== 200) throw toServiceError(response, { operation: "getAccessPolicies", table });
    return readAccessPolicies(parseXmlAnswer(response, "SignedIdentifiers"));
  },
};
