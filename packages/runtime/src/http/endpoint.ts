import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import type { ServiceKind } from "../schema/limits.js";

/** Address of a Table service, as a client uses it. */
export interface Endpoint {
  /** Base address without trailing slash, query and credentials. May include a path. */
  readonly url: string;
  /** Address of the account's read-only secondary. Undefined if it cannot be derived from the address (Cosmos, custom domain). */
  readonly secondaryUrl: string | undefined;
  /** Name of the account; undefined if the address does not show it (custom domain). */
  readonly accountName: string | undefined;
  readonly kind: ServiceKind;
  /** Query of the address, without `?`: a shared access signature. Undefined if the address has no query. */
  readonly sas: string | undefined;
}

/**
 * Parses the address of a Table service of any kind: account, sovereign cloud, secondary, path style (emulator), IPv4 and IPv6, custom
 * domain, Cosmos. It may contain a shared access signature.
 * @param createError creates the error from a sentence that says why the address is invalid, without any part of the address
 * @throws TableError `config.invalid-endpoint`
 */
export function parseEndpoint(text: string, createError: (reason: string) => TableError = invalid): Endpoint {
  if (typeof text !== "string") throw createError(`it is ${formatValue(text)}`);
  if (/^\s*["'`‘“]|["'`’”]\s*$/.test(text)) throw createError("it has quotes in it; remove the quotes");
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw createError(`it is not an absolute URL such as ${ofAzure}`);
  }
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw createError("it must begin with https:// or http://");
  if (url.username !== "" || url.password !== "") throw createError("it must not contain a user name or password");
  const path = url.pathname.replace(/\/+$/, "");
  // Keeps the port if the caller wrote one, even the default port as in `https://host:443`.
  const origin = `${url.protocol}//${url.hostname}${writtenPort(text)}`;
  const host = url.hostname;
  const problem = otherService(host) ?? otherPort(host, url.port, path) ?? longerPath(host, path);
  if (problem !== undefined) throw createError(problem);
  const account = parseAccount(host, path);
  return {
    url: `${origin}${path}`,
    secondaryUrl: deriveSecondary(origin, host, path),
    accountName: account,
    kind: guessKind(host, url.port, path),
    sas: url.search.slice(1) || undefined,
  };
}

/** Addresses that error messages show as examples. */
const ofAzure = "https://myaccount.table.core.windows.net";
const ofEmulator = "http://127.0.0.1:10002/devstoreaccount1";

/**
 * Rejects an address of another service of the account (`{account}.blob.core.…`) or of another API of Cosmos DB. Returns the reason;
 * undefined for any other address.
 */
function otherService(host: string): string | undefined {
  if (/\.(?:documents|graphs|(?:mongo|gremlin|cassandra)\.cosmos(?:db)?)\.azure\./.test(host)) {
    return "it is that of another API of Cosmos DB; use that for Table, https://myaccount.table.cosmos.azure.com";
  }
  const service = /\.(blob|queue|file|dfs|web)\.(?:core\.|storage\.azure\.net$)/.exec(host)?.[1];
  if (service === undefined) return undefined;
  return `it is the address of the ${service} service; use that of the Table service, such as ${ofAzure}`;
}

/**
 * Rejects an address with the port of the emulator's Blob or Queue service. The emulator's three services differ only by their ports.
 * Returns the reason; undefined for any other address.
 */
function otherPort(host: string, port: string, path: string): string | undefined {
  const service = { 10000: "blob", 10001: "queue" }[port];
  if (service === undefined || !isPathStyle(host) || !path.startsWith("/devstoreaccount1")) return undefined;
  return `${port} is the port of the emulator's ${service} service; use that of its Table service: ${ofEmulator}`;
}

/**
 * Rejects an address whose path continues after the account. A custom domain may have any path. Returns the reason; undefined for any other
 * address.
 */
function longerPath(host: string, path: string): string | undefined {
  const help = "use the address of the account alone";
  if (isAccountHost(host)) {
    return path === "" ? undefined : `it has a path; ${help}: ${ofAzure}`;
  }
  if (!isPathStyle(host) || path.split("/").length <= 2) return undefined;
  return `its path continues after the account; ${help}: ${ofEmulator}`;
}

/** Returns whether an address is already parsed, such as one from a connection string; false for text. */
export function isEndpoint(address: string | Endpoint): address is Endpoint {
  return typeof address === "object" && typeof (address as Partial<Endpoint> | null)?.url === "string";
}

const secondarySuffix = "-secondary";

/** Returns whether the addresses of a host have the account in the path: it is an IP address, or a name without a point. */
function isPathStyle(host: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(host) || !host.includes(".");
}

/** Returns whether a host name has the format of the service's own host names: `{account}.table.…`. */
function isAccountHost(host: string): boolean {
  return /^[^.]+\.table\./.test(host);
}

function parseAccount(host: string, path: string): string | undefined {
  const name = isAccountHost(host)
    ? host.slice(0, host.indexOf("."))
    : isPathStyle(host)
      ? path.split("/")[1]
      : undefined;
  if (name === undefined) return undefined;
  return name.endsWith(secondarySuffix) ? name.slice(0, -secondarySuffix.length) : name;
}

function deriveSecondary(origin: string, host: string, path: string): string | undefined {
  if (isAccountHost(host)) {
    const label = host.slice(0, host.indexOf("."));
    if (isCosmosHost(host)) return undefined;
    return label.endsWith(secondarySuffix)
      ? `${origin}${path}`
      : origin.replace(`//${label}`, `//${label}${secondarySuffix}`) + path;
  }
  if (!isPathStyle(host)) return undefined;
  const [, account] = path.split("/");
  if (account === undefined) return undefined;
  if (account.endsWith(secondarySuffix)) return `${origin}${path}`;
  return `${origin}/${account}${secondarySuffix}`;
}

function isCosmosHost(host: string): boolean {
  return host.includes(".table.cosmos.") || host.includes(".table.cosmosdb.");
}

function guessKind(host: string, port: string, path: string): ServiceKind {
  if (isCosmosHost(host)) return "cosmos";
  const local = host === "localhost" || host === "127.0.0.1" || host === "[::1]";
  return local && port === "8902" && !path.startsWith("/devstoreaccount1") ? "cosmos" : "storage";
}

function writtenPort(text: string): string {
  return /^\s*[a-z]+:\/\/[^/?#]*?(:\d+)(?=[/?#\s]|$)/i.exec(text)?.[1] ?? "";
}

function invalid(reason: string): TableError {
  return new TableError("config.invalid-endpoint", `Invalid endpoint: ${reason}.`);
}

/** Returns whether a URL is on this machine. Only there may a token be sent over plain http. */
export function isLoopback(url: string): boolean {
  const host = new URL(url).hostname;
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(host) ||
    host === "[::ffff:7f00:1]"
  );
}
