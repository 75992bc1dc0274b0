import { malformedResponse, type TableError } from "../errors/table-error.js";
import { headerValue } from "../http/http-message.js";

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
