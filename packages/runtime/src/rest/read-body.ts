import { bufferOver } from "../codec/edm/node-buffer.js";
import { foreignText } from "../errors/format-value.js";
import { checkProxy, malformedResponse, type TableError } from "../errors/table-error.js";
import { copyError } from "../http/call-failure.js";
import { hasServiceHeader } from "../http/error-body.js";
import { type HttpResponse, headerValue } from "../http/http-message.js";

/**
 * Returns whether the headers of a response show that its body is JSON of the service. The service's content type has the metadata level
 * (`odata=…`). If a proxy has removed the level, there must be a header that only the service sends.
 */
export function isServiceJson(headers: readonly string[]): boolean {
  const type = headerValue(headers, "content-type") ?? "";
  if (/^application\/json;.*\bodata=/i.test(type)) return true;
  return /^application\/json\b/i.test(type) && hasServiceHeader(headers);
}

/**
 * Checks that the body of a response is JSON of the service. @throws TableError `response.malformed` for any other body, such as a web page
 * or JSON of another server
 */
export function checkJsonType(response: HttpResponse): void {
  if (!isServiceJson(response.headers)) throw otherType(response, "JSON");
}

/** Checks that a response has XML, by its content type. @throws TableError `response.malformed` for any other */
export function checkXmlType(response: HttpResponse): void {
  const type = headerValue(response.headers, "content-type") ?? "";
  if (!/^(?:application|text)\/xml\b/i.test(type)) throw otherType(response, "XML");
}

/**
 * Checks the type of a successful response to a write, which usually has no body. @throws TableError `response.malformed` if the body is a
 * web page or a text
 */
export function checkWriteType(response: HttpResponse): void {
  const type = headerValue(response.headers, "content-type");
  const isService =
    type === undefined ? response.body.length === 0 : /^(?:application\/(?:json|xml)|multipart\/mixed)\b/i.test(type);
  if (!isService) throw otherType(response, "success");
}

function otherType({ status, headers, body }: HttpResponse, expected: string): TableError {
  const type = headerValue(headers, "content-type");
  const found =
    type === undefined ? "it has no content type" : `its content type is "${foreignText(String(type), 80)}"`;
  const start = foreignText(bufferOver(body.subarray(0, 4096)).toString(), 80);
  const text = start === "" ? "is empty" : `begins with "${start}"`;
  return malformedResponse(
    `The response with status ${status} is not the ${expected} of a Table service: ${found}, and it ${text}. ${checkProxy}.`,
  );
}

/** Returns the text of a response's body. */
export function bodyText({ body }: HttpResponse): string {
  return bufferOver(body).toString("utf8");
}

/**
 * Parses the JSON object in the body of a successful response. Anything else, such as a proxy's page, is an error. @throws TableError
 * `response.malformed`
 */
export function parseJson(response: HttpResponse, parse: (text: string) => unknown = JSON.parse): unknown {
  const text = bodyText(response);
  let json: unknown;
  let cause: unknown;
  try {
    json = parse(text);
  } catch (error) {
    cause = error;
  }
  if (typeof json === "object" && json !== null) return json;

  const start = `"${foreignText(text.slice(0, 4096), 80)}"`;
  throw malformedResponse(
    `The response with status ${response.status} is not the JSON of a Table service; it begins with ${start}. Check the endpoint.`,
    { cause: copyError(cause) },
  );
}
