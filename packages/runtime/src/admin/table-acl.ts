import { xmlBodyHeaders, xmlHeaders } from "../http/headers.js";
import type { Operation } from "../http/operation.js";
import { loadXmlParser } from "../http/parse-xml.js";
import { toServiceError } from "../rest/to-service-error.js";
import { type AccessPolicy, checkAccessPolicies, readAccessPolicies, writeAccessPolicies } from "./access-policy.js";
import { parseXmlResponse } from "./xml.js";

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

/**
 * Set Table ACL. Replaces all stored access policies of a table; an empty list removes them. A change takes up to 30 seconds to become
 * effective.
 * @see https://learn.microsoft.com/rest/api/storageservices/set-table-acl
 */
export const setAccessPolicies: Operation<
  { readonly table: string; readonly policies: readonly AccessPolicy[] },
  void
> = {
  name: "setAccessPolicies",
  readOnly: false,
  request({ table, policies }) {
    checkAccessPolicies(policies);
    return {
      method: "PUT",
      path: `/${encodeURIComponent(table)}`,
      query: "?comp=acl",
      headers: xmlBodyHeaders,
      body: writeAccessPolicies(policies),
    };
  },
  parse(response, { table }) {
    if (response.status !== 204) throw toServiceError(response, { operation: "setAccessPolicies", table });
  },
};
