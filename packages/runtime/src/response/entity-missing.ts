import type { HttpResponse } from "../http/http-message.js";
import { readErrorBody } from "../odata/error-body.js";

/** Whether the service says that the row, not the table, is missing. A 404 of something else on the way says neither. */
export function isEntityMissing(response: HttpResponse): boolean {
  if (response.status !== 404) return false;
  const { serviceCode } = readErrorBody(response);
  return serviceCode === "ResourceNotFound" || serviceCode === "EntityNotFound";
}
