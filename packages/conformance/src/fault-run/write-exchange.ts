import { parseWrites, type RequestedWrite } from "../schedules/world/parse-writes.js";
import type { Exchange } from "../soak/exchange.js";

/** One request of a call, its writes apart from guard rows, and everything that happened to it. */
export interface WriteExchange extends Omit<Exchange, "request"> {
  readonly writes: readonly RequestedWrite[];
}

export function parseExchange({ request, ...exchange }: Exchange): WriteExchange {
  // A guard row is the last one of its request, so that the ETags of the others keep their positions.
  const writes = parseWrites({ ...request, signal: undefined }).filter(({ row }) => !row.includes("/~w-"));
  return { ...exchange, writes };
}
