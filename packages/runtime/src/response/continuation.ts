import { TableError } from "../errors/table-error.js";
import { headerValue } from "../http/headers.js";

/** One part of a continuation, from an answer's headers. @throws TableError `response.malformed` */
export function continuationPart(headers: readonly string[], name: string): string | undefined {
  const part: unknown = headerValue(headers, name);
  if (part === undefined || typeof part === "string") return part;
  throw new TableError("response.malformed", `The response header ${name} is of type ${typeof part}, not a string.`);
}

/**
 * The continuations of one loop over pages, so that it ends where they lead in a circle. One of them is kept at a time (Brent's
 * algorithm): the first, then the one two after it, then the one four after that. A circle is noticed on its second or third round.
 * {@link checkProgress} notices the shortest one in the first answer.
 */
export class ContinuationTrail {
  readonly #operation: string;
  #kept: readonly (string | undefined)[] = [];
  #stepsLeft = 1;
  #distance = 1;

  constructor(operation: string) {
    this.#operation = operation;
  }

  /** @param next the continuation of an answer, by its parts @throws TableError `response.malformed` */
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
 * Every loop over pages ends by this: an answer whose continuation is the one that was requested for leads back to itself. An empty page with
 * another continuation is an ordinary one.
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
  return new TableError("response.malformed", `${problem} Try again; if it persists, report it to the service.`);
}
