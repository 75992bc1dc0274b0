import { headerValue } from "../http/http-message.js";

/** Header with the version of the protocol, as Storage sends it with every response. */
export const versionHeader = ["x-ms-version", "2019-02-02"] as const;

/** Adds the content type and version that the service sends with a body of JSON or XML, unless the headers name a type. */
export function withServiceHeaders(headers: readonly string[], body: string): readonly string[] {
  // The service begins XML with a byte order mark, which counts as white space.
  const text = body.trimStart();
  const type = text.startsWith("{") ? "application/json;odata=minimalmetadata" : isXml(text) ? "application/xml" : "";
  return type === "" || headerValue(headers, "content-type") !== undefined
    ? headers
    : [...headers, "Content-Type", type, ...versionHeader];
}

function isXml(text: string): boolean {
  return text.startsWith("<") && !/^<(?:!doctype|html)/i.test(text);
}
