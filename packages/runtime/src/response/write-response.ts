import { TableError } from "../errors/table-error.js";
import { headerValue } from "../http/headers.js";
import type { HttpResponse } from "../http/http-message.js";
import { readErrorBody, toServiceError } from "../odata/error-body.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { ETag } from "../schema/entity-types.js";
import type { ServiceKind } from "../schema/limits.js";
import { checkWriteType } from "./content-type.js";
import { parseJson } from "./read-body.js";

/**
 * The new ETag that a write answers with: in the header, or in the body of a service that ignores `Prefer`.
 * @throws TableError `response.malformed` where there is none
 */
export function parseWrite(response: HttpResponse, operation: string, table: string): ETag {
  if (response.status !== 204 && response.status !== 201) throw toServiceError(response, { operation, table });
  const etag = headerValue(response.headers, "etag") ?? (parseJson(response) as EntityPayload)["odata.etag"];
  if (isETag(etag)) return etag;
  throw new TableError("response.malformed", `The response with status ${response.status} has no ETag of the service.`);
}

/** The service's ETags are weak ones; a proxy's are often not. */
function isETag(text: unknown): text is ETag {
  return typeof text === "string" && text.startsWith('W/"');
}

/**
 * Rejects a success that carries nothing of the service's own, because a proxy can invent one, or drop the continuation of a page. Storage
 * names its version or the request in every one. Cosmos DB sends neither, and no ETag for a deletion, so that its 204 is believed.
 * @throws TableError `response.malformed`
 */
export function checkSuccess(response: HttpResponse, kind: ServiceKind, readOnly: boolean): void {
  const { status, headers } = response;
  if (status >= 300) return;
  if (!readOnly) checkWriteType(response);
  if (kind === "cosmos") checkCosmosETag(response);
  const hasVersion = headerValue(headers, "x-ms-version") !== undefined;
  if (kind === "cosmos" || hasVersion || headerValue(headers, "x-ms-request-id") !== undefined) return;
  const problem = `The response with status ${status} has neither x-ms-version nor x-ms-request-id, which Azure Storage sends with every success.`;
  const advice =
    "Check the endpoint and any proxy in between; for Cosmos DB behind another host name, pass the option kind.";
  throw new TableError("response.malformed", `${problem} ${advice}`);
}

/** The ETags of Cosmos DB hold a time; those of a web framework do not. */
function checkCosmosETag({ status, headers }: HttpResponse): void {
  const etag = headerValue(headers, "etag");
  if (etag === undefined || etag.startsWith("W/\"datetime'")) return;
  throw new TableError("response.malformed", `The response with status ${status} has an ETag that is none of a row.`);
}

/** Whether the service says that the row, not the table, is missing. A 404 of something else on the way says neither. */
export function isEntityMissing(response: HttpResponse): boolean {
  if (response.status !== 404) return false;
  const { serviceCode } = readErrorBody(response);
  return serviceCode === "ResourceNotFound" || serviceCode === "EntityNotFound";
}
