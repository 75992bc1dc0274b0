/** Returns the URL of the proxy for requests to an origin, as the option `proxy` or the environment sets it; undefined for none. */
export function proxyUrl(origin: string, option: string | false = "env"): string | undefined {
  if (option === false) return undefined;
  return option === "env" ? proxyFor(origin, process.env) : option;
}

/**
 * Returns the URL of the proxy that the environment sets for an origin, by the conventions of curl; undefined for none. Loopback addresses
 * have none.
 */
export function proxyFor(origin: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const url = new URL(origin);
  const secure = url.protocol === "https:";
  const named = secure ? (env["https_proxy"] ?? env["HTTPS_PROXY"]) : (env["http_proxy"] ?? env["HTTP_PROXY"]);
  const proxy = named?.trim() ?? "";
  if (proxy === "") return undefined;
  const host = url.hostname.replace(/[[\]]/g, "").toLowerCase();
  if (isLocal(host)) return undefined;
  const port = url.port === "" ? (secure ? "443" : "80") : url.port;
  const exempt = (env["no_proxy"] ?? env["NO_PROXY"] ?? "").split(/[,\s]+/).some((rule) => matches(rule, host, port));
  return exempt ? undefined : /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
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
