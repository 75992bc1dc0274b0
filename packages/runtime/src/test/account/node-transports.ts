import type { Transport } from "../../http/http-message.js";
import { openHost as openDefaultHost } from "../../http/transport/default-host.js";
import { hostTransport } from "../../http/transport/host-transport.js";
import * as nodeHost from "../../http/transport/node-host.js";
import type { UndiciTransportOptions } from "../../http/transport/transport-options.js";
import { undiciTransport } from "../../http/transport/undici-transport.js";

type Create = (options?: UndiciTransportOptions) => Transport;

const moving: typeof openDefaultHost = (origin, options, queue) =>
  openDefaultHost(origin, options, queue, { requests: 0, bytes: 0 });

/** Transports of Node: each HTTP client alone, and the default one, which moves from one to the other during the first request. */
export const nodeTransports: readonly (readonly [name: string, create: Create])[] = [
  ["undici", undiciTransport],
  ["Node's client", (options = {}) => hostTransport(options, async () => nodeHost)],
  ["both", (options = {}) => hostTransport(options, async () => ({ openHost: moving }))],
];
