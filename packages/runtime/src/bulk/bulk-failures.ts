import { type AmbiguousAttempt, RequestError } from "../errors/request-error.js";
import { TableError } from "../errors/table-error.js";

/** Creates the error of writes that were not sent, or not sent again, because the bulk was aborted. */
export function notAttempted(ambiguousAttempts: readonly AmbiguousAttempt[] | undefined): TableError {
  if (ambiguousAttempts === undefined) {
    return new TableError("bulk.not-attempted", "The bulk was aborted before this item was sent.");
  }
  const message = "The bulk was aborted before this item was sent again.";
  return new RequestError("request.aborted", message, { attempts: ambiguousAttempts.length, ambiguousAttempts });
}

/** Creates the error of writes that were not sent because another row of the same call had failed. */
export function stoppedBefore(): TableError {
  return new TableError("bulk.not-attempted", "Another row failed before this one was sent.");
}

/** Creates the error of writes that were not sent because the service does not respond. @param requests consecutive lost requests */
export function noResponse(requests: number, cause: unknown): TableError {
  const problem = `This item was not sent: ${requests} requests in a row to its partition got no usable response.`;
  return new TableError("bulk.not-attempted", problem, { cause });
}

/** Numbers of items by outcome, and the attempts that may have written the last item whose outcome is unknown. */
interface BulkCounts {
  readonly written: number;
  readonly unknown: number;
  readonly lastAttempts: readonly AmbiguousAttempt[];
}

/** Creates the error that ends an aborted bulk. @param reason `reason` of the caller's signal */
export function bulkAborted(reason: unknown, { written, unknown, lastAttempts }: BulkCounts): RequestError {
  const facts = [
    ...(written > 0 ? [` It wrote ${items(written)} before.`] : []),
    ...(unknown > 0 ? [` The outcome of ${items(unknown)} is unknown.`] : []),
  ].join("");
  const message = `The bulk was aborted by the caller's signal.${facts}`;
  const ambiguousAttempts = unknown > 0 ? lastAttempts : undefined;
  return new RequestError("request.aborted", message, {
    attempts: lastAttempts.length,
    ambiguousAttempts,
    cause: reason,
  });
}

const items = (count: number) => (count === 1 ? "1 item" : `${count} items`);
