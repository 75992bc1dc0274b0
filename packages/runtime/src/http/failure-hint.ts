import { troubleshooting } from "../errors/table-error.js";
import { isError } from "../platform/built-ins.js";

/** Codes of Node's TLS for a certificate that none of the trusted authorities has signed. */
const untrusted =
  /^(UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|(DEPTH_ZERO_)?SELF_SIGNED_CERT(_IN_CHAIN)?)$/;

/** Returns advice to append to the message of a failed connection. Empty unless new users often have this failure. */
export function failureHint(cause: unknown, host: string): string {
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

interface NetworkError {
  readonly code: string;
  readonly message: string;
}

/**
 * Returns code and message of the first error with a code in a chain of causes, because `fetch` wraps the network's error in another. If
 * there is none, the code is empty.
 */
function networkError(error: unknown): NetworkError {
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
