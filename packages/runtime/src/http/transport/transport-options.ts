import { checkOptions, type OptionCheck, type OptionKinds, wholeNumber } from "../../errors/check-options.js";
import { isBytes } from "../../platform/built-ins.js";
import { longestTimerMs } from "../../platform/time.js";
import { isProxyUrl } from "./proxy.js";

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

/**
 * Returns the check of an option that is PEM with a certain label, as text or bytes. The check is needed because Node ignores a `ca`
 * without any PEM in it, and then trusts nobody. Messages do not show a rejected string, because it may be a private key.
 */
function pem(label: RegExp, example: string): OptionCheck {
  return {
    takes: `PEM with ${example}, as a string or a Uint8Array. Pass the contents of the file, not its name`,
    isSecret: true,
    fits: (value) => {
      const text = isBytes(value) ? Buffer.from(value).toString("latin1") : value;
      return typeof text === "string" && label.test(text);
    },
  };
}

const certificate = pem(/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/, "-----BEGIN CERTIFICATE-----");

const tlsOptionKinds: OptionKinds<TlsOptions> = {
  ca: {
    ...certificate,
    takes: `${certificate.takes}; or an array of these`,
    fits: (value) => [value].flat().length > 0 && [value].flat().every(certificate.fits),
  },
  cert: certificate,
  key: pem(/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/, "-----BEGIN PRIVATE KEY-----"),
  passphrase: "text",
  servername: "text",
};

/** Returns the check of an option in milliseconds, from `min` to the maximum that a timer can wait. */
function milliseconds(min: number): OptionCheck {
  return {
    takes: `a number of milliseconds from ${min} to ${longestTimerMs}`,
    fits: (value) => typeof value === "number" && value >= min && value <= longestTimerMs,
  };
}

/** Check of the option `proxy`. Messages do not show a rejected string, because the address of a proxy may contain a password. */
export const proxyCheck: OptionCheck = {
  takes: 'the URL of an HTTP proxy such as "http://proxy:8080", "env", or false',
  isSecret: true,
  fits: (value) => value === false || value === "env" || (typeof value === "string" && isProxyUrl(value)),
};

const transportOptionKinds: OptionKinds<UndiciTransportOptions> = {
  connections: wholeNumber(1),
  keepAliveTimeoutMs: milliseconds(1),
  connectTimeoutMs: milliseconds(0),
  maxResponseBytes: wholeNumber(1),
  proxy: proxyCheck,
  tls: "object",
  dispatcher: "object",
};

/** Part of an undici `Dispatcher` that this transport uses. A dispatcher from another copy of undici fits too. */
export interface DispatcherLike {
  /** Dispatches a request, as in undici. */
  dispatch(options: never, handler: never): boolean;
}

/**
 * Checks the options of a transport, those in `tls` included.
 * @throws TableError `config.invalid-option`
 */
export function checkTransportOptions(of: string, options: UndiciTransportOptions): void {
  checkOptions(of, options, transportOptionKinds);
  checkOptions("tls", options.tls, tlsOptionKinds);
}
