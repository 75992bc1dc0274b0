import { HmacSha256 } from "../auth/shared-key.js";
import { checkOptions, type OptionKinds } from "../errors/check-options.js";
import { malformedResponse, TableError } from "../errors/table-error.js";
import { dateAt, parseTime } from "../platform/time.js";
import type { Operation } from "../rest/connection.js";
import { toServiceError } from "../rest/to-service-error.js";
import { sasAddress, sasQuery, sasTime } from "./sas-fields.js";
import { keyBoundKinds, rowSasOptionKinds, type TableSasOptions, tablePermissionLetters } from "./table-sas.js";
import type { XmlElement } from "./xml.js";
import { child, loadXmlParser, parseXmlResponse, textOf, xmlBodyHeaders, xmlDeclaration, xmlElement } from "./xml.js";

/** Options of {@link generateUserDelegationSas}. */
export interface UserDelegationSasOptions extends Omit<TableSasOptions, "policy" | "version"> {
  /** Name of the table's account. */
  readonly accountName: string;
  /**
   * Object id, in Microsoft Entra, of the only user who may use the signature. The user must send their own token with it.
   * Default: anyone who has the signature.
   */
  readonly delegatedUserObjectId?: string | undefined;
}

const keyForms: OptionKinds<UserDelegationKey> = {
  objectId: "text",
  tenantId: "text",
  startsOn: "date",
  expiresOn: "date",
  service: "text",
  version: "text",
  value: "text",
};

const optionKinds: OptionKinds<UserDelegationSasOptions> = {
  ...rowSasOptionKinds,
  accountName: "text",
  delegatedUserObjectId: "text",
};

/**
 * Generates a shared access signature for the rows of one table, without `?`. It is signed with a user delegation key instead of an account
 * key. It grants a right only if both its permissions and the roles of the identity that requested the key include it. Sends no request.
 * @throws TableError `administration.invalid` for a missing or invalid option
 * @see https://learn.microsoft.com/rest/api/storageservices/create-user-delegation-sas
 */
export function userDelegationSas(key: UserDelegationKey, options: UserDelegationSasOptions): string {
  checkOptions("A user delegation key", key ?? null, keyForms, "administration.invalid");
  checkOptions("A user delegation SAS", options ?? null, optionKinds, "administration.invalid");
  const { accountName, table, from, to, delegatedUserObjectId } = options;
  for (const bound of [from, to]) checkOptions("a key bound", bound, keyBoundKinds, "administration.invalid");
  const sp = options.permissions === undefined ? "" : tablePermissionLetters(options.permissions);
  const se = sasTime(options.expiresOn);
  if (!accountName || !table || sp === "" || se === "") {
    const needs = "A user delegation SAS needs accountName, table, permissions and expiresOn.";
    throw new TableError("administration.invalid", needs);
  }
  const st = sasTime(options.startsOn);
  const sip = sasAddress(options.ip);
  const spr = options.protocol ?? "";
  const sv = userDelegationVersion;
  const { skoid, sktid, skt, ske, sks, skv, hmac } = keyFields(key);
  const ranges = [from?.partitionKey, from?.rowKey, to?.partitionKey, to?.rowKey];
  const [spk, srk, epk, erk] = ranges;
  const resource = `/table/${accountName}/${table.toLowerCase()}`;
  // Each field is a line of the text to sign. The line of an absent field is empty. The line before the delegated user is that user's
  // tenant. It is always empty here, because only keys for use across tenants have one.
  const signed = [sp, st, se, resource, skoid, sktid, skt, ske, sks, skv, "", delegatedUserObjectId, sip, spr, sv];
  return sasQuery([
    ["sv", sv],
    ["spr", spr],
    ["st", st],
    ["se", se],
    ["sip", sip],
    ["sp", sp],
    ["skoid", skoid],
    ["sktid", sktid],
    ["skt", skt],
    ["ske", ske],
    ["sks", sks],
    ["skv", skv],
    ["sduoid", delegatedUserObjectId],
    ["sig", hmac.base64([...signed, ...ranges].join("\n"))],
    ["tn", table],
    ["srk", srk],
    ["spk", spk],
    ["epk", epk],
    ["erk", erk],
  ]);
}

function keyFields({ objectId, tenantId, startsOn, expiresOn, service, version, value }: UserDelegationKey) {
  const skt = sasTime(startsOn);
  const ske = sasTime(expiresOn);
  if (!objectId || !tenantId || !skt || !ske || !service || !version || !value) {
    throw new TableError(
      "administration.invalid",
      "The user delegation key is incomplete. Pass what getUserDelegationKey returned.",
    );
  }
  const hmac = new HmacSha256(Buffer.from(value, "base64"));
  return { skoid: objectId, sktid: tenantId, skt, ske, sks: service, skv: version, hmac };
}

/**
 * Get User Delegation Key. It changes nothing, but has to be sent as a POST, and to the primary.
 * @see https://learn.microsoft.com/rest/api/storageservices/get-user-delegation-key
 */
export const getUserDelegationKey: Operation<UserDelegationKeyTimes, UserDelegationKey> = {
  name: "getUserDelegationKey",
  readOnly: true,
  primaryOnly: true,
  prepare: loadXmlParser,
  request({ startsOn, expiresOn }) {
    const times = xmlElement("Start", sasTime(startsOn)) + xmlElement("Expiry", sasTime(expiresOn));
    return {
      method: "POST",
      path: "/",
      query: "?restype=service&comp=userdelegationkey",
      headers: [...xmlBodyHeaders, "x-ms-version", userDelegationVersion],
      body: `${xmlDeclaration}<KeyInfo>${times}</KeyInfo>`,
    };
  },
  parse(response) {
    if (response.status !== 200) throw toServiceError(response, { operation: "getUserDelegationKey" });
    const key = parseXmlResponse(response, "UserDelegationKey");
    return {
      objectId: required(key, "SignedOid"),
      tenantId: required(key, "SignedTid"),
      startsOn: requiredTime(key, "SignedStart"),
      expiresOn: requiredTime(key, "SignedExpiry"),
      service: required(key, "SignedService"),
      version: required(key, "SignedVersion"),
      value: required(key, "Value"),
    };
  },
};

function required(key: XmlElement, name: string): string {
  const text = textOf(child(key, name));
  if (text !== undefined && text !== "") return text;
  throw malformedResponse(`The user delegation key has no ${name}.`);
}

function requiredTime(key: XmlElement, name: string): Date {
  const time = dateAt(parseTime(required(key, name)));
  if (!Number.isNaN(time.getTime())) return time;
  throw malformedResponse(`The user delegation key has no valid ${name}.`);
}

/** Service version of user delegation keys and their signatures. It is the first in which a user delegation SAS covers tables. */
const userDelegationVersion = "2025-07-05";

/** Start and expiry of a user delegation key, at most 7 days apart. */
export interface UserDelegationKeyTimes {
  readonly startsOn: Date;
  readonly expiresOn: Date;
}

/** Key that signs in the name of the identity that requested it. `value` is a secret: treat it like an account key. */
export interface UserDelegationKey extends UserDelegationKeyTimes {
  /** Object id of the identity in Microsoft Entra. */
  readonly objectId: string;
  readonly tenantId: string;
  /** Letter of the service that accepts the key: `t` for tables. */
  readonly service: string;
  /** Service version that issued the key. */
  readonly version: string;
  /** Secret, in base64. */
  readonly value: string;
}
