import { TableError } from "../../errors/table-error.js";
import { reportSent } from "../cancellation.js";
import type { HttpRequest, HttpResponse, Transport } from "../http-message.js";
import { DispatchQueue } from "./dispatch-queue.js";

/** Connections to one host, over one HTTP client. */
export interface Host {
  /** Sends a request when the host's queue starts it. Rejects only if there is no response. */
  send(path: string, request: HttpRequest): Promise<HttpResponse>;
  /** Closes the connections. Called once no request is waiting or in flight. */
  close(): Promise<void>;
}

/**
 * Module of an HTTP client, with the function that opens the connections to a host. It is loaded at the first request, because loading
 * undici costs more than importing this package.
 */
export interface HostModule<Options> {
  openHost(origin: string, options: Options, queue: DispatchQueue): Host | Promise<Host>;
}

interface OpenedHost {
  readonly host: Host;
  readonly queue: DispatchQueue;
}

/** Default maximum number of connections to each host. */
export const defaultConnections = 64;

/** Creates a transport that opens the connections to each host at the first request to it, with the HTTP client that `load` imports. */
export function hostTransport<Options extends { readonly connections?: number | undefined }>(
  options: Options,
  load: () => Promise<HostModule<Options>>,
): Transport {
  const hosts = new Map<string, Promise<OpenedHost>>();
  let lastOrigin = "";
  let last: Host | undefined;
  let closed = false;

  async function create(origin: string): Promise<OpenedHost> {
    const queue = new DispatchQueue(options.connections ?? defaultConnections);
    const { openHost } = await load();
    return { host: await openHost(origin, options, queue), queue };
  }

  async function open(origin: string): Promise<Host> {
    let opening = hosts.get(origin);
    if (opening === undefined) {
      opening = create(origin);
      hosts.set(origin, opening);
    }
    const { host } = await opening;
    last = host;
    lastOrigin = origin;
    if (closed) throw closedError();
    return host;
  }

  const transport = (request: HttpRequest): Promise<HttpResponse> => {
    if (closed) return Promise.reject(closedError());
    const slash = request.url.indexOf("/", 8);
    const origin = slash < 0 ? request.url : request.url.slice(0, slash);
    const path = slash < 0 ? "/" : request.url.slice(slash);
    return last !== undefined && lastOrigin === origin
      ? last.send(path, request)
      : open(origin).then(
          (host) => host.send(path, request),
          (error) => {
            reportSent(request.signal, false);
            throw error;
          },
        );
  };
  transport.close = async (): Promise<void> => {
    closed = true;
    const closing = [...hosts.values()];
    hosts.clear();
    // If the connections to a host could not be opened, for example because undici rejected an option, there is nothing to close.
    await Promise.all(closing.map((opening) => opening.then(closeHost, () => undefined)));
  };
  return transport;
}

async function closeHost({ host, queue }: OpenedHost): Promise<void> {
  await queue.idle();
  await host.close();
}

function closedError(): TableError {
  return new TableError("request.closed", "The client is closed and sends no more requests.");
}
