/**
 * Certificates of the client and the server, as PEM text or bytes. There is no option to turn verification off.
 * @see https://nodejs.org/api/tls.html#tlscreatesecurecontextoptions
 */
export interface TlsOptions {
  /** Certificate authorities to trust instead of Node's own. Default: those of Node. */
  readonly ca?: string | Uint8Array | readonly (string | Uint8Array)[] | undefined;
  /** Certificate chain of the client. Default: none. */
  readonly cert?: string | Uint8Array | undefined;
  /** Private key of `cert`. */
  readonly key?: string | Uint8Array | undefined;
  /** Passphrase of `key`. */
  readonly passphrase?: string | undefined;
  /** Name to expect in the server's certificate. Default: the host of the URL. */
  readonly servername?: string | undefined;
}

/** Default maximum size of a response body, in bytes. */
export const defaultMaxBytes = 64 * 1024 * 1024;

/** Options of the transports for Node. */
export interface UndiciTransportOptions {
  /** Maximum number of connections to one host. Each carries one request at a time; further requests wait in order. Default 64. */
  readonly connections?: number | undefined;
  /** Time to keep an idle connection open, in milliseconds. A hint from the server may shorten it. Default 60,000. */
  readonly keepAliveTimeoutMs?: number | undefined;
  /**
   * Time limit for opening a connection, TCP and TLS, in milliseconds. After this time the attempt is retried. 0 for none. Default 10,000.
   */
  readonly connectTimeoutMs?: number | undefined;
  /** Maximum size of a response body, in bytes. A larger one fails the call with `request.failed`. Default 67,108,864 (64 MiB). */
  readonly maxResponseBytes?: number | undefined;
  /**
   * HTTP proxy. `"env"` follows `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, in lower case too, but never for loopback
   * addresses; a URL is used for every request; `false` uses no proxy. Default `"env"`.
   */
  readonly proxy?: "env" | false | (string & {}) | undefined;
  /** Certificates. Default: verify the server by Node's certificate authorities. */
  readonly tls?: TlsOptions | undefined;
  /**
   * Your own undici dispatcher. This transport uses it as it is and never closes it. Requests go straight to the dispatcher's queue, so
   * `connections` does not apply. Default: a pool for each host.
   */
  readonly dispatcher?: DispatcherLike | undefined;
}

/** Part of an undici `Dispatcher` that this transport uses. A dispatcher from another copy of undici fits too. */
export interface DispatcherLike {
  /** Dispatches a request, as in undici. */
  dispatch(options: never, handler: never): boolean;
}
