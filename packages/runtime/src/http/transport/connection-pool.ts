/// <reference path="./undici-pool.d.ts" />
import type { Socket } from "node:net";
import type { buildConnector, Pool } from "undici";
import { defaultConnections } from "./host-transport.js";
import { openThrough } from "./node-connection.js";
import type { HttpProxy } from "./proxy.js";
import { defaultMaxBytes, type UndiciTransportOptions } from "./transport-options.js";

/** Returns undici's options for a pool of connections, or for a proxy. */
export function poolOptions(options: UndiciTransportOptions): Pool.Options {
  return {
    connections: options.connections ?? defaultConnections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: options.keepAliveTimeoutMs ?? 60_000,
    maxResponseSize: options.maxResponseBytes ?? defaultMaxBytes,
  };
}

/** Creates undici's pool of connections to one host, directly or through a proxy. */
export async function createPool(
  origin: string,
  options: UndiciTransportOptions,
  proxy: HttpProxy | undefined,
): Promise<Pool> {
  const tls = tlsOptions(options);
  const connect = proxy === undefined ? tls : connectorThrough(proxy, origin, tls);
  const UndiciPool = await loadPool(poolAlone, wholeUndici);
  return new UndiciPool(origin, { ...poolOptions(options), connect });
}

/** Returns undici's connector for connections through a proxy. undici has a class for that, but it would load the rest of undici. */
function connectorThrough(
  proxy: HttpProxy,
  origin: string,
  { timeout, ...tls }: TlsSettings,
): buildConnector.connector {
  const { protocol, hostname, port } = new URL(origin);
  const isSecure = protocol === "https:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const route = { host, port: port === "" ? (isSecure ? 443 : 80) : Number(port), isSecure, proxy };
  return ({ servername }, callback) => {
    const secure = (tunnel: Socket) =>
      process
        .getBuiltinModule("node:tls")
        .connect({ host, servername, ALPNProtocols: ["http/1.1"], ...tls, socket: tunnel });
    openThrough(proxy, route, timeout, secure).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

type Undici = typeof import("undici");
const wholeUndici = (): Promise<Undici> => import("#undici");
const poolAlone = (): Promise<unknown> => import("#undici-pool");

/**
 * Loads undici's pool without the rest of undici. That takes 29 ms of CPU time, and all of undici 87 ms, during which a server handles no
 * requests (see packages/bench/choices.md). The pool's file is not part of undici's public interface. If it is missing or different, the
 * pool is taken from the whole package. In a bundle, both functions load the copy of undici's pool from scripts/bundle-undici.ts.
 */
export async function loadPool(alone: () => Promise<unknown>, whole: () => Promise<Undici>): Promise<typeof Pool> {
  try {
    const { default: found } = (await alone()) as { readonly default?: unknown };
    if (typeof found === "function" && typeof found.prototype?.dispatch === "function") return found as typeof Pool;
  } catch {
    // In another version of undici the pool may be in another file, but the whole package exports it.
  }
  return (await whole()).Pool;
}

type TlsSettings = Record<string, unknown> & { timeout: number };

export function tlsOptions(options: UndiciTransportOptions): TlsSettings {
  const connect: TlsSettings = { timeout: options.connectTimeoutMs ?? 10_000 };
  for (const [name, value] of Object.entries(options.tls ?? {})) if (value !== undefined) connect[name] = value;
  return connect;
}
