import type { Dispatcher } from "undici";
import type { DispatchQueue } from "../dispatch-queue.js";
import type { Host } from "../host-transport.js";
import type { UndiciTransportOptions } from "../transport-options.js";
import { createPool } from "./connection-pool.js";
import { UndiciExchange } from "./undici-exchange.js";

/** Opens a pool of undici, or uses the caller's own dispatcher. */
export async function openHost(origin: string, options: UndiciTransportOptions, queue: DispatchQueue): Promise<Host> {
  const own = options.dispatcher as Dispatcher | undefined;
  const dispatcher = own ?? (await createPool(origin, options));
  // The caller's own dispatcher has its own limit, and its owner closes it.
  const ownQueue = own === undefined ? queue : undefined;
  return {
    send: (path, request) => new UndiciExchange(dispatcher, ownQueue, origin, path, request).run(),
    close: async () => {
      if (own === undefined) await dispatcher.close();
    },
  };
}
