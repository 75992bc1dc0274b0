import type { SentRequest } from "../messages.js";
import { element } from "./elements.js";

/** Returns a request as a line that opens to its headers and bodies. */
export function showRequest({ method, url, headers, body, response }: SentRequest): HTMLElement {
  const { pathname, search } = new URL(url);
  const status = response === undefined ? "no response" : String(response.status);
  const failed = response === undefined || response.status >= 400 ? " failed" : "";
  const target = decodeURIComponent(pathname.replace(/^\/devstoreaccount1/, "") + search.replaceAll("+", " "));
  const summary = element(
    "summary",
    {},
    element("b", {}, method),
    ` ${target} `,
    element("span", { class: `status${failed}` }, status),
  );
  const sent = [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`), "", body].join("\n");
  const received =
    response && [status, ...response.headers.map(([name, value]) => `${name}: ${value}`), "", response.body].join("\n");
  const parts = [sent, ...(received === undefined ? [] : [received])];
  return element("details", { class: "request" }, summary, ...parts.map((text) => element("pre", {}, text.trim())));
}
