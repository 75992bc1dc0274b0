import { headerValue } from "../http/headers.js";

/** Headers with the content type that the service gives a body of JSON or XML, unless they name one. */
export function withContentType(headers: readonly string[], body: string): readonly string[] {
  // The service begins XML with a byte order mark, which counts as white space.
  const text = body.trimStart();
  const type = text.startsWith("{") ? "application/json;odata=minimalmetadata" : isXml(text) ? "application/xml" : "";
  return type === "" || headerValue(headers, "content-type") !== undefined
    ? headers
    : [...headers, "Content-Type", type];
}

function isXml(text: string): boolean {
  return text.startsWith("<") && !/^<(?:!doctype|html)/i.test(text);
}
