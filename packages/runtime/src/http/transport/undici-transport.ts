import { checkOptions, type OptionCheck, type OptionKinds, wholeNumber } from "../../errors/check-options.js";
import { isBytes } from "../../platform/built-ins.js";
import { longestTimerMs } from "../../platform/time.js";
import type { Transport } from "../http-message.js";
import { hostTransport } from "./host-transport.js";
import { isProxyUrl } from "./proxy.js";
import type { TlsOptions, UndiciTransportOptions } from "./transport-options.js";

/**
 * Creates a transport that uses only undici: a pool for each host, without `fetch`. The first request loads undici. Idle connections do not
 * keep the process alive.
 * @throws TableError `config.invalid-option` for an unknown option, or a value of the wrong type or range
 */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport {
  checkTransportOptions(options);
  return hostTransport(options, () => import("./undici-host.js"));
}

/**
 * Creates the default transport of the platform, by the conditions of `#platform-host` in package.json. On Node that is its own HTTP
 * client, and undici after many requests. On Bun, Deno and workers, and in bundles with the condition "fetch-transport", it is `fetch`. In
 * bundles with the condition "node-transport", it is Node's client alone.
 */
export function platformTransport(options: UndiciTransportOptions): Transport {
  checkTransportOptions(options);
  return hostTransport(options, () => import("#platform-host"));
}

/**
 * Checks the options of a transport, those in `tls` included.
 * @throws TableError `config.invalid-option`
 */
function checkTransportOptions(options: UndiciTransportOptions): void {
  checkOptions("undiciTransport", options, transportOptionKinds);
  checkOptions("tls", options.tls, tlsOptionKinds);
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
