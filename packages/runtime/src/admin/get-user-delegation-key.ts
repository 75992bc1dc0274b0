import { malformedResponse } from "../errors/common-errors.js";
import { xmlBodyHeaders } from "../http/headers.js";
import type { Operation } from "../http/operation.js";
import { child, loadXmlParser, textOf, type XmlElement } from "../http/parse-xml.js";
import { dateAt, parseTime } from "../platform/time.js";
import { parseXmlResponse } from "../rest/read-xml-body.js";
import { toServiceError } from "../rest/to-service-error.js";
import { sasTime } from "./sas-fields.js";
import { type UserDelegationKey, type UserDelegationKeyTimes, userDelegationVersion } from "./user-delegation-key.js";
import { xmlDeclaration, xmlElement } from "./write-xml.js";

/**
 * Get User Delegation Key. Changes nothing, but has to be sent as a POST, and to the primary.
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
