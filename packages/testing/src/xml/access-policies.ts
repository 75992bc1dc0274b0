import { formatDateTimeFull, parseDateTime } from "../edm/date-time.js";
import { ServiceError } from "../errors/service-error.js";
import type { Limits } from "../rules/limits.js";
import { childOf, escapeXml, parseXml, requiredChild, type XmlElement } from "./parse-xml.js";

/** A stored access policy. Its times have seven fraction digits, as the service writes them. */
export interface AccessPolicy {
  readonly id: string;
  readonly start?: string;
  readonly expiry?: string;
  readonly permission?: string;
}

/**
 * Parses the access policies in the body of Set Table ACL. An empty body has none.
 * https://learn.microsoft.com/rest/api/storageservices/set-table-acl
 */
export function parseAccessPolicies(body: string, limits: Limits): AccessPolicy[] {
  if (body.trim() === "") return [];
  const root = parseXml(body);
  const identifiers = root.children.map((element) => readPolicy(element, limits));
  if (root.name !== "SignedIdentifiers" || identifiers.length > limits.policies) {
    throw new ServiceError("InvalidXmlDocument");
  }
  return identifiers;
}

function readPolicy(element: XmlElement, limits: Limits): AccessPolicy {
  const id = requiredChild(element, "Id").content;
  if (element.name !== "SignedIdentifier" || id === "" || id.length > limits.policyIdUnits) {
    throw new ServiceError("InvalidXmlDocument");
  }
  const policy = childOf(element, "AccessPolicy");
  const start = policy && readTime(childOf(policy, "Start"));
  const expiry = policy && readTime(childOf(policy, "Expiry"));
  const permission = policy && childOf(policy, "Permission")?.text;
  if (permission !== undefined && !/^[raud]*$/.test(permission)) throw new ServiceError("InvalidXmlDocument");
  return {
    id,
    ...(start === undefined ? {} : { start }),
    ...(expiry === undefined ? {} : { expiry }),
    ...(permission ? { permission } : {}),
  };
}

function readTime(element: XmlElement | undefined): string | undefined {
  if (element === undefined || element.text === "") return undefined;
  const ticks = parseDateTime(element.text);
  if (ticks === undefined) throw new ServiceError("InvalidXmlDocument");
  return formatDateTimeFull(ticks);
}

export function writeAccessPolicies(policies: readonly AccessPolicy[]): string {
  if (policies.length === 0) return "<SignedIdentifiers />";
  return `<SignedIdentifiers>${policies.map(writePolicy).join("")}</SignedIdentifiers>`;
}

function writePolicy({ id, start, expiry, permission }: AccessPolicy): string {
  const parts = [
    start === undefined ? "" : `<Start>${start}</Start>`,
    expiry === undefined ? "" : `<Expiry>${expiry}</Expiry>`,
    permission === undefined ? "" : `<Permission>${permission}</Permission>`,
  ].join("");
  const policy = parts === "" ? "" : `<AccessPolicy>${parts}</AccessPolicy>`;
  return `<SignedIdentifier><Id>${escapeXml(id)}</Id>${policy}</SignedIdentifier>`;
}
