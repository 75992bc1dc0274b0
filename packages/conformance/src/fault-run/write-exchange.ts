import { parseWrites, type RequestedWrite } from "../schedules/world/parse-writes.js";
import type { Exchange } from "../soak/exchange.js";

/** One request of a call: its writes, except for that of the receipt, and everything that happened to the request. */
export interface WriteExchange extends Omit<Exchange, "request"> {
  readonly writes: readonly RequestedWrite[];
}

export function parseExchange({ request, ...exchange }: Exchange): WriteExchange {
  // A receipt is the last row of its request, so the ETags of the other rows keep their positions.
  const writes = parseWrites({ ...request, signal: undefined }).filter(({ row }) => !row.includes("/~r-"));
  return { ...exchange, writes };
}
