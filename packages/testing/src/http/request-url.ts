import { ServiceError } from "../errors/service-error.js";

/** The parts of a request's URL. */
export interface Location {
  /** URL of the account, without a slash at the end. */
  readonly endpoint: string;
  readonly secure: boolean;
  readonly secondary: boolean;
  /** Whole path as sent, which the client signs. */
  readonly signedPath: string;
  /** Path below the endpoint, percent-encoded. */
  readonly path: string;
  readonly query: string;
}

const form = /^(?:(https?):\/\/([^/?]+))?([^?]*)(?:\?(.*))?$/s;

/**
 * Splits a URL into its parts. The account is the first segment of the path (as with the emulator) or the first label of the host. Any
 * other host name counts as a custom domain of the account.
 */
export function locate(url: string, account: string, base?: string): Location {
  const match = form.exec(url);
  if (match === null) throw new ServiceError("InvalidUri");
  const [, scheme = "http", host = "", rawPath = "", query = ""] = match;
  const origin = match[1] === undefined ? originOf(base ?? "") : `${scheme}://${host}`;
  const signedPath = rawPath === "" ? "/" : rawPath;
  const segment = signedPath.split("/", 2)[1] ?? "";
  const secure = origin.startsWith("https:");
  if (segment === account || segment === `${account}-secondary`) {
    const path = signedPath.slice(segment.length + 1);
    return { endpoint: `${origin}/${segment}`, secure, secondary: segment !== account, signedPath, path, query };
  }
  const label = host.split(".", 1)[0] ?? "";
  if (/^(localhost|\[.*\]|[\d.]+)(:\d+)?$/.test(host)) throw new ServiceError("ResourceNotFound");
  return { endpoint: origin, secure, secondary: label === `${account}-secondary`, signedPath, path: signedPath, query };
}

function originOf(url: string): string {
  return /^https?:\/\/[^/]+/.exec(url)?.[0] ?? "";
}

/** Parses query parameters. Keeps the first value of a repeated name, and reads `+` as a space. */
export function parseQuery(text: string): Map<string, string> {
  const query = new Map<string, string>();
  for (const pair of text.split("&")) {
    const [name = "", ...value] = pair.replaceAll("+", " ").split("=");
    const decoded = percentDecoded(name);
    if (!query.has(decoded)) query.set(decoded, percentDecoded(value.join("=")));
  }
  return query;
}

export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ServiceError("InvalidUri");
  }
}
