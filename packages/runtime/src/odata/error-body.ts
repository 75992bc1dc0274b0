import { checkProxy } from "../errors/common-errors.js";
import type { ErrorCode } from "../errors/error-codes.js";
import { foreignText } from "../errors/foreign-text.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import { ServiceError } from "../errors/service-error.js";
import { type CodeAndMessage, readErrorXml } from "../xml/read-error-xml.js";
import { findRequestId } from "./request-headers.js";
import { findErrorCode } from "./service-error-codes.js";

/** Information about an error in a response's body and headers. Every part may be absent. */
export interface ErrorBody {
  readonly serviceCode: string | undefined;
  /** First line of the service's message, without index, request id and time. */
  readonly message: string | undefined;
  readonly requestId: string | undefined;
  readonly time: string | undefined;
  /** Position in a transaction, from 0, if the message has one. */
  readonly index: number | undefined;
}

/** Part of a response that this file needs. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  readonly attempts?: number | undefined;
  readonly ambiguousAttempts?: readonly AmbiguousAttempt[] | undefined;
}

/** Maximum size of an error body that is read, in bytes. A proxy may send anything. */
const maxErrorBytes = 256 * 1024;

/**
 * Reads an error body in any of its four formats: OData JSON, OData XML, Storage XML, and none (empty, HTML). Never throws.
 * @see https://learn.microsoft.com/rest/api/storageservices/status-and-error-codes2
 */
export function readErrorBody(response: Pick<ErrorResponse, "headers" | "body">): ErrorBody {
  const text = response.body.length > maxErrorBytes ? "" : new TextDecoder().decode(response.body).trimStart();
  const { code, message } = text.startsWith("{") ? readJson(text) : text.startsWith("<") ? readErrorXml(text) : {};
  const lines = (message ?? "").split(/\r?\n/);
  const first = lines[0] ?? "";
  const prefix = /^(\d{1,4}):/.exec(first);
  return {
    serviceCode: parseCode(code) ?? parseCode(header(response.headers, "x-ms-error-code")),
    message: foreignText(first.slice(prefix?.[0].length ?? 0).trim(), 1000) || undefined,
    requestId:
      findRequestId(lineValue(lines, /^RequestId:(.+)$/i)) ??
      findRequestId(header(response.headers, "x-ms-request-id")),
    time: lineValue(lines, /^Time:(.+)$/i),
    index: prefix === null ? undefined : Number(prefix[1]),
  };
}

const azuriteAccount = "Azurite's account is devstoreaccount1.";

/** Help for codes whose message of the service does not say what to do. */
const advice: Partial<Record<ErrorCode, string>> = {
  "auth.failed": "Check the account name and key, or the dates, table and policy of the shared access signature.",
  "auth.forbidden": `Check the permissions of the credential. Azurite also refuses a wrong account name or key this way. ${azuriteAccount}`,
  "entity.condition-not-met": "The row has changed since it was read: read it again, or use modify.",
  "table.being-deleted": "Its name becomes available again in about a minute; createTables waits for that.",
  "table.not-found": "Create it, with createTables or tables.create(name).",
};

/** Operations on the account itself. Their 404 means that the account was not found. */
const onAccount: ReadonlySet<string | undefined> = new Set([
  "createTable",
  "queryTables",
  "getServiceProperties",
  "setServiceProperties",
]);

function adviceFor(code: ErrorCode, status: number, operation: string | undefined): string | undefined {
  if (status !== 404 || !onAccount.has(operation)) return advice[code];
  return `The endpoint has no such account. Check its account name. ${azuriteAccount}`;
}

/** Subject of a request, for its error. */
interface ErrorContext {
  readonly operation?: string | undefined;
  readonly table?: string | undefined;
}

/** Creates the error of a response that an operation does not expect. `about` names the subject of the request. */
export function toServiceError(response: ErrorResponse, about: ErrorContext = {}): ServiceError {
  const body = readErrorBody(response);
  if (!isServiceResponse(response, body)) return malformed(response, about);
  const code = findErrorCode(response.status, body.serviceCode, about.operation);
  const subject = describeSubject(about);
  const detail = body.serviceCode === undefined ? "" : ` ${body.serviceCode}`;
  const said = sentence(body.message ?? (body.serviceCode === undefined ? "the response gave no reason" : ""));
  const id = body.requestId === undefined ? "" : ` (request ${body.requestId})`;
  const help = adviceFor(code, response.status, about.operation);
  return new ServiceError(
    code,
    `${subject === "" ? "The service" : `${subject}: the service`} returned ${response.status}${detail}${said === "" ? "." : `: ${said}`}${id}${help === undefined ? "" : ` ${help}`}`,
    {
      status: response.status,
      serviceCode: body.serviceCode,
      requestId: body.requestId,
      operation: about.operation,
      table: about.table,
      operationIndex: body.index,
      attempts: response.attempts,
      ambiguousAttempts: response.ambiguousAttempts,
    },
  );
}

/** Adds a full stop, so that another sentence can follow. */
function sentence(text: string): string {
  return text === "" || /[.!?…]$/.test(text) ? text : `${text}.`;
}

/**
 * Returns whether the service itself sent an error response. Storage always sends its own headers, Cosmos DB only an OData error. The page
 * of a proxy has neither, and shows nothing about the outcome of a write.
 */
export function isFromService({ headers, body }: Pick<ErrorResponse, "headers" | "body">): boolean {
  if (hasServiceHeader(headers)) return true;
  if (body.length > maxErrorBytes) return false;
  const text = new TextDecoder().decode(body).trimStart();
  if (text.startsWith("{")) return parseCode(readJson(text).code) !== undefined;
  return /^(?:<\?xml[^<>]*>\s*)?<m:error[\s>]/.test(text) && parseCode(readErrorXml(text).code) !== undefined;
}

/** Returns whether a header is one that only the service sends. */
export function hasServiceHeader(headers: readonly string[]): boolean {
  return headers.some((text, index) => index % 2 === 0 && /^x-ms-/i.test(text));
}

/** Returns whether the JSON of an error response is cut off. */
export function isCutOff({ body }: Pick<ErrorResponse, "body">): boolean {
  const text = body.length > maxErrorBytes ? "" : new TextDecoder().decode(body).trim();
  if (!text.startsWith("{")) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/**
 * Returns whether a response counts as the service's. Only the service itself can report the state of a row or table (404, 412): by the
 * code of its error body, or by its headers, which a proxy's page does not have. The service never reports an error with a success or a
 * redirect.
 */
function isServiceResponse({ status, headers }: ErrorResponse, { serviceCode }: ErrorBody): boolean {
  if (status < 400) return false;
  if (status !== 404 && status !== 412) return true;
  return serviceCode !== undefined || hasServiceHeader(headers);
}

function malformed(response: ErrorResponse, about: ErrorContext): ServiceError {
  const { status, attempts, ambiguousAttempts, body } = response;
  const subject = describeSubject(about);
  const start = foreignText(new TextDecoder().decode(body.subarray(0, 4096)), 80);
  const found = start === "" ? "it is empty" : `it begins with "${start}"`;
  return new ServiceError(
    "response.malformed",
    `${subject === "" ? "" : `${subject}: `}the response has status ${status} and is not one that the Table service sends; ${found}. ${checkProxy}.`,
    { status, operation: about.operation, table: about.table, attempts, ambiguousAttempts },
  );
}

function describeSubject({ operation, table }: ErrorContext): string {
  return [operation, table === undefined ? undefined : `on table ${table}`]
    .filter((part) => part !== undefined)
    .join(" ");
}

function readJson(text: string): CodeAndMessage {
  try {
    const body: unknown = JSON.parse(text);
    const own = member(body, "odata.error");
    // Gateways also send an `error`, with codes of another meaning, `ResourceNotFound` among them.
    const message = member(own ?? member(body, "error"), "message");
    return { code: readString(member(own, "code")), message: readString(member(message, "value") ?? message) };
  } catch {
    return {};
  }
}

/** Returns a text in the format of a code. Any other text is not a code, and is not shown in a message. */
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

function header(headers: readonly string[], name: string): string | undefined {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    if (headers[i]?.toLowerCase() === name) return headers[i + 1];
  }
  return undefined;
}
