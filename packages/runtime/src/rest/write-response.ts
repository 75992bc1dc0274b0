import { checkProxy, malformedResponse } from "../errors/table-error.js";
import { readErrorBody } from "../http/error-body.js";
import { type HttpResponse, headerValue } from "../http/http-message.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { ETag } from "../schema/entity-types.js";
import type { ServiceKind } from "../schema/limits.js";
import { checkWriteType, parseJson } from "./read-body.js";
import { toServiceError } from "./to-service-error.js";

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
