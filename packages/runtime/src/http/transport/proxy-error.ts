import { withoutOpenSslDetails } from "../call-failure.js";
import type { HttpProxy } from "./proxy.js";

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

/** Creates the error of a failed connection to a proxy. */
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

/** Creates the error of a proxy that did not do something in time. */
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
