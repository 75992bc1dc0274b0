import { TableError } from "../errors/table-error.js";
import { headerValue } from "../http/headers.js";
import type { HttpResponse } from "../http/http-message.js";
import { readErrorBody, toServiceError } from "../odata/error-body.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { ETag } from "../schema/entity-types.js";
import { parseJson } from "./read-body.js";

/**
 * The new ETag that a write answers with: in the header, or in the body of a service that ignores `Prefer`.
 * @throws TableError `response.malformed` where there is none
 */
export function parseWrite(response: HttpResponse, operation: string, table: string): ETag {
  if (response.status !== 204 && response.status !== 201) throw toServiceError(response, { operation, table });
  const etag = headerValue(response.headers, "etag") ?? (parseJson(response) as EntityPayload)["odata.etag"];
  if (typeof etag === "string" && etag !== "") return etag as ETag;
  throw new TableError("response.malformed", `The response with status ${response.status} has no ETag.`);
}

/** Whether the service says that the row, not the table, is missing. A 404 of something else on the way says neither. */
export function isEntityMissing(response: HttpResponse): boolean {
  if (response.status !== 404) return false;
  const { serviceCode } = readErrorBody(response);
  return serviceCode === "ResourceNotFound" || serviceCode === "EntityNotFound";
}
