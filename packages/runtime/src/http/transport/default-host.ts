import type { DispatchQueue, Host } from "./host-transport.js";
import { openHost as openNodeHost } from "./node-host.js";
import { isClientObserved } from "./observed-client.js";
import type { UndiciTransportOptions } from "./transport-options.js";

/** Number of requests, and of bytes in their bodies, after which a client changes from Node's HTTP client to undici. */
const beforeUndici = { requests: 5_000, bytes: 30_000_000 };

/**
 * Opens the connections to one host with Node's own HTTP client. After many requests, or large ones, it changes to undici. Loading and
 * compiling undici costs as much CPU time as it saves in 6,000 to 12,000 small requests. Both clients share the queue, so the limit on
 * requests in flight also holds during the change. If the caller has a dispatcher, undici sends all requests.
 *
 * A client that works must still work after the change. So undici first opens a connection, while Node's client sends the requests. Node's
 * client goes on for good if that fails, or if another package observes, mocks or redirects its requests.
 * @see packages/bench/choices.md
 */
export async function openHost(
  origin: string,
  options: UndiciTransportOptions,
  queue: DispatchQueue,
  enough = beforeUndici,
): Promise<Host> {
  if (options.dispatcher !== undefined) return (await loadUndici()).openHost(origin, options, queue);
  const isSecure = origin.startsWith("https:");
  let node = openNodeHost(origin, options, queue);
  let undici: Host | undefined;
  let former: Host | undefined;
  let requests = 0;
  let bytes = 0;
  let moving: Promise<void> | undefined;

  async function move(): Promise<void> {
    const host = await (await loadUndici()).openHost(origin, options, queue);
    try {
      await host.connect();
    } catch {
      await host.close();
      return;
    }
    undici = host;
    node.retire();
  }

  /** Undici still finishes the requests that it has begun. */
  function moveBack(): void {
    former = undici;
    undici = undefined;
    node = openNodeHost(origin, options, queue);
  }

  return {
    send(path, request) {
      if (undici !== undefined) {
        if (!isClientObserved(isSecure)) return undici.send(path, request);
        moveBack();
      }
      requests += 1;
      bytes += request.body?.length ?? 0;
      const isEnough = requests > enough.requests || bytes > enough.bytes;
      // If undici cannot be loaded, Node's client continues to send the requests.
      if (moving === undefined && isEnough && !isClientObserved(isSecure)) moving = move().catch(() => undefined);
      return node.send(path, request);
    },
    async close() {
      await moving;
      await Promise.all([node.close(), undici?.close(), former?.close()]);
    },
  };
}

function loadUndici(): Promise<typeof import("./undici-host.js")> {
  return import("./undici-host.js");
}
