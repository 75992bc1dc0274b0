import { type AmbiguousAttempt, RequestError } from "../errors/call-errors.js";
import { foreignText, redact } from "../errors/format-value.js";
import type { KnownSecrets } from "../errors/known-secrets.js";
import { type TableError, troubleshooting } from "../errors/table-error.js";
import { isError } from "../platform/built-ins.js";
import { bufferOver } from "../platform/node.js";
import type { CancelCause } from "./cancellation.js";
import type { HttpResponse } from "./http-message.js";
import type { FailureKind } from "./retry-table.js";

const maxMessage = 1000;
const maxName = 80;
const maxFrames = 20;

/**
 * Maximum size of an error response's body that is searched for secrets, in bytes. The search is slow, and an error quotes only the
 * beginning of the body.
 */
const maxRefusalBytes = 512 * 1024;

/**
 * Maximum size of a page of query results that is searched for secrets, in bytes. A page of the service has at most 4 MiB, so it is never
 * truncated. If it were, it would not be JSON, and the error would report that in place of the real problem.
 */
const maxPageBytes = 5 * 1024 * 1024;

/** Data of a call that got no response, for the message of its error. */
interface FailedCall {
  readonly operation: string;
  readonly table: string | undefined;
  readonly host: string;
  /** Name of the proxy that the last attempt went through. Undefined if there was none, or if the error names it. */
  readonly proxy?: string | undefined;
  readonly attempts: number;
  readonly ambiguousAttempts: readonly AmbiguousAttempt[] | undefined;
  /** Time limit of the call with all its attempts, in milliseconds. */
  readonly limitMs: number;
  /** Time limit of one attempt, in milliseconds. */
  readonly attemptLimitMs: number;
  /** Time from the beginning of the call to its end, in milliseconds. */
  readonly elapsedMs: number;
  /** True if the call would have been tried again, but no time was left. */
  readonly isTooLate: boolean;
  readonly secrets: KnownSecrets;
}

/** Creates the error of a call that got no response, because it was aborted, ran out of time or failed. */
export function requestError(why: CancelCause | FailureKind, error: unknown, call: FailedCall): RequestError {
  const { attempts, ambiguousAttempts } = call;
  const about = call.table === undefined ? call.operation : `${call.operation} on table ${call.table}`;
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  const host = call.proxy === undefined ? call.host : `${call.host}, through ${call.proxy}`;
  if (why === "caller") {
    const when = attempts === 0 ? "before it was sent" : `after ${tries}`;
    return new RequestError("request.aborted", `${about} was aborted by the caller's signal ${when}.`, {
      attempts,
      ambiguousAttempts,
      // The reason of the caller's abort signal, unchanged.
      cause: error,
    });
  }
  if (why === "total-timeout" || why === "attempt-timeout") {
    const isOfCall = why === "total-timeout" || call.isTooLate;
    const limit = isOfCall
      ? `the time limit of the call is ${Math.round(call.limitMs)} ms`
      : `the time limit of an attempt is ${Math.round(call.attemptLimitMs)} ms`;
    const elapsed = `${Math.round(call.elapsedMs)} ms`;
    const message =
      attempts === 0
        ? `${about} could not be sent to ${host} in ${elapsed}: it was still waiting for a connection or a token, and ${limit}.`
        : `${about} got no response from ${host} in ${elapsed} and ${tries}; ${limit}.`;
    return new RequestError("request.timeout", message, {
      attempts,
      ambiguousAttempts,
      cause: copyError(error, call.secrets.remove),
    });
  }
  const cause = copyError(error, call.secrets.remove);
  const reason = reasonOf(cause);
  const more = failureHint(cause, call.host);
  const message = `${about} got no response from ${host} after ${tries}: ${more === "" ? reason : reason.replace(/\.$/, "")}${more}`;
  return new RequestError("request.failed", message, { attempts, ambiguousAttempts, cause });
}

function reasonOf(cause: unknown): string {
  if (!isError(cause)) return "the transport threw something that is not an Error";
  // `fetch` of Node reports only "fetch failed", and the reason in its cause.
  const isFetch = cause.message === "fetch failed" && isError(cause.cause);
  return isFetch ? `${cause.message}: ${(cause.cause as Error).message}` : cause.message;
}

/** Creates the error of a write whose next attempt could not be sent, after an earlier attempt that may have been applied. */
export function ambiguousError(
  error: TableError,
  attempts: number,
  ambiguousAttempts: readonly AmbiguousAttempt[],
): RequestError {
  return new RequestError(error.code, error.message, { attempts, ambiguousAttempts, cause: error });
}

/**
 * Copies the error of another library: name, message, code, stack and causes. Removes secrets, and escapes control characters. Other
 * members that libraries attach (requests, sockets, options) may contain an authorization header, so they are dropped.
 */
export function copyError(error: unknown, withoutSecrets: (text: string) => string = redact, depth = 0): unknown {
  const text = (foreign: unknown, max: number) => foreignText(String(foreign), max, withoutSecrets);
  if (!isError(error)) return typeof error === "string" ? text(error, maxMessage) : undefined;
  const cause = depth < 3 && error.cause !== undefined ? copyError(error.cause, withoutSecrets, depth + 1) : undefined;
  const code = (error as { readonly code?: unknown }).code;
  // If all addresses of a host fail, Node throws an AggregateError, whose own message is empty.
  const message = error.message === "" && typeof code === "string" ? code : withoutOpenSslDetails(error.message);
  const copy: Error & { code?: string } = new Error(text(message, maxMessage), cause === undefined ? {} : { cause });
  copy.name = text(error.name, maxName);
  if (typeof code === "string") copy.code = text(code, maxName);
  const frames = String(error.stack ?? "")
    .split("\n")
    .filter((line) => /^ {4}at /.test(line));
  copy.stack = [`${copy.name}: ${copy.message}`, ...frames.slice(0, maxFrames).map((line) => text(line, 300))].join(
    "\n",
  );
  return copy;
}

/**
 * Removes secrets from a response, which may repeat its request, and truncates its body. Errors are created from the result. If the text
 * were cut, escaped or decoded first, a secret would no longer be found.
 */
export function withoutSecrets(response: HttpResponse, remove: (text: string) => string): HttpResponse {
  const { status, headers, body } = response;
  const maxBytes = status < 400 ? maxPageBytes : maxRefusalBytes;
  // Latin-1 has one character for each byte. Secrets are ASCII, and all other bytes stay the same.
  const text = bufferOver(body.subarray(0, maxBytes)).toString("latin1");
  return {
    ...response,
    headers: headers.map((header) => remove(String(header))),
    body: Buffer.from(remove(text), "latin1"),
  };
}

/** Codes of Node's TLS for a certificate that none of the trusted authorities has signed. */
const untrusted =
  /^(UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|(DEPTH_ZERO_)?SELF_SIGNED_CERT(_IN_CHAIN)?)$/;

/** Returns advice to append to the message of a failed connection. Empty unless new users often have this failure. */
function failureHint(cause: unknown, host: string): string {
  // The error of a proxy has its own advice.
  if (isError(cause) && cause.name === "ProxyError") return "";
  const { code, message } = networkError(cause);
  if (code === "ECONNREFUSED" && /^(localhost|127\.|\[::1\])/.test(host)) {
    return ". No emulator is listening there. Start one with `npx tablewright serve`.";
  }
  if (code === "ENOTFOUND") return `. DNS knows no such host. Check ${hostHelp(message, host)}.`;
  if (code === "EAI_AGAIN") {
    return `. The DNS server did not respond. If the network works, check ${hostHelp(message, host)}.`;
  }
  if (untrusted.test(code)) {
    return ". No authority that Node trusts signed the certificate. Name the authority by the option tls: { ca }, or its file by NODE_EXTRA_CA_CERTS. Behind a proxy that opens TLS, as in many companies, it is the proxy's own authority.";
  }
  if (
    /alert[ _](certificate[ _]required|bad[ _]certificate|handshake[ _]failure)$/i.test(
      code === "EPROTO" ? message : code,
    )
  ) {
    return ". The server may require a certificate of the client. Pass it by the option tls: { cert, key }.";
  }
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || /wrong version number|packet length too long/.test(message)) {
    return ". The server does not speak TLS on this port. Use an http:// endpoint, or the port that serves https.";
  }
  if (code === "ERR_NOCK_NO_MATCH" || /^(Nock: |\[MSW\] )/.test(message)) {
    return `. A mock of HTTP answers in place of the network. See ${troubleshooting}#a-proxy-or-a-mock-answers`;
  }
  if (/^Dynamic require of |require is not defined/.test(message)) {
    return ". The bundle has no `require`, which undici needs. Give the bundler the condition `module`.";
  }
  return "";
}

/** Shortens a message of OpenSSL to its reason, e.g. `wrong version number`. Returns any other message as it is. */
export function withoutOpenSslDetails(message: string): string {
  return message.replace(/[0-9A-F]+:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):.*$/s, "$1").trim();
}

/**
 * Returns code and message of the first error with a code in a chain of causes, because `fetch` wraps the network's error in another. If
 * there is none, the code is empty.
 */
function networkError(error: unknown): { readonly code: string; readonly message: string } {
  if (!isError(error)) return { code: "", message: "" };
  const { code, message } = error as Error & { readonly code?: string };
  if (code !== undefined) return { code, message };
  const inner = networkError(error.cause);
  return inner.code === "" ? { code: "", message } : inner;
}

/** Returns, as the end of a sentence "Check …", the settings to check if DNS does not resolve the name of a host. */
function hostHelp(message: string, host: string): string {
  const name = host.replace(/:\d+$/, "");
  const [, wanted = name] = /(?:ENOTFOUND|EAI_AGAIN) (\S+)/.exec(message) ?? [];
  if (wanted !== name) return "the address of the proxy";
  const [, account, suffix] = /^([^.]+?)(?:-secondary)?\.(table\..+)$/.exec(name) ?? [];
  if (account === undefined) {
    return "the spelling of the host, and the DNS of the network";
  }
  return `the spelling of the account name ${account}; for a private endpoint, check the DNS zone privatelink.${suffix}`;
}
