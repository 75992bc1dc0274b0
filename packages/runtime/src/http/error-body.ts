import { foreignText } from "../errors/format-value.js";
import { bufferOver } from "../platform/node.js";
import { findRequestId, headerValue } from "./http-message.js";

/** Information about an error in a response's body and headers. Each part is undefined if the response lacks it. */
export interface ErrorBody {
  readonly serviceCode: string | undefined;
  /** First line of the service's message, without the operation's index, the request id and the time. */
  readonly message: string | undefined;
  readonly requestId: string | undefined;
  readonly time: string | undefined;
  /** Position of the failed operation in a transaction, from 0; undefined if the message does not begin with one. */
  readonly index: number | undefined;
}

/** Headers and body of a response: the parts that this file reads. */
interface HeadersAndBody {
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** Maximum size of an error body that is read, in bytes. A larger one is ignored, because a proxy may send anything. */
const maxErrorBytes = 256 * 1024;

/**
 * Reads an error body in any of its four formats: OData JSON, OData XML, Storage XML, and none (empty, HTML). Never throws.
 * @see https://learn.microsoft.com/rest/api/storageservices/status-and-error-codes2
 */
export function readErrorBody(response: HeadersAndBody): ErrorBody {
  const text = response.body.length > maxErrorBytes ? "" : bufferOver(response.body).toString().trimStart();
  const { code, message } = text.startsWith("{") ? readJson(text) : text.startsWith("<") ? readErrorXml(text) : {};
  const lines = (message ?? "").split(/\r?\n/);
  const first = lines[0] ?? "";
  const prefix = /^(\d{1,4}):/.exec(first);
  return {
    serviceCode: parseCode(code) ?? parseCode(headerValue(response.headers, "x-ms-error-code")),
    message: foreignText(first.slice(prefix?.[0].length ?? 0).trim(), 1000) || undefined,
    requestId:
      findRequestId(lineValue(lines, /^RequestId:(.+)/i)) ??
      findRequestId(headerValue(response.headers, "x-ms-request-id")),
    time: lineValue(lines, /^Time:(.+)/i),
    index: prefix === null ? undefined : Number(prefix[1]),
  };
}

/**
 * Returns whether an error response comes from the service itself. Storage always sends its own headers, and Cosmos DB at least an OData
 * error. A proxy's page has neither, and shows nothing about the outcome of a write.
 */
export function isFromService({ headers, body }: HeadersAndBody): boolean {
  if (hasServiceHeader(headers)) return true;
  if (body.length > maxErrorBytes) return false;
  const text = bufferOver(body).toString().trimStart();
  if (text.startsWith("{")) return parseCode(readJson(text).code) !== undefined;
  return /^(?:<\?xml[^<>]*>\s*)?<m:error[\s>]/.test(text) && parseCode(readErrorXml(text).code) !== undefined;
}

/**
 * Returns whether an error response shows that its request was not applied. That is so if it comes from the service itself, or if it
 * demands another token, because a gateway that does so has not passed the request on.
 */
export function isRejection(response: HeadersAndBody & { readonly status: number }): boolean {
  return isFromService(response) || demandsToken(response);
}

/** Returns whether a response rejects a token, or the lack of one. */
export function demandsToken({
  status,
  headers,
}: {
  readonly status: number;
  readonly headers: readonly string[];
}): boolean {
  return status === 401 && /(?:^|,)\s*Bearer(?:\s|$)/i.test(headerValue(headers, "www-authenticate") ?? "");
}

/** Returns whether one of the headers is sent only by the service: its name begins with `x-ms-`. */
export function hasServiceHeader(headers: readonly string[]): boolean {
  return headers.some((text, index) => index % 2 === 0 && /^x-ms-/i.test(text));
}

/** Returns whether the body of an error response is JSON that breaks off, so that it cannot be parsed. */
export function isCutOff({ body }: Pick<HeadersAndBody, "body">): boolean {
  const text = body.length > maxErrorBytes ? "" : bufferOver(body).toString().trim();
  if (!text.startsWith("{")) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

function readJson(text: string): CodeAndMessage {
  try {
    const body: unknown = JSON.parse(text);
    const own = member(body, "odata.error");
    // Gateways send an `error` too, in which codes such as `ResourceNotFound` have another meaning. So the code is taken only from
    // `odata.error`.
    const message = member(own ?? member(body, "error"), "message");
    return { code: readString(member(own, "code")), message: readString(member(message, "value") ?? message) };
  } catch {
    return {};
  }
}

/** Returns the text if it has the format of an error code, otherwise undefined. Messages show no other text as a code. */
function parseCode(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Za-z][A-Za-z0-9]{0,63}$/.test(text) ? text : undefined;
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function readString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function lineValue(lines: readonly string[], pattern: RegExp): string | undefined {
  for (const line of lines) {
    const found = pattern.exec(line.trim());
    if (found?.[1] !== undefined) return found[1].trim();
  }
  return undefined;
}

/** Code and message of an error response in XML; each is undefined if the document lacks it. */
export interface CodeAndMessage {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/**
 * Reads the error in an XML response of OData or of Storage. It is a root element `error` with `code` and `message`, in any letter case,
 * with or without a namespace prefix. Returns an empty object for any other document, or one with a DOCTYPE. It needs no XML library,
 * because any operation may receive such an error, and most applications have no other XML.
 */
export function readErrorXml(text: string): CodeAndMessage {
  if (!/^(?:<\?xml[^<>]*>\s*)?<(?:\w+:)?error[\s>]/i.test(text)) return {};
  return { code: textIn(text, codeElement), message: textIn(text, messageElement) };
}

const codeElement = /<(?:\w+:)?code(?:\s[^<>]*)?>([^<]*)<\//i;
const messageElement = /<(?:\w+:)?message(?:\s[^<>]*)?>([^<]*)<\//i;

function textIn(document: string, element: RegExp): string | undefined {
  const text = element.exec(document)?.[1];
  return text === undefined ? undefined : decodeEntities(text).trim();
}

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/**
 * Decodes the five predefined entities of XML (such as `&lt;`) and character references (such as `&#39;`). Other entities stay as they are.
 */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]+));/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? all;
    const point = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  });
}
