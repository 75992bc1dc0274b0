import { TableError } from "../../errors/table-error.js";
import { withoutOpenSslDetails } from "../call-failure.js";

/** HTTP proxy for the requests to an origin. */
export interface HttpProxy {
  /** True if the connection to the proxy itself is TLS. */
  readonly isSecure: boolean;
  readonly host: string;
  readonly port: number;
  /** Value of the header `Proxy-Authorization`; undefined if the URL has no user. */
  readonly authorization: string | undefined;
  /** Name for messages, without user and password, e.g. `the proxy http://proxy:8080, set by HTTPS_PROXY,`. */
  readonly label: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the proxy for requests to an origin, as the option `proxy` or the environment sets it; undefined for none.
 * @throws TableError `config.invalid-proxy` if the environment sets a proxy that cannot be used
 */
export function findProxy(
  origin: string,
  option: string | false = "env",
  env: Environment = process.env,
): HttpProxy | undefined {
  if (option === false) return undefined;
  if (option !== "env") return readProxy(new URL(option), "the option proxy");
  const setting = findSetting(new URL(origin), env);
  if (setting === undefined) return undefined;
  const { variable, text } = setting;
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const problem = findProblem(url);
  if (problem === undefined) return readProxy(new URL(url), variable);
  throw new TableError("config.invalid-proxy", `The environment variable ${variable} ${problem}`);
}

export function isProxyUrl(text: string): boolean {
  return findProblem(text) === undefined;
}

/** Returns the end of a sentence that says why a proxy cannot be used; undefined if it can. The sentence begins with the setting. */
function findProblem(text: string): string | undefined {
  // Messages do not show the text, because it may contain a password.
  if (!URL.canParse(text)) {
    return "is not the URL of a proxy, such as http://user:password@proxy:8080. Percent-encode special characters of user and password.";
  }
  const { protocol, username, password } = new URL(text);
  if (protocol.startsWith("socks")) {
    return `names a SOCKS proxy (${protocol}//), and this client uses only HTTP proxies. Name an HTTP proxy, exempt the host with NO_PROXY, or install undici and pass \`transport: undiciTransport({ dispatcher: new ProxyAgent("socks5://…") })\`.`;
  }
  if (protocol !== "http:" && protocol !== "https:") {
    return `names a proxy with the scheme ${protocol}//, and this client uses only http:// and https://.`;
  }
  const isEncoded = !/%(?![0-9a-f]{2})/i.test(username + password);
  return isEncoded ? undefined : "has a % in its user or password that begins no escape. Write it as %25.";
}

function readProxy({ protocol, hostname, port, host, username, password }: URL, setBy: string): HttpProxy {
  const isSecure = protocol === "https:";
  const user = `${unescapeText(username)}:${unescapeText(password)}`;
  return {
    isSecure,
    host: withoutBrackets(hostname),
    port: port === "" ? (isSecure ? 443 : 80) : Number(port),
    authorization: username === "" ? undefined : `Basic ${Buffer.from(user, "latin1").toString("base64")}`,
    label: `the proxy ${protocol}//${host}, set by ${setBy},`,
  };
}

/** Decodes percent-encoded text to bytes, one character for each byte. */
function unescapeText(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/**
 * Returns the proxy that the environment sets for an origin, by the conventions of curl; undefined if there is none. A variable for the
 * scheme comes before `ALL_PROXY`, and lower case before upper case. An empty variable counts as unset. Loopback addresses have no proxy.
 */
function findSetting(url: URL, env: Environment): Record<"variable" | "text", string> | undefined {
  const isSecure = url.protocol === "https:";
  const ofScheme = isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"];
  const variable = [...ofScheme, "all_proxy", "ALL_PROXY"].find((name) => (env[name] ?? "").trim() !== "");
  if (variable === undefined) return undefined;
  const host = withoutBrackets(url.hostname).toLowerCase();
  if (isLocal(host)) return undefined;
  const port = url.port === "" ? (isSecure ? "443" : "80") : url.port;
  const exempt = (env["no_proxy"] ?? env["NO_PROXY"] ?? "").split(/[,\s]+/).some((rule) => matches(rule, host, port));
  return exempt ? undefined : { variable, text: (env[variable] ?? "").trim() };
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function isLocal(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Returns whether a rule of `NO_PROXY` matches a host. A rule is `*`, a host, or a domain with or without `.` or `*.` before it, each with
 * or without `:port`.
 */
function matches(rule: string, host: string, port: string): boolean {
  if (rule === "") return false;
  if (rule === "*") return true;
  const parts = /^(?:\[([^\]]+)\]|([^:]+|[^:]*:[^:]*:.*?))(?::(\d+))?$/.exec(rule.toLowerCase());
  const name = (parts?.[1] ?? parts?.[2] ?? "").replace(/^\*?\./, "");
  if (name === "" || (parts?.[3] !== undefined && parts[3] !== port)) return false;
  return host === name || host.endsWith(`.${name}`);
}

/**
 * Failure of a proxy, or of the connection to it. The message names the proxy, the setting that it comes from, and what to do. No request
 * was sent to the host. The code determines whether the call is retried.
 */
export class ProxyError extends Error {
  override readonly name = "ProxyError";
  readonly code: string;

  /** @param problem end of a sentence, without a full stop; the sentence begins with the name of the proxy */
  constructor(proxy: HttpProxy, problem: string, code: string, cause?: Error) {
    super(`${proxy.label} ${problem}`, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

/** Code of undici for a proxy that opened no tunnel. With this code the call is retried. */
const noTunnel = "UND_ERR_ABORTED";

/** Code for a proxy that would reject another attempt as well, so that the call is not retried. */
const rejected = "ERR_PROXY_REJECTED";

export function unreachableProxy(proxy: HttpProxy, cause: Error & { readonly code?: string }): ProxyError {
  const { code = noTunnel } = cause;
  // If all addresses of a host fail, Node throws an AggregateError, whose own message is empty.
  const reason = withoutOpenSslDetails(cause.message) || code;
  const isPlain = proxy.isSecure && /wrong version number|packet length too long/.test(reason);
  if (isPlain) return new ProxyError(proxy, "does not speak TLS. Begin its URL with http://", rejected, cause);
  const isUntrusted = proxy.isSecure && /certificate/i.test(reason);
  const hint = isUntrusted ? ". NODE_EXTRA_CA_CERTS names a file of further certificate authorities" : "";
  return new ProxyError(proxy, `cannot be reached: ${reason}${hint}`, code, cause);
}

export function silentProxy(proxy: HttpProxy, todo: string, limitMs: number): ProxyError {
  return new ProxyError(proxy, `did not ${todo} within ${limitMs} ms`, "UND_ERR_CONNECT_TIMEOUT");
}

/** Creates the error of a proxy that ended the connection before it opened a tunnel, or sent something other than HTTP. */
export function brokenTunnel(proxy: HttpProxy, target: string, problem: string): ProxyError {
  return new ProxyError(proxy, `${problem} instead of opening a tunnel to ${target}`, noTunnel);
}

/**
 * Creates the error of a proxy that rejected a request.
 * @param headers the names, in lower case, and values in a flat list
 */
export function rejectingProxy(
  proxy: HttpProxy,
  status: number,
  headers: readonly string[],
  target = "the host",
): ProxyError {
  if (status === 407) return new ProxyError(proxy, loginProblem(proxy, headers), rejected);
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  const hint = isFinal ? ". Allow the host there, or exempt it with NO_PROXY" : "";
  const problem = `rejected a tunnel to ${target} with status ${status}${hint}`;
  return new ProxyError(proxy, problem, isFinal ? rejected : noTunnel);
}

function loginProblem({ authorization }: HttpProxy, headers: readonly string[]): string {
  const offers = headers.filter((_, index) => headers[index - 1] === "proxy-authenticate").join();
  const schemes = new Set(offers.match(/\b(?:Basic|Digest|NTLM|Negotiate|Kerberos|Bearer)\b/gi));
  if (schemes.size > 0 && !/\bBasic\b/i.test(offers)) {
    return `requires a login by ${[...schemes].join(" or ")} (407), and this client knows only Basic. Run a local proxy that logs in there`;
  }
  return authorization === undefined
    ? "requires a login (407). Put user and password into its URL: http://user:password@proxy:8080"
    : "rejects the user or the password in its URL (407). Percent-encode their special characters";
}
