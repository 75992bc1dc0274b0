import type { HttpRequest, HttpResponse, Transport } from "@tablewright/runtime";

/**
 * Fate of one of the writing requests of a call: `none`, or a text such as `held own 1 3`. The text names the fault, the requests that
 * count, and their numbers. `own` counts the requests that write the entity's own row, `any` also those that write only index rows.
 * - `lost any 2`: the second one is performed, and its response is lost.
 * - `dropped any 2`: the connection breaks before the second one arrives.
 * - `busy any 2`: the service rejects the second one, for want of capacity.
 * - `held own 1 3`: the connection of the first one breaks. The request arrives after the third one, or after the call if it sends fewer.
 */
export type Fault = string;

/** Network between a client and a service, with one fault. */
export interface Network {
  readonly transport: Transport;
  setFault(fault: Fault): void;
  /** Delivers the request that is held, if there is one, and removes the fault. */
  settle(): Promise<void>;
}

/** Creates a network with one fault in front of a service. @param ownRow the RowKey of the entity's own row */
export function createNetwork(service: Transport, ownRow: string): Network {
  let [kind, counted, nth, until] = ["none", "any", 0, 0];
  let writes = 0;
  let held: (() => Promise<HttpResponse>) | undefined;
  const deliverHeld = async () => {
    const deliver = held;
    held = undefined;
    await deliver?.();
  };
  return {
    setFault(fault) {
      const [name = "", which = "any", first, last] = fault.split(" ");
      [kind, counted, nth, until, writes] = [name, which, Number(first), Number(last), 0];
    },
    async settle() {
      kind = "none";
      await deliverHeld();
    },
    async transport(request: HttpRequest) {
      const { signal: _, ...sent } = request;
      const forward = () => service(sent);
      const isOwn = `${decodeURIComponent(request.url)}${Buffer.from(request.body ?? "")}`.includes(ownRow);
      if (request.method === "GET" || (counted === "own" && !isOwn)) return forward();
      writes++;
      if (kind === "none" || writes !== nth) {
        const response = await forward();
        if (writes >= until) await deliverHeld();
        return response;
      }
      if (kind === "busy") return busy;
      if (kind === "held") held = forward;
      if (kind === "lost") await forward();
      throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    },
  };
}

const busy: HttpResponse = {
  status: 503,
  headers: ["x-ms-request-id", "busy", "x-ms-version", "2019-02-02", "content-type", "application/json"],
  body: Buffer.from('{"odata.error":{"code":"ServerBusy","message":{"lang":"en-US","value":"busy"}}}'),
};
