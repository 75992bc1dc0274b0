import { createServer as createTcpServer, type Socket } from "node:net";
import { ProxyAgent } from "undici";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { makeCertificates, type TestCertificates } from "../../test/account/certificates.js";
import { type LoopbackServer, listen, startProxy, startServer } from "../../test/account/loopback.js";
import { nodeTransports } from "../../test/account/node-transports.js";
import { closeAfterTest, get, serve, stopAfterTest } from "../../test/account/serve.js";
import { countingCredential } from "../../test/account/stub-transport.js";
import { createPipeline } from "../pipeline.js";
import { failureKind } from "../retry-table.js";
import { hostTransport } from "./host-transport.js";
import { nodeHttp } from "./node-connection.js";
import * as nodeHost from "./node-host.js";
import type { UndiciTransportOptions } from "./transport-options.js";
import { undiciTransport } from "./undici-transport.js";

let certificates: TestCertificates;
let secure: LoopbackServer;

beforeAll(async () => {
  certificates = await makeCertificates();
  const { cert, key } = certificates;
  secure = await startServer((_, response) => response.end("secure"), { cert, key });
});

afterAll(async () => {
  await secure.stop();
  certificates.remove();
});

/** Starts a proxy that handles the first bytes of each connection by itself. */
async function startOddProxy(answer: (socket: Socket, head: string) => void): Promise<LoopbackServer> {
  const server = createTcpServer((socket) => socket.once("data", (head) => answer(socket, head.toString())));
  return stopAfterTest(await listen(server, "http"));
}

const withUser = (url: string, user: string): string => url.replace("://", `://${user}@`);

/** Transports of Node, and Node's client alone while a package replaces the functions that send its requests. */
const transports: readonly (readonly [name: string, create: (typeof nodeTransports)[number][1], isMocked: boolean])[] =
  [
    ...nodeTransports.map(([name, create]) => [name, create, false] as const),
    ["Node's client beside a mock", (options = {}) => hostTransport(options, async () => nodeHost), true],
  ];

describe.each(transports)("over %s", (_name, create, isMocked) => {
  beforeEach(() => {
    if (!isMocked) return;
    for (const http of [nodeHttp(false), nodeHttp(true)]) {
      const own = http.request;
      http.request = ((options: object) => own(options)) as typeof own;
      onTestFinished(() => {
        http.request = own;
      });
    }
  });

  const connect = (options: UndiciTransportOptions) => closeAfterTest(create(options));

  /** Sends a write through a pipeline, and returns its error. */
  async function failedWrite(url: string, options: UndiciTransportOptions, timeoutMs = 20_000) {
    const target = { credential: countingCredential(), url, kind: "storage" };
    const pipeline = createPipeline(create(options), target, { retry: { maxAttempts: 2, baseDelayMs: 1 }, timeoutMs });
    const context = { operation: "insertEntity", table: "Shop", readOnly: false };
    const call = pipeline({ method: "POST", url: `${url}/Shop`, headers: [], body: "{}", context });
    const error = await call.then(
      () => expect.unreachable("the write succeeded"),
      (thrown: unknown) => thrown,
    );
    await pipeline.close();
    return error as Error & { readonly code: string; readonly attempts: number; readonly ambiguous: boolean };
  }

  it("sends requests for an http endpoint to the proxy with their whole URL, over a connection that it keeps", async () => {
    const server = await serve((request, response) => response.end(`${request.headers.host} ${request.url}`));
    const proxy = stopAfterTest(await startProxy());
    const transport = connect({ proxy: proxy.url });
    const { port } = new URL(server.url);
    for (const path of ["/Shop()?$top=1", "/"]) {
      const response = await transport(get(`http://tables.example:${port}${path}`));
      expect(Buffer.from(response.body).toString()).toBe(`tables.example:${port} ${path}`);
    }
    expect(proxy.asked).toEqual([
      `GET http://tables.example:${port}/Shop()?$top=1 HTTP/1.1`,
      `GET http://tables.example:${port}/ HTTP/1.1`,
    ]);
  });

  it.each(["http", "https"])("sends requests for an https endpoint through a tunnel of an %s proxy", async (scheme) => {
    const { ca, cert, key } = certificates;
    const proxy = stopAfterTest(await startProxy(scheme === "https" ? { tls: { cert, key } } : {}));
    // Node trusts the authority of the proxy as NODE_EXTRA_CA_CERTS would make it do.
    const tls = process.getBuiltinModule("node:tls");
    const real = tls.connect;
    const trusting = vi
      .spyOn(tls, "connect")
      .mockImplementation(((options: object) => real({ ca, ...options })) as never);
    const transport = connect({ proxy: proxy.url, tls: { ca } });
    for (let i = 0; i < 2; i++) {
      const response = await transport(get(`${secure.url}/x`));
      expect(Buffer.from(response.body).toString()).toBe("secure");
    }
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${new URL(secure.url).host} HTTP/1.1`]));
    trusting.mockRestore();
  });

  it.each(["http", "https"])("logs in to the proxy for an %s endpoint", async (scheme) => {
    const server = scheme === "https" ? secure : await serve((_, response) => response.end());
    const proxy = stopAfterTest(await startProxy({ login: "us@r:p%ss" }));
    const options = { tls: { ca: certificates.ca } };
    const transport = connect({ ...options, proxy: withUser(proxy.url, "us%40r:p%25ss") });
    expect((await transport(get(`${server.url}/`))).status).toBe(200);
    expect(await failedWrite(server.url, { ...options, proxy: proxy.url })).toMatchObject({
      code: "request.failed",
      attempts: 1,
      ambiguous: false,
      message: expect.stringContaining(
        `after 1 attempt: the proxy ${proxy.url}, set by the option proxy, requires a login (407). Put user and password into its URL`,
      ),
    });
    const wrong = await failedWrite(server.url, { ...options, proxy: withUser(proxy.url, "user:secret") });
    expect(wrong).toMatchObject({ code: "request.failed", attempts: 1, ambiguous: false });
    expect(wrong.message).toContain(
      `${proxy.url}, set by the option proxy, rejects the user or the password in its URL`,
    );
    expect(wrong.message).not.toContain("secret");
  });

  it.each(["http", "https"])("names a proxy that refuses the connection to an %s endpoint", async (scheme) => {
    const proxy = await startProxy();
    await proxy.stop();
    vi.stubEnv("all_proxy", proxy.url);
    for (const name of ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "no_proxy", "NO_PROXY"])
      vi.stubEnv(name, "");
    const error = await failedWrite(`${scheme}://tables.example`, {});
    vi.unstubAllEnvs();
    expect(error).toMatchObject({ code: "request.failed", attempts: 2, ambiguous: false });
    expect(error.message).toMatch(
      /after 2 attempts: the proxy http:\/\/127\.0\.0\.1:\d+, set by all_proxy, cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:\d+$/,
    );
  });

  it("names a proxy that opens no tunnel in time, and closes", async () => {
    const proxy = await startOddProxy(() => undefined);
    const error = await failedWrite("https://tables.example", { proxy: proxy.url, connectTimeoutMs: 30 });
    expect(error).toMatchObject({ code: "request.failed", attempts: 2, ambiguous: false });
    expect(error.message).toContain(
      `the proxy ${proxy.url}, set by the option proxy, did not open a tunnel to tables.example:443 within 30 ms`,
    );
  });

  it("names a proxy that does not respond to a request for an http endpoint", async () => {
    const proxy = await startOddProxy(() => undefined);
    const error = await failedWrite("http://tables.example", { proxy: proxy.url }, 50);
    expect(error).toMatchObject({ code: "request.timeout", ambiguous: true });
    expect(error.message).toContain(
      `no response from tables.example, through the proxy ${proxy.url}, set by the option proxy, in `,
    );
  });

  it.each([
    [
      "HTTP/1.1 403 Forbidden",
      1,
      "rejected a tunnel to tables.example:443 with status 403. Allow the host there, or exempt it with NO_PROXY",
    ],
    ["HTTP/1.1 503 Unavailable", 2, "rejected a tunnel to tables.example:443 with status 503"],
    ["HTTP/1.1 429 Slow down", 2, "rejected a tunnel to tables.example:443 with status 429"],
    [
      "HTTP/1.1 407 Login\r\nProxy-Authenticate: Negotiate\r\nproxy-authenticate: NTLM",
      1,
      "requires a login by Negotiate or NTLM (407), and this client knows only Basic. Run a local proxy that logs in there",
    ],
    ["SSH-2.0-OpenSSH", 2, "sent something else than HTTP instead of opening a tunnel to tables.example:443"],
    ["HTTP/1.1 200 OK", 2, "closed the connection instead of opening a tunnel to tables.example:443"],
  ])("says what the proxy did: %j", async (response, attempts, problem) => {
    const isCut = response === "HTTP/1.1 200 OK";
    const proxy = await startOddProxy((socket) => socket.end(isCut ? response : `${response}\r\n\r\n`));
    const error = await failedWrite("https://tables.example", { proxy: proxy.url });
    expect(error).toMatchObject({ code: "request.failed", attempts, ambiguous: false });
    expect(error.message).toMatch(new RegExp(`, set by the option proxy, ${problem.replaceAll(/[.()]/g, "\\$&")}$`));
  });

  it("gives up on a proxy that sends a head without end", async () => {
    const proxy = await startOddProxy((socket) => socket.write(`HTTP/1.1 200 ${"x".repeat(20_000)}`));
    const error = await failedWrite("https://tables.example", { proxy: proxy.url });
    expect(error.message).toContain("sent something else than HTTP");
  });

  it("says so if the proxy speaks no TLS, and if nobody trusted signed its certificate", async () => {
    const plain = stopAfterTest(await startProxy());
    const address = plain.url.replace("http:", "https:");
    const error = await failedWrite("https://tables.example", { proxy: address });
    expect(error).toMatchObject({ attempts: 1, ambiguous: false });
    expect(error.message).toContain(`the proxy ${address}, set by the option proxy, does not speak TLS. Begin its URL`);
    const { cert, key } = certificates;
    const untrusted = stopAfterTest(await startProxy({ tls: { cert, key } }));
    expect((await failedWrite("https://tables.example", { proxy: untrusted.url })).message).toMatch(
      /, set by the option proxy, cannot be reached: unable to verify .*\. NODE_EXTRA_CA_CERTS names a file/,
    );
  });

  it.each(["Content-Length: 0\r\nTransfer-Encoding: chunked\r\n", "Content-Length: 5\r\n", ""])(
    "takes a tunnel whose response has the headers %j, and comes in pieces",
    async (headers) => {
      const proxy = await startOddProxy(async (socket, head) => {
        const { connect: open } = process.getBuiltinModule("node:net");
        const upstream = open(Number(/:(\d+) HTTP/.exec(head)?.[1]), "127.0.0.1");
        upstream.pipe(socket).pipe(upstream);
        socket.write(`HTTP/1.1 200 OK\r\n${headers}\r`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        socket.write("\n");
      });
      const transport = connect({ proxy: proxy.url, tls: { ca: certificates.ca } });
      expect((await transport(get(`${secure.url}/`))).status).toBe(200);
    },
  );

  it("uses no proxy of the environment if the option turns it off", async () => {
    const proxy = await startProxy();
    await proxy.stop();
    vi.stubEnv("http_proxy", proxy.url);
    const error = await failedWrite("http://tables.invalid", { proxy: false });
    vi.unstubAllEnvs();
    expect(error.message).toContain("tables.invalid");
    expect(error.message).not.toContain("proxy");
  });

  it("refuses a proxy of the environment that it cannot use, when the first request is sent", async () => {
    vi.stubEnv("https_proxy", "socks5://127.0.0.1:1080");
    const call = connect({})(get("https://tables.example/"));
    await expect(call).rejects.toMatchObject({
      code: "config.invalid-proxy",
      message: expect.stringContaining("The environment variable https_proxy names a SOCKS proxy"),
    });
    vi.unstubAllEnvs();
  });
});

it("reaches a host through a SOCKS proxy by a dispatcher of the caller, as the message for such proxies advises", async () => {
  const server = await serve((_, response) => response.end("through"));
  let asked = 0;
  const socks = createTcpServer((socket) => {
    socket.once("data", ([version]) => {
      expect(version).toBe(5);
      socket.write(Uint8Array.of(5, 0));
      socket.once("data", () => {
        asked++;
        const { connect } = process.getBuiltinModule("node:net");
        const upstream = connect(Number(new URL(server.url).port), "127.0.0.1", () => {
          socket.write(Uint8Array.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
          upstream.pipe(socket).pipe(upstream);
        });
      });
    });
  });
  const { url } = stopAfterTest(await listen(socks, "socks5"));
  const dispatcher = new ProxyAgent(url);
  const response = await closeAfterTest(undiciTransport({ dispatcher }))(get("http://tables.example/"));
  expect([Buffer.from(response.body).toString(), asked]).toEqual(["through", 1]);
  await dispatcher.close();
});

it("counts a proxy that rejects a tunnel as no connection, and a rejection that stays as not sendable", () => {
  const kind = (code: string) => failureKind(Object.assign(new Error("x"), { code }));
  expect([kind("UND_ERR_ABORTED"), kind("ERR_PROXY_REJECTED")]).toEqual(["not-connected", "not-sendable"]);
});
