import { expect, it } from "vitest";
import { proxyFor } from "./proxy.js";

const both = { HTTPS_PROXY: "http://secure:1", HTTP_PROXY: "http://plain:2" };

it.each<[string, Record<string, string>, string | undefined]>([
  ["https://a.table.core.windows.net", {}, undefined],
  ["https://a.table.core.windows.net", both, "http://secure:1"],
  ["http://a.table.core.windows.net", both, "http://plain:2"],
  ["https://a.table.core.windows.net", { https_proxy: "http://lower:3", ...both }, "http://lower:3"],
  ["https://a.table.core.windows.net", { HTTPS_PROXY: "  " }, undefined],
  ["https://a.table.core.windows.net", { HTTPS_PROXY: "proxy:8080" }, "http://proxy:8080"],
  ["https://a.table.core.windows.net", { HTTPS_PROXY: " socks5://proxy:1 " }, "socks5://proxy:1"],
  ["https://a.table.core.windows.net", { HTTPS_PROXY: " proxy:1 " }, "http://proxy:1"],
  ["https://a.table.core.windows.net", { HTTP_PROXY: "http://plain:2" }, undefined],
  ["http://a.table.core.windows.net", { HTTPS_PROXY: "http://secure:1" }, undefined],
  ["http://a.table.core.windows.net", { http_proxy: "http://lower:3", ...both }, "http://lower:3"],
  ["http://sub.localhost", both, undefined],
  ["http://notlocalhost", both, "http://plain:2"],
  ["http://127.0.0.1.example.com", both, "http://plain:2"],
  ["http://x127.0.0.1.example", both, "http://plain:2"],
  ["http://a.example", { ...both, NO_PROXY: "a.example:80" }, undefined],
  ["http://a.example", { ...both, NO_PROXY: "a.example:443" }, "http://plain:2"],
  ["https://a.example", { ...both, NO_PROXY: "a.example:443" }, undefined],
  ["http://a.example", { ...both, NO_PROXY: ",, .,*.,:80" }, "http://plain:2"],
  ["http://a.example", { ...both, no_proxy: "b.example", NO_PROXY: "a.example" }, "http://plain:2"],
  ["http://127.0.0.1:10002", both, undefined],
  ["https://localhost:10002", both, undefined],
  ["http://[::1]:10002", both, undefined],
  ["https://a.table.core.windows.net", { ...both, NO_PROXY: "*" }, undefined],
  ["https://a.table.core.windows.net", { ...both, NO_PROXY: "core.windows.net" }, undefined],
  ["https://a.table.core.windows.net", { ...both, NO_PROXY: "other.net, .core.windows.net" }, undefined],
  ["https://a.table.core.windows.net", { ...both, no_proxy: "*.windows.net" }, undefined],
  ["https://a.table.core.windows.net", { ...both, NO_PROXY: "ndows.net" }, "http://secure:1"],
  ["https://a.table.core.windows.net", { ...both, NO_PROXY: "a.table.core.windows.net:8443" }, "http://secure:1"],
  ["https://a.table.core.windows.net", { ...both, NO_PROXY: "A.TABLE.core.windows.net:443" }, undefined],
  ["http://[fd00::7]:10002", { ...both, NO_PROXY: "fd00::7" }, undefined],
  ["http://[fd00::7]:10002", { ...both, NO_PROXY: "[fd00::7]:10002" }, undefined],
])("the proxy for %s with %j is %s", (origin, env, expected) => {
  expect(proxyFor(origin, env)).toBe(expected);
});
