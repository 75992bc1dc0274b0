import type { Transport } from "../http-message.js";
import { hostTransport } from "./host-transport.js";
import { checkTransportOptions, type UndiciTransportOptions } from "./transport-options.js";

/**
 * Creates the default transport on Node: a pool of undici for each host, without `fetch`. The first request loads undici. Idle connections
 * do not keep the process alive.
 * @throws TableError `config.invalid-option` for an unknown option, a value of the wrong type, or `connections` that is not a whole number
 */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport {
  checkTransportOptions("undiciTransport", options);
  return hostTransport(options, () => import("./undici-host.js"));
}

/**
 * Creates the default transport of the platform, by the conditions of `#platform-host` in package.json: undici on Node; `fetch` on Bun,
 * Deno and workers, and in bundles with the condition "fetch-transport".
 */
export function platformTransport(options: UndiciTransportOptions): Transport {
  checkTransportOptions("undiciTransport", options);
  return hostTransport(options, () => import("#platform-host"));
}
