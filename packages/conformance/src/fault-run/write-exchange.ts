import { parseWrites, type RequestedWrite } from "../schedules/world/parse-writes.js";
import type { Exchange } from "../soak/exchange.js";

/** One request of a call, its writes, and everything that happened to it. */
export interface WriteExchange extends Omit<Exchange, "request"> {
  readonly writes: readonly RequestedWrite[];
}

export function parseExchange({ request, ...exchange }: Exchange): WriteExchange {
  return { ...exchange, writes: parseWrites({ ...request, signal: undefined }) };
}
