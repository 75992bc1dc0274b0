import type { Dispatcher } from "undici";
import { createPool } from "./connection-pool.js";
import type { DispatchQueue } from "./dispatch-queue.js";
import type { Host } from "./host-transport.js";
import type { UndiciTransportOptions } from "./transport-options.js";
import { exchange } from "./undici-exchange.js";

/** Opens a pool of undici, or uses the caller's own dispatcher. */
export async function openHost(origin: string, options: UndiciTransportOptions, queue: DispatchQueue): Promise<Host> {
  const own = options.dispatcher as Dispatcher | undefined;
  if (own !== undefined) {
    // The dispatcher has its own limit, and its owner closes it.
    const host = { dispatcher: own, queue: undefined };
    return { send: (path, request) => exchange(host, origin, path, request), close: async () => undefined };
  }
  const dispatcher = await createPool(origin, options);
  const host = { dispatcher, queue };
  return { send: (path, request) => exchange(host, origin, path, request), close: () => dispatcher.close() };
}
