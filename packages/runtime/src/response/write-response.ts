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
 * Refuses the success of a write that carries nothing of the service's own: a proxy can invent a bare 204. Storage names its version
 * or the request in every one. Cosmos DB sends neither, and no ETag for a deletion, so that its answers are believed.
 * @throws TableError `response.malformed`
 */
export function checkSuccess(response: HttpResponse, kind: ServiceKind): void {
  const { status, headers } = response;
  if (status >= 300) return;
  checkWriteType(response);
  if (kind !== "storage") return;
  for (const name of ["x-ms-version", "x-ms-request-id", "etag"]) {
    if (headerValue(headers, name) !== undefined) return;
  }
  // The parts of a change set are proof enough.
  if (headerValue(headers, "content-type")?.startsWith("multipart/mixed")) return;
  const problem = `The response with status ${status} has neither x-ms-version nor x-ms-request-id, which the Table service sends with every success.`;
  throw new TableError("response.malformed", `${problem} Check the endpoint and any proxy in between.`);
}

/** Whether the service says that the row, not the table, is missing. A 404 of something else on the way says neither. */
export function isEntityMissing(response: HttpResponse): boolean {
  if (response.status !== 404) return false;
  const { serviceCode } = readErrorBody(response);
  return serviceCode === "ResourceNotFound" || serviceCode === "EntityNotFound";
}
