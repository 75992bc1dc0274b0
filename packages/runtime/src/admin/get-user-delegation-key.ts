import { malformedResponse } from "../errors/table-error.js";
import { xmlBodyHeaders } from "../http/headers.js";
import type { Operation } from "../http/operation.js";
import { child, loadXmlParser, textOf, type XmlElement } from "../http/parse-xml.js";
import { dateAt, parseTime } from "../platform/time.js";
import { toServiceError } from "../rest/to-service-error.js";
import { sasTime } from "./sas-fields.js";
import { parseXmlResponse, xmlDeclaration, xmlElement } from "./xml.js";

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
export const userDelegationVersion = "2025-07-05";

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
