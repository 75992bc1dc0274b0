import type { Transport } from "../http-message.js";
import { hostTransport } from "./host-transport.js";
import { checkTransportOptions, type UndiciTransportOptions } from "./transport-options.js";

/**
 * Creates a transport that uses only undici: a pool for each host, without `fetch`. The first request loads undici. Idle connections do not
 * keep the process alive.
 * @throws TableError `config.invalid-option` for an unknown option, or a value of the wrong type or range
 */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport {
  checkTransportOptions("undiciTransport", options);
  return hostTransport(options, () => import("./undici-host.js"));
}

/**
 * Creates the default transport of the platform, by the conditions of `#platform-host` in package.json. On Node that is its own HTTP
 * client, and undici after many requests. On Bun, Deno and workers, and in bundles with the condition "fetch-transport", it is `fetch`. In
 * bundles with the condition "node-transport", it is Node's client alone.
 */
export function platformTransport(options: UndiciTransportOptions): Transport {
  checkTransportOptions("undiciTransport", options);
  return hostTransport(options, () => import("#platform-host"));
}
