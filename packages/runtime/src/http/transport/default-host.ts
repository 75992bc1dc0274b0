import type { DispatchQueue } from "./dispatch-queue.js";
import type { Host, HostModule } from "./host-transport.js";
import { openHost as openNodeHost } from "./node/node-host.js";
import type { UndiciTransportOptions } from "./transport-options.js";

/** Number of requests, and of bytes in their bodies, after which a client changes from Node's HTTP client to undici. */
const beforeUndici = { requests: 5_000, bytes: 30_000_000 };

/**
 * Opens the connections to one host with Node's own HTTP client, and changes to undici after many requests or large ones: loading and
 * compiling undici costs as much CPU time as it saves in 6,000 to 12,000 small requests. Both clients share the queue, so the limit on
 * connections also applies during the change. With a dispatcher of the caller, undici sends all requests.
 * @see packages/bench/choices.md
 */
export async function openHost(
  origin: string,
  options: UndiciTransportOptions,
  queue: DispatchQueue,
  enough = beforeUndici,
): Promise<Host> {
  if (options.dispatcher !== undefined) return (await loadUndici()).openHost(origin, options, queue);
  const first = openNodeHost(origin, options, queue);
  let host: Host = first;
  let requests = 0;
  let bytes = 0;
  let moving: Promise<void> | undefined;

  async function move(): Promise<void> {
    host = await (await loadUndici()).openHost(origin, options, queue);
    first.retire();
  }

  return {
    send(path, request) {
      requests += 1;
      bytes += request.body?.length ?? 0;
      // Changes to undici after enough requests. If undici cannot be loaded, Node's client continues to send the requests.
      if (moving === undefined && (requests > enough.requests || bytes > enough.bytes))
        moving = move().catch(() => undefined);
      return host.send(path, request);
    },
    async close() {
      await moving;
      await first.close();
      if (host !== first) await host.close();
    },
  };
}

function loadUndici(): Promise<HostModule<UndiciTransportOptions>> {
  return import("./undici/undici-host.js");
}
