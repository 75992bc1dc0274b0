import { TableError } from "../errors/table-error.js";
import { headerValue } from "../http/headers.js";

/** One part of a continuation, from an answer's headers. @throws TableError `response.malformed` */
export function continuationPart(headers: readonly string[], name: string): string | undefined {
  const part: unknown = headerValue(headers, name);
  if (part === undefined || typeof part === "string") return part;
  throw new TableError("response.malformed", `The response header ${name} is of type ${typeof part}, not a string.`);
}

/**
 * Every loop over pages ends by this: an answer whose continuation is the one that was asked for leads back to itself. An empty page with
 * another continuation is an ordinary one.
 * @throws TableError `response.malformed`
 */
export function checkProgress(
  operation: string,
  requested: readonly (string | undefined)[],
  next: readonly (string | undefined)[],
): void {
  if (next.every((part) => part === undefined) || next.some((part, index) => part !== requested[index])) return;
  throw new TableError(
    "response.malformed",
    `The response to ${operation} repeats the continuation of its request, so reading on would never end. Try again; if it persists, report it to the service.`,
  );
}
