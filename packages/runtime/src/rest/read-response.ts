import { foreignText } from "../errors/format-value.js";
import { checkProxy, malformedResponse, type TableError } from "../errors/table-error.js";
import { copyError } from "../http/call-failure.js";
import { hasServiceHeader, readErrorBody } from "../http/error-body.js";
import { type HttpResponse, headerValue } from "../http/http-message.js";
import { bufferOver } from "../platform/node.js";
import type { EntityPayload, ETag } from "../schema/entity-schema.js";
import type { ServiceKind } from "../schema/limits.js";
import { toServiceError } from "./to-service-error.js";

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

/**
 * Returns the new ETag of the row from the response to a write: from the header, or from the body if the service ignores `Prefer`.
 * @throws TableError `response.malformed` if there is none
 */
export function parseWrite(response: HttpResponse, operation: string, table: string): ETag {
  if (response.status !== 204 && response.status !== 201) throw toServiceError(response, { operation, table });
  const etag = headerValue(response.headers, "etag") ?? (parseJson(response) as EntityPayload)["odata.etag"];
  if (isETag(etag)) return etag;
  throw malformedResponse(`The response with status ${response.status} has no ETag of the service.`);
}

/** Returns whether a text is an ETag of the service. The service's ETags are weak (`W/`); those of a proxy often are not. */
function isETag(text: unknown): text is ETag {
  return typeof text === "string" && text.startsWith('W/"');
}

/**
 * Rejects a successful response that does not come from the service, because a proxy can invent one, or drop the continuation token of a
 * page. Storage sends its version or the request id with every success. Cosmos DB sends neither, and no ETag for a deletion, so there a
 * missing header proves nothing, and only an ETag of something else is rejected.
 * @throws TableError `response.malformed`
 */
export function checkSuccess(response: HttpResponse, kind: ServiceKind, readOnly: boolean): void {
  if (response.status >= 300) return;
  if (!readOnly) checkWriteType(response);
  if (kind === "cosmos") checkCosmosETag(response);
  else checkStorageHeaders(response);
}

function checkStorageHeaders({ status, headers }: HttpResponse): void {
  const names = ["x-ms-version", "x-ms-request-id"];
  if (names.some((name) => headerValue(headers, name) !== undefined)) return;
  const problem = `The response with status ${status} has neither x-ms-version nor x-ms-request-id, which Azure Storage always sends.`;
  const advice = `${checkProxy}; for Cosmos DB behind another host name, pass the option kind.`;
  throw malformedResponse(`${problem} ${advice}`);
}

/** Rejects an ETag that does not come from Cosmos DB. The ETags of Cosmos DB contain a time, those of a web framework do not. */
function checkCosmosETag({ status, headers }: HttpResponse): void {
  const etag = headerValue(headers, "etag");
  if (etag === undefined || etag.startsWith("W/\"datetime'")) return;
  throw malformedResponse(`The response with status ${status} has an ETag that no row has. ${checkProxy}.`);
}

/** Returns whether the service reports that the row is missing, not the table. False for a 404 of a proxy, which says neither. */
export function isEntityMissing(response: HttpResponse): boolean {
  if (response.status !== 404) return false;
  const { serviceCode } = readErrorBody(response);
  return serviceCode === "ResourceNotFound" || serviceCode === "EntityNotFound";
}

type Parse = (text: string) => unknown;

/**
 * Text between two rows in the JSON of a response. Inside of a row, it occurs only if a string ends with `},{`, because a quote within a
 * string has a backslash before it. A piece that ends there cannot be parsed, and then the response is parsed as a whole.
 */
const betweenRows = '},{"';
const [comma, openingBracket, closingBracket] = [0x2c, 0x5b, 0x5d] as const;

/**
 * Parses the rows (`value`) of a query's response in pieces of some rows each. If a text has more than 128 kB, V8 maps new memory for it.
 * For a full page, that takes as long as parsing the text.
 * @param pieceBytes the size of a piece, in bytes; a piece extends to the end of a row
 * @returns undefined if the response is no longer than a piece, or cannot be divided; then it has to be parsed as a whole
 */
export function parseRows(body: Uint8Array, parse: Parse, pieceBytes: number = 64 * 1024): unknown[] | undefined {
  const bytes = bufferOver(body);
  let end = bytes.indexOf(betweenRows, pieceBytes);
  if (end < 0) return undefined;
  try {
    const first = parse(`${bytes.toString("utf8", 0, end + 1)}]}`) as object;
    // The response may have another member after `value`, and the first piece may end in that one. Then the response is parsed as a whole.
    if (Object.keys(first).at(-1) !== "value") return undefined;
    const rows = rowsIn(first);
    for (;;) {
      const start = end + 2;
      end = bytes.indexOf(betweenRows, start + pieceBytes);
      if (end < 0) return append(rows, rowsIn(parse(`{"value":[${bytes.toString("utf8", start)}`)));
      append(rows, parse(arrayBetween(bytes, start - 1, end + 1)));
    }
  } catch {
    return undefined;
  }
}

/**
 * Returns the rows between two commas as the text of a JSON array. It writes the brackets over the commas in the bytes for a moment. If it
 * concatenated them with the text, V8 would copy that once more before parsing it.
 */
function arrayBetween(bytes: Buffer, from: number, to: number): string {
  bytes[from] = openingBracket;
  bytes[to] = closingBracket;
  const text = bytes.toString("utf8", from, to + 1);
  bytes[from] = comma;
  bytes[to] = comma;
  return text;
}

function rowsIn(response: unknown): unknown[] {
  return (response as { readonly value: unknown[] }).value;
}

function append(rows: unknown[], more: unknown): unknown[] {
  for (const row of more as unknown[]) rows.push(row);
  return rows;
}

/** Members that every row of a response must have besides its RowKey, because the request asked for them. */
export interface RowShape {
  readonly hasPartitionKey: boolean;
  /** True if each row must have its ETag, as under minimal metadata. */
  readonly hasETag: boolean;
}

/** Returns whether a value in a response is a row with these members. Its other members are checked when they are decoded. */
export function isRow(value: unknown, { hasPartitionKey, hasETag }: RowShape): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { PartitionKey, RowKey, "odata.etag": etag } = value as Readonly<Record<string, unknown>>;
  return isText(PartitionKey, hasPartitionKey) && typeof RowKey === "string" && isText(etag, hasETag);
}

/**
 * Returns whether a member of a row is text. If the row may lack the member, it may also be missing or null: in `$select`, the service
 * returns null for a property that the row lacks.
 * @param isThere true if every row must have the member
 */
function isText(member: unknown, isThere: boolean): boolean {
  return typeof member === "string" || (!isThere && (member === undefined || member === null));
}

/**
 * Returns one part of a continuation from a response's headers; undefined if the headers lack it. @throws TableError `response.malformed`
 */
export function continuationPart(headers: readonly string[], name: string): string | undefined {
  const part: unknown = headerValue(headers, name);
  if (part === undefined || typeof part === "string") return part;
  throw malformedResponse(`The response header ${name} is of type ${typeof part}, not a string.`);
}

/**
 * Check against endless paging. If the service returns a continuation token again, the pages form a circle. The check compares each token
 * with only one earlier one (Brent's algorithm). So it detects every circle, but only after some rounds:
 *
 * ```
 *  continuations  2–3  4–7  8–15  16–31
 *  compared with   1    3    7     15
 * ```
 *
 * If a response repeats the token of its own request, {@link checkProgress} detects that at once.
 */
export class ContinuationTrail {
  readonly #operation: string;
  #kept: readonly (string | undefined)[] = [];
  #stepsLeft = 1;
  #distance = 1;

  constructor(operation: string) {
    this.#operation = operation;
  }

  /**
   * Adds the continuation of a response, and compares it with the retained earlier one.
   * @param next the parts of the continuation; all are undefined in the last response
   * @throws TableError `response.malformed` if both continuations are equal: paging would never end
   */
  add(next: readonly (string | undefined)[]): void {
    if (next.every((part) => part === undefined)) return;
    if (next.every((part, index) => part === this.#kept[index]))
      throw endless(this.#operation, "an earlier continuation");
    if (--this.#stepsLeft > 0) return;
    this.#kept = next;
    this.#distance *= 2;
    this.#stepsLeft = this.#distance;
  }
}

/**
 * Rejects a response whose continuation token equals the requested one, because the loop over pages would never end. An empty page with
 * another token is valid.
 * @throws TableError `response.malformed`
 */
export function checkProgress(
  operation: string,
  requested: readonly (string | undefined)[],
  next: readonly (string | undefined)[],
): void {
  if (next.every((part) => part === undefined) || next.some((part, index) => part !== requested[index])) return;
  throw endless(operation, "the continuation of its request");
}

function endless(operation: string, repeated: string): TableError {
  const problem = `The response to ${operation} repeats ${repeated}, so reading on would never end.`;
  return malformedResponse(`${problem} Try again.`);
}
