import { expect, it } from "vitest";
import { findProxy } from "./proxy.js";

const both = { HTTPS_PROXY: "http://secure:1", HTTP_PROXY: "http://plain:2" };

it.each<[string, Record<string, string>, string | undefined]>([
  ["https://a.table.core.windows.net", {}, undefined],
  ["https://a.table.core.windows.net", both, "http://secure:1"],
  ["http://a.table.core.windows.net", both, "http://plain:2"],
  ["https://a.table.core.windows.net", { https_proxy: "http://lower:3", ...both }, "http://lower:3"],
  ["https://a.table.core.windows.net", { HTTPS_PROXY: "  " }, undefined],
  ["https://a.table.core.windows.net", { https_proxy: "", ...both }, "http://secure:1"],
  ["https://a.table.core.windows.net", { ALL_PROXY: "http://all:4" }, "http://all:4"],
  ["http://a.table.core.windows.net", { ALL_PROXY: "all:4" }, "http://all:4"],
  ["http://a.table.core.windows.net", { all_proxy: "http://lower:5", ALL_PROXY: "http://all:4" }, "http://lower:5"],
  ["https://a.table.core.windows.net", { HTTP_PROXY: "http://plain:2", ALL_PROXY: "http://all:4" }, "http://all:4"],
  ["https://a.table.core.windows.net", { all_proxy: "http://lower:5", ...both }, "http://secure:1"],
  ["https://a.table.core.windows.net", { ALL_PROXY: "http://all:4", NO_PROXY: "windows.net" }, undefined],
  ["http://127.0.0.1:10002", { ALL_PROXY: "http://all:4" }, undefined],
  ["https://a.table.core.windows.net", { HTTPS_PROXY: "proxy:8080" }, "http://proxy:8080"],
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
  const proxy = findProxy(origin, "env", env);
  expect(proxy && `http://${proxy.host}:${proxy.port}`).toBe(expected);
});

const origin = "https://a.table.core.windows.net";

it.each([
  ["http://proxy", { isSecure: false, host: "proxy", port: 80, authorization: undefined }],
  ["https://proxy", { isSecure: true, host: "proxy", port: 443 }],
  ["http://[::1]:3128", { host: "::1", port: 3128 }],
  ["http://user%40a:p%3Aw@proxy", { authorization: "Basic dXNlckBhOnA6dw==" }],
  [
    "http://us%C3%A9r:p%E9@proxy",
    { authorization: `Basic ${Buffer.from("us\u00c3\u00a9r:p\u00e9", "latin1").toString("base64")}` },
  ],
  ["http://user@proxy", { authorization: `Basic ${btoa("user:")}` }],
])("reads %s", (text, expected) => {
  expect(findProxy(origin, text)).toMatchObject(expected);
});

it("names a proxy with the setting that it comes from, without its password", () => {
  const label = (option: string, env = {}) => findProxy(origin, option, env)?.label;
  expect(label("http://user:secret@proxy:8080")).toBe("the proxy http://proxy:8080, set by the option proxy,");
  for (const name of ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"]) {
    expect(label("env", { [name]: "http://user:secret@[::2]:1" })).toBe(`the proxy http://[::2]:1, set by ${name},`);
  }
});

it.each([
  ["socks5://user:secret@proxy:1080", "names a SOCKS proxy (socks5://), and this client uses only HTTP proxies."],
  ["socks://proxy:1080", "names a SOCKS proxy (socks://), and this client uses only HTTP proxies."],
  ["ftp://proxy:21", "names a proxy with the scheme ftp://, and this client uses only http:// and https://."],
  ["http://bad secret", "is not the URL of a proxy, such as http://user:password@proxy:8080."],
  ["http://user:se#cret@proxy:8080", "Percent-encode special characters of user and password."],
  ["http://user:100%secret@proxy", "has a % in its user or password that begins no escape. Write it as %25."],
])("refuses %s, with the name of the variable and without the password", (text, problem) => {
  for (const variable of ["HTTPS_PROXY", "all_proxy"]) {
    const error = thrownBy(() => findProxy(origin, "env", { [variable]: text }));
    expect(error).toMatchObject({ code: "config.invalid-proxy", message: expect.stringContaining(problem) });
    expect(error.message).toMatch(new RegExp(`^The environment variable ${variable} (?!.*secret)`));
  }
});

function thrownBy(action: () => unknown): Error {
  try {
    action();
  } catch (error) {
    return error as Error;
  }
  throw new Error("Nothing was thrown.");
}
