import type { DispatchQueue } from "../dispatch-queue.js";
import type { Host } from "../host-transport.js";
import { proxyUrl } from "../proxy.js";
import { defaultMaxBytes, type UndiciTransportOptions } from "../transport-options.js";
import { createAgent } from "./node-agent.js";
import { nodeHttp } from "./node-connection.js";
import { NodeExchange } from "./node-exchange.js";

/** Host that another one can replace. */
export interface ReplaceableHost extends Host {
  /** Closes idle connections, and others as soon as their responses have arrived. */
  retire(): void;
}

/** Opens a host over Node's own HTTP client, which Node has loaded already and whose parser needs no compilation. */
export function openHost(origin: string, options: UndiciTransportOptions, queue: DispatchQueue): ReplaceableHost {
  const { protocol, hostname, port, host: authority } = new URL(origin);
  const isSecure = protocol === "https:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const route = {
    host,
    port: port === "" ? (isSecure ? 443 : 80) : Number(port),
    isSecure,
    proxy: proxyUrl(origin, options.proxy),
  };
  const { request } = nodeHttp(isSecure);
  const agent = createAgent(route, options);
  const settings = {
    agent,
    queue,
    maxBytes: options.maxResponseBytes ?? defaultMaxBytes,
    authority,
    request: (call: object) => request({ host, port: route.port, ...call }),
  };
  return {
    send: (path, message) => new NodeExchange(settings, path, message).run(),
    retire: () => agent.retire(),
    close: async () => agent.destroy(),
  };
}
