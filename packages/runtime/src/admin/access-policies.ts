import { checkOptions, type OptionKinds } from "../errors/check-options.js";
import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import { dateAt, parseTime } from "../platform/time.js";
import type { Operation } from "../rest/connection.js";
import { toServiceError } from "../rest/to-service-error.js";
import { type TableSasPermissions, tablePermissionLetters } from "./table-sas.js";
import {
  child,
  loadXmlParser,
  parseXmlResponse,
  textOf,
  type XmlElement,
  xmlBodyHeaders,
  xmlDeclaration,
  xmlElement,
  xmlHeaders,
} from "./xml.js";

/** Stored access policy of a table. Changing or removing it revokes the signatures that name it. */
export interface AccessPolicy {
  /** Id of 1 to 64 characters, unique in the table. */
  readonly id: string;
  readonly startsOn?: Date | undefined;
  readonly expiresOn?: Date | undefined;
  readonly permissions?: TableSasPermissions | undefined;
}

const maxPolicies = 5;
const maxIdLength = 64;

const policyForms: OptionKinds<AccessPolicy> = {
  id: "text",
  startsOn: "date",
  expiresOn: "date",
  permissions: "object",
};

/**
 * Checks the number, the options and the Ids of stored access policies before they are sent.
 * @throws TableError `administration.invalid`
 */
export function checkAccessPolicies(policies: readonly AccessPolicy[]): void {
  if (!Array.isArray(policies)) throw invalid(`they are ${formatValue(policies)}, not an array`);
  for (const policy of policies)
    checkOptions("an access policy", policy ?? null, policyForms, "administration.invalid");
  if (policies.length > maxPolicies) {
    throw invalid(`there are ${policies.length} of them; the maximum is ${maxPolicies}`);
  }
  const ids = new Set<string>();
  for (const { id } of policies) {
    if (id === undefined) throw invalid("one of them has no Id");
    if (id.length < 1 || id.length > maxIdLength) {
      throw invalid(
        `the Id ${JSON.stringify(id.slice(0, 80))} has ${id.length} characters; it must have 1 to ${maxIdLength}`,
      );
    }
    if (/[\u0000-\u001f\ufffe\uffff\ud800-\udfff]/u.test(id)) {
      throw invalid(`the Id ${JSON.stringify(id)} contains a character that XML does not allow`);
    }
    if (ids.has(id)) throw invalid(`the Id ${JSON.stringify(id)} occurs twice`);
    ids.add(id);
  }
}

export function writeAccessPolicies(policies: readonly AccessPolicy[]): string {
  if (policies.length === 0) return `${xmlDeclaration}<SignedIdentifiers />`;
  const all = policies.map(
    (policy) => `<SignedIdentifier>${xmlElement("Id", policy.id)}${writePolicy(policy)}</SignedIdentifier>`,
  );
  return `${xmlDeclaration}<SignedIdentifiers>${all.join("")}</SignedIdentifiers>`;
}

export function readAccessPolicies(root: XmlElement): readonly AccessPolicy[] {
  return root.children
    .filter(({ name }) => name === "SignedIdentifier")
    .map((element) => {
      const policy = child(element, "AccessPolicy");
      const letters = textOf(child(policy, "Permission"));
      return {
        id: child(element, "Id")?.text ?? "",
        startsOn: readDate(child(policy, "Start")),
        expiresOn: readDate(child(policy, "Expiry")),
        permissions:
          letters === undefined
            ? undefined
            : {
                query: letters.includes("r"),
                add: letters.includes("a"),
                update: letters.includes("u"),
                delete: letters.includes("d"),
              },
      };
    });
}

function writePolicy({ startsOn, expiresOn, permissions }: AccessPolicy): string {
  const parts = [
    xmlElement("Start", seconds(startsOn)),
    xmlElement("Expiry", seconds(expiresOn)),
    xmlElement("Permission", permissions === undefined ? undefined : tablePermissionLetters(permissions)),
  ].join("");
  return parts === "" ? "" : `<AccessPolicy>${parts}</AccessPolicy>`;
}

/** Formats a time in whole seconds, the precision of the service. Returns undefined if there is no time. */
function seconds(date: Date | undefined): string | undefined {
  return date === undefined ? undefined : `${date.toISOString().slice(0, 19)}Z`;
}

function readDate(element: XmlElement | undefined): Date | undefined {
  const text = textOf(element);
  const time = text === undefined ? Number.NaN : parseTime(text);
  return Number.isNaN(time) ? undefined : dateAt(time);
}

function invalid(reason: string): TableError {
  return new TableError("administration.invalid", `The access policies cannot be set: ${reason}.`);
}

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
