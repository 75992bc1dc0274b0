import { invalidOption } from "../../../errors/common-errors.js";
import type { TableError } from "../../../errors/table-error.js";
import type { DispatchQueue } from "../dispatch-queue.js";
import type { Host } from "../host-transport.js";
import { defaultMaxBytes } from "../transport-options.js";
import { FetchExchange, type FetchLike } from "./fetch-exchange.js";

/** Options of `fetchTransport`, and options of a client that only undici supports. */
interface FetchHostOptions {
  readonly connections?: number | undefined;
  readonly fetch?: FetchLike | undefined;
  readonly maxResponseBytes?: number | undefined;
  readonly tls?: object | undefined;
  readonly proxy?: string | false | undefined;
}

/** Opens a host. @throws TableError `config.invalid-option` for an option that `fetch` does not support */
export function openHost(_origin: string, options: FetchHostOptions, queue: DispatchQueue): Host {
  if (options.tls !== undefined) throw notOfFetch("tls");
  if (typeof options.proxy === "string" && options.proxy !== "env") throw notOfFetch("proxy");
  // Looks `fetch` up for each request, since a test may replace it.
  const send = options.fetch ?? ((url: string, init: never) => fetch(url, init));
  const settings = { send, queue, maxBytes: options.maxResponseBytes ?? defaultMaxBytes };
  return {
    send: (_path, request) => new FetchExchange(settings, request).run(),
    close: async () => undefined,
  };
}

function notOfFetch(option: string): TableError {
  return invalidOption(
    `The option ${option} needs undici, and this platform sends requests by fetch. Pass undiciTransport({ ${option} }) as transport.`,
  );
}
