import { type ErrorCode, isTableError } from "@tablewright/runtime";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";

/** Status of each error that the API's client caused. All others are failures of this server. */
const statuses: Partial<Record<ErrorCode, 400 | 404 | 409 | 412 | 413 | 503>> = {
  "entity.invalid": 400,
  "entity.not-found": 404,
  "entity.already-exists": 409,
  "entity.condition-not-met": 412,
  "entity.too-large": 413,
  "query.invalid-cursor": 400,
  "service.busy": 503,
  "write.no-condition": 400,
};

/** Responds with the status of an error's code. The messages of rejected values are written for people. */
export function respondToError(error: Error, c: Context): Response {
  if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
  if (error instanceof SyntaxError) return c.json({ error: "The body is not JSON." }, 400);
  if (isTableError(error)) {
    const status = statuses[error.code] ?? (/^(value|key)\./.test(error.code) ? 400 : 500);
    if (status < 500) return c.json({ error: error.message, code: error.code, property: error.property }, status);
    if (status === 503) return c.json({ error: "Try again in a moment." }, 503, { "Retry-After": "1" });
  }
  console.error(error);
  return c.json({ error: "Internal error." }, 500);
}
