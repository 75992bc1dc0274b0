import { isServiceError, isTableError } from "@tablewright/runtime";
import { httpStatusOf } from "@tablewright/runtime/standard-schema";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** Responds with the status of an error's code. The messages of rejected values are written for people. */
export function respondToError(error: Error, c: Context): Response {
  if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
  if (error instanceof SyntaxError) return c.json({ error: "The body is not JSON." }, 400);
  if (isTableError(error)) {
    const status = httpStatusOf(error) as ContentfulStatusCode;
    if (status < 500) return c.json({ error: error.message, code: error.code, property: error.property }, status);
    if (status === 503) {
      const waitMs = (isServiceError(error) && error.retryAfterMs) || 1000;
      return c.json({ error: "Try again in a moment." }, 503, { "Retry-After": String(Math.ceil(waitMs / 1000)) });
    }
  }
  console.error(error);
  return c.json({ error: "Internal error." }, 500);
}
