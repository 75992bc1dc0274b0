import type { Exchange } from "../world/exchange.js";
import { findApplied, isReceipt } from "../world/journal.js";
import { parseWrites, rowOf } from "../world/parse-writes.js";

const decoder = new TextDecoder();

/**
 * Returns whether the responses that a call received settle all its requests with receipts, so that the call must know its outcome.
 * @param exchanges the exchanges of the call, in the order in which they were sent
 */
export function areSettled(exchanges: readonly Exchange[]): boolean {
  const receipts = new Set(exchanges.flatMap((each) => receiptOf(each) ?? []));
  return (
    receipts.size > 0 &&
    [...receipts].every((receipt) => isSettled(exchanges.filter((each) => receiptOf(each) === receipt)))
  );
}

/** Returns the receipt that a request reads or writes; undefined if none. */
function receiptOf({ request }: Exchange): string | undefined {
  const rows = request.method === "GET" ? [rowOf(request.url)] : parseWrites(request).map(({ row }) => row);
  return rows.find(isReceipt);
}

/**
 * Returns whether a response settles the last request with a receipt. This can be the response that says that the request was applied, a
 * read of the receipt that shows the request's id, or the response to a fence, which writes the receipt alone.
 */
function isSettled(exchanges: readonly Exchange[]): boolean {
  const at = exchanges.findLastIndex(({ request }) => parseWrites(request).length > 1);
  const last = exchanges[at];
  if (last === undefined) return false;
  const id = parseWrites(last.request).at(-1)?.properties["request"];
  return exchanges.slice(at).some((exchange) => {
    const { ended, given, heard } = exchange;
    if (ended !== "answered" || typeof given !== "object" || heard === undefined) return false;
    // If the network has delivered a write twice, the client may have heard the refusal of the second one.
    return exchange.isRead ? decoder.decode(given.body).includes(`"${id}"`) : findApplied(exchange).includes(heard);
  });
}
