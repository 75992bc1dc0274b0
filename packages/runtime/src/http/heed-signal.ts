import { orAborted } from "./cancellation.js";
import type { Transport } from "./http-message.js";

/** A transport of the caller's, or one within the caller's policies, which may not heed the signal: its calls end with it all the same. */
export function heedSignal(transport: Transport): Transport {
  return Object.assign<Transport, Pick<Transport, "close">>(
    (request) => orAborted(Promise.resolve(transport(request)), request.signal),
    { close: async () => transport.close?.() },
  );
}
