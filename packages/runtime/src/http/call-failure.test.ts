import { describe, expect, it } from "vitest";
import { RequestError } from "../errors/call-errors.js";
import { KnownSecrets } from "../errors/known-secrets.js";
import { TableError } from "../errors/table-error.js";
import { ambiguousError, copyError, requestError, withoutSecrets } from "./call-failure.js";

it("copies a foreign error so that a terminal can show it", () => {
  const foreign = Object.assign(new Error(`\u001b[2J${"x".repeat(9000)}`), { code: "E\u202e", secret: "kept out" });
  foreign.name = "Odd\u0007";
  const copy = copyError(foreign) as Error & { readonly code: string };
  expect(copy).toMatchObject({ name: "Odd\\u{7}", code: "E\\u{202e}" });
  expect(copy.message).toMatch(/^\\u\{1b\}\[2Jx+…$/);
  expect(copy.message.length).toBeLessThan(1100);
  expect(copy.stack).toMatch(/^Odd\\u\{7\}: \\u\{1b\}\[2Jx+…\n {4}at /);
  expect(copy.stack).not.toMatch(/[^\P{Cc}\n]/u);
  expect(copy).not.toHaveProperty("secret");
});

it("copies an error whose message forges frames and lines", () => {
  const copy = copyError(new Error("a\nERROR all is lost\n    at evil\u001b")) as Error;
  expect(copy.message).toBe("a\\u{a}ERROR all is lost\\u{a}    at evil\\u{1b}");
  expect(copy.stack).not.toContain("\nERROR");
});

it("copies no more of an error than a log can hold", () => {
  const frames = Array.from({ length: 21 }, (_, n) => `    at ${n} ${"f".repeat(400)}`);
  const error = Object.assign(new Error("x"), { name: "N".repeat(81), code: "C".repeat(81) });
  error.stack = ["Error: x", "not    at a frame", ...frames].join("\n");
  const copy = copyError(error) as Error & { readonly code: string };
  expect([copy.name, copy.code]).toEqual([`${"N".repeat(80)}…`, `${"C".repeat(80)}…`]);
  expect(copy.stack?.split("\n")).toEqual([
    `${copy.name}: x`,
    ...frames.slice(0, 20).map((frame) => `${frame.slice(0, 300)}…`),
  ]);
});

it.each([
  [200, 5 * 1024 * 1024],
  [399, 5 * 1024 * 1024],
  [400, 512 * 1024],
  [500, 512 * 1024],
])("looks for secrets in a response of status %d up to byte %d, and drops the rest", (status, bytes) => {
  const headers = ["Echo", "key", "Count", 7 as never];
  const body = Buffer.concat([Buffer.from("é: key"), Buffer.alloc(bytes, " ")]);
  const clean = withoutSecrets({ status, headers, body, attempts: 2 }, (text) => text.replaceAll("key", "[redacted]"));
  expect(clean).toMatchObject({ status, attempts: 2, headers: ["Echo", "[redacted]", "Count", "7"] });
  expect(clean.body).toHaveLength(bytes + "[redacted]".length - "key".length);
  expect(new TextDecoder().decode(clean.body.subarray(0, 14))).toBe("é: [redacted]");
});

describe("a failure that new users meet says what to do", () => {
  const call = {
    operation: "getEntity",
    table: "Shop",
    attempts: 1,
    ambiguousAttempts: undefined,
    limitMs: 1000,
    attemptLimitMs: 400,
    elapsedMs: 870,
    isTooLate: false,
    secrets: new KnownSecrets(() => []),
  };
  const messageOf = (error: Error, host: string) => requestError("not-connected", error, { ...call, host }).message;
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:10002"), { code: "ECONNREFUSED" });

  it("names the command that starts an emulator, on this machine alone", () => {
    expect(messageOf(refused, "127.0.0.1:10002")).toBe(
      "getEntity on table Shop got no response from 127.0.0.1:10002 after 1 attempt: connect ECONNREFUSED 127.0.0.1:10002. No emulator is listening there. Start one with `npx tablewright serve`.",
    );
    for (const host of ["localhost:10002", "127.9.9.9", "[::1]:10002"]) {
      expect(messageOf(refused, host)).toContain("No emulator is listening there.");
    }
    for (const host of ["myaccount.table.core.windows.net", "10.127.0.1", "my.localhost.example"]) {
      expect(messageOf(refused, host)).not.toContain("emulator");
    }
    expect(messageOf(new Error("connect ETIMEDOUT"), "localhost:10002")).not.toContain("emulator");
  });

  const notFound = (code: string, host: string) => Object.assign(new Error(`getaddrinfo ${code} ${host}`), { code });

  it.each([
    [
      "ENOTFOUND",
      "myaccount.table.core.windows.net",
      "DNS knows no such host. Check the spelling of the account name myaccount; for a private endpoint, check the DNS zone privatelink.table.core.windows.net.",
    ],
    [
      "EAI_AGAIN",
      "myaccount-secondary.table.cosmos.azure.com:443",
      "The DNS server did not respond. If the network works, check the spelling of the account name myaccount; for a private endpoint, check the DNS zone privatelink.table.cosmos.azure.com.",
    ],
    [
      "ENOTFOUND",
      "tables.example.com:8080",
      "DNS knows no such host. Check the spelling of the host, and the DNS of the network.",
    ],
  ])("names the account where a host is not found: %s %s", (code, host, hint) => {
    const error = notFound(code, host.replace(/:.*/, ""));
    expect(messageOf(error, host)).toMatch(
      new RegExp(`: getaddrinfo ${code} [^ ]+\\. ${hint.replaceAll(".", "\\.")}$`),
    );
    const byFetch = new TypeError("fetch failed", { cause: error });
    expect(messageOf(byFetch, host)).toContain(hint);
  });

  it("names the proxy where that is not found", () => {
    const message = messageOf(notFound("ENOTFOUND", "proxy.local"), "myaccount.table.core.windows.net");
    expect(message).toContain("ENOTFOUND proxy.local. DNS knows no such host. Check the address of the proxy.");
    expect(message).not.toContain("account name");
  });

  it.each([
    ["write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number", "Use an http:// endpoint"],
    [
      "write EPROTO 80:error:0A0000C6:SSL routines:tls_get_more_records:packet length too long",
      "Use an http:// endpoint",
    ],
    ['Dynamic require of "node:assert" is not supported', "The bundle has no `require`"],
    ["require is not defined", "The bundle has no `require`"],
    ["Nock: No match for request {}", "A mock of HTTP answers"],
    ['[MSW] Cannot bypass a request when using the "error" strategy', "#a-proxy-or-a-mock-answers"],
  ])("%s", (message, hint) => {
    expect(messageOf(new Error(message), "localhost:10002")).toContain(hint);
  });

  it.each(["SELF_SIGNED_CERT_IN_CHAIN", "DEPTH_ZERO_SELF_SIGNED_CERT", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"])(
    "names all that can make a certificate trusted: %s",
    (code) => {
      const error = Object.assign(new Error("self-signed certificate"), { code });
      const hint =
        /certificate\. No authority that Node trusts.*tls: \{ ca \}.*NODE_EXTRA_CA_CERTS.*proxy that opens TLS/;
      expect(messageOf(error, "a.example")).toMatch(hint);
      expect(messageOf(new TypeError("fetch failed", { cause: error }), "a.example")).toMatch(hint);
    },
  );

  it("names the option for a certificate of the client, without the details of OpenSSL", () => {
    const openSsl =
      "804C82E4B47F0000:error:0A00045C:SSL routines:ssl3_read_bytes:tlsv13 alert certificate required:../deps/rec.c:1601:SSL alert number 116\n";
    const error = Object.assign(new Error(openSsl), { code: "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED" });
    expect(messageOf(error, "a.example")).toMatch(
      /: tlsv13 alert certificate required\. The server may require .* tls: \{ cert, key \}\.$/,
    );
  });

  it("gives the reason why fetch failed", () => {
    const reset = new TypeError("fetch failed", { cause: new Error("read ECONNRESET") });
    expect(messageOf(reset, "a.example")).toMatch(/after 1 attempt: fetch failed: read ECONNRESET$/);
    expect(messageOf(new TypeError("fetch failed"), "a.example")).toMatch(/: fetch failed$/);
  });

  it("names the proxy on the way, and leaves the advice to the error of a proxy", () => {
    const proxy = "the proxy http://proxy:8080, set by HTTPS_PROXY,";
    const about = { ...call, host: "a.example", proxy };
    expect(requestError("connection-lost", new Error("reset"), about).message).toContain(
      "no response from a.example, through the proxy http://proxy:8080, set by HTTPS_PROXY, after 1 attempt: reset",
    );
    const error = Object.assign(new Error(`${proxy} cannot be reached: getaddrinfo ENOTFOUND proxy`), {
      name: "ProxyError",
      code: "ENOTFOUND",
    });
    expect(messageOf(error, "a.example")).toMatch(/cannot be reached: getaddrinfo ENOTFOUND proxy$/);
  });

  it("has one full stop before what follows the reason", () => {
    const ambiguousAttempts = [{ startedAt: 1, endedAt: 2 }];
    const { message } = requestError("connection-lost", new Error("It broke."), {
      ...call,
      host: "a.example",
      ambiguousAttempts,
    });
    expect(message).toMatch(/: It broke\. The write may have been applied\.$/);
  });
});

it.each([
  ["attempt-timeout", {}, "in 870 ms and 2 attempts; the time limit of an attempt is 400 ms."],
  ["attempt-timeout", { isTooLate: true }, "in 870 ms and 2 attempts; the time limit of the call is 1000 ms."],
  ["total-timeout", {}, "in 870 ms and 2 attempts; the time limit of the call is 1000 ms."],
  [
    "total-timeout",
    { attempts: 0 },
    "in 870 ms: it was still waiting for a connection or a token, and the time limit of the call is 1000 ms.",
  ],
] as const)(
  "a call that ran out of time (%s, %j) names the limit that ended it, and the time that passed",
  (why, more, end) => {
    const call = {
      ...{ operation: "getEntity", table: "Shop", host: "a.example", attempts: 2, ambiguousAttempts: undefined },
      ...{ limitMs: 1000, attemptLimitMs: 400, elapsedMs: 870, isTooLate: false, secrets: new KnownSecrets(() => []) },
    };
    expect(requestError(why, undefined, { ...call, ...more }).message).toContain(end);
  },
);

it("says once that a write may have been applied, where the next attempt was not sent", () => {
  const attempts = [{ startedAt: 1, endedAt: 2 }];
  const added = "Closed. The write may have been applied.";
  const messageOf = (error: TableError) => ambiguousError(error, 2, attempts).message;
  expect(messageOf(new TableError("request.closed", "Closed."))).toBe(added);
  expect(messageOf(new RequestError("request.closed", "Closed.", { attempts: 1 }))).toBe(added);
  const error = new RequestError("request.closed", "Closed.", { attempts: 2, ambiguousAttempts: attempts });
  expect(messageOf(error)).toBe(added);
});
