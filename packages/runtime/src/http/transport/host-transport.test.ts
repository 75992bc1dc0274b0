import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { type LoopbackServer, listen, until } from "../../test/account/loopback.js";
import { nodeTransports } from "../../test/account/node-transports.js";
import { closeAfterTest, get, serve, stopAfterTest } from "../../test/account/serve.js";
import { countingCredential } from "../../test/account/stub-transport.js";
import { Cancellation } from "../cancellation.js";
import { headerValue, type Transport } from "../http-message.js";
import { createPipeline } from "../pipeline.js";
import { failureKind } from "../retry-table.js";
import { hostTransport } from "./host-transport.js";
import type { UndiciTransportOptions } from "./transport-options.js";
import { undiciTransport } from "./undici-transport.js";

describe.each(nodeTransports)("over %s", (name, create) => {
  function connect(options: UndiciTransportOptions = {}): Transport {
    return closeAfterTest(create({ proxy: false, ...options }));
  }

  describe("the transport", () => {
    it("sends method, path, headers and body byte for byte", async () => {
      let seen: unknown;
      const server = await serve((request, response) => {
        const chunks: Buffer[] = [];
        request.on("data", (chunk: Buffer) => chunks.push(chunk));
        request.on("end", () => {
          seen = {
            method: request.method,
            url: request.url,
            headers: request.rawHeaders,
            body: Buffer.concat(chunks).toString(),
          };
          response
            .writeHead(
              204,
              [
                ["ETag", 'W/"x"'],
                ["Set-Cookie", "a"],
                ["Set-Cookie", "b"],
              ].flat(),
            )
            .end();
        });
      });
      const path = "/Shop(PartitionKey='o''brien',RowKey='50%25%20%C3%A9..')?$select=a,b";
      const headers = ["X-HTTP-Method", "MERGE", "If-Match", "*"];
      const response = await connect()({ method: "POST", url: server.url + path, headers, body: '{"a":"é"}' });
      expect(seen).toMatchObject({ method: "POST", url: path, body: '{"a":"é"}' });
      expect((seen as { headers: string[] }).headers).toEqual(
        expect.arrayContaining([...headers, "content-length", "10"]),
      );
      expect(response.status).toBe(204);
      expect(headerValue(response.headers, "etag")).toBe('W/"x"');
      expect(response.headers.filter((value) => value === "a" || value === "b")).toEqual(["a", "b"]);
      expect(response.body).toHaveLength(0);
    });

    it("joins a body that comes in pieces, and shows status and headers before it", async () => {
      let finish: (() => void) | undefined;
      const server = await serve((_, response) => {
        response.writeHead(200, { "x-ms-continuation-NextRowKey": "k" });
        response.write('{"value":');
        finish = () => response.end("[]}");
      });
      let head: string | undefined;
      const onHead = (status: number, headers: readonly string[]): void => {
        head = `${status} ${headerValue(headers, "x-ms-continuation-nextrowkey")}`;
        finish?.();
      };
      const response = await connect()(get(`${server.url}/`, { onHead }));
      expect(head).toBe("200 k");
      expect(Buffer.from(response.body).toString()).toBe('{"value":[]}');
    });

    it("takes whatever status the server gives for an answer", async () => {
      const server = await serve((request, response) => {
        response.writeHead(Number(request.url?.slice(1))).end("why");
      });
      const transport = connect();
      for (const status of [200, 304, 404, 412, 500, 503]) {
        expect((await transport(get(`${server.url}/${status}`))).status).toBe(status);
      }
    });

    it("keeps connections for the next requests: two, as undici lets each rest for a turn of the event loop", async () => {
      const server = await serve((_, response) => response.end());
      const target = { credential: countingCredential(), url: server.url, kind: "storage" };
      const pipeline = createPipeline(connect(), target);
      for (let i = 0; i < 20; i++) await pipeline(get(`${server.url}/`));
      expect(server.sockets.size).toBeLessThanOrEqual(2);
    });

    it("opens as many connections as are needed, up to the limit", async () => {
      const waiting: (() => void)[] = [];
      const server = await serve((_, response) => {
        waiting.push(() => response.end());
      });
      const transport = connect({ connections: 3 });
      const calls = Array.from({ length: 12 }, () => transport(get(`${server.url}/`)));
      // The default transport opens one more while it changes to undici.
      const most = name === "both" ? 4 : 3;
      for (let answered = 0; answered < 12; answered++) {
        await until(() => waiting.length > answered);
        expect(server.sockets.size).toBeLessThanOrEqual(most);
        if (answered === 0) await until(() => waiting.length === 3);
        waiting[answered]?.();
      }
      await Promise.all(calls);
    });

    it("rejects with the reason when the server breaks off, and when nobody listens", async () => {
      const server = await serve((request) => request.socket.destroy());
      const transport = connect();
      await expect(transport(get(`${server.url}/`))).rejects.toMatchObject({ code: "UND_ERR_SOCKET" });
      await server.stop();
      // undici learns that an idle connection is closed in a later turn of the event loop.
      await new Promise((resolve) => setTimeout(resolve, 20));
      await expect(transport(get(`${server.url}/`))).rejects.toMatchObject({ code: "ECONNREFUSED" });
    });

    it("takes an answer that is no HTTP for a connection that was lost", async () => {
      const server = await serve((request) => request.socket.end("busy\r\n\r\n"));
      const error: unknown = await connect()(get(`${server.url}/`)).catch((thrown: unknown) => thrown);
      expect(failureKind(error)).toBe("connection-lost");
    });

    it("takes a body of exactly maxResponseBytes", async () => {
      const server = await serve((_, response) => response.end("x".repeat(1000)));
      expect((await connect({ maxResponseBytes: 1000 })(get(`${server.url}/`))).body).toHaveLength(1000);
    });

    it("asks for / where the URL has no path, and for a query alone as it is", async () => {
      const urls: (string | undefined)[] = [];
      const server = await serve((request, response) => {
        urls.push(request.url);
        response.end();
      });
      const transport = connect();
      for (const path of ["", "/", "/?a=/"]) await transport(get(`${server.url}${path}`));
      expect(urls).toEqual(["/", "/", "/?a=/"]);
    });

    it("refuses a body beyond maxResponseBytes", async () => {
      const server = await serve((_, response) => response.end("x".repeat(2000)));
      const transport = connect({ maxResponseBytes: 1000 });
      await expect(transport(get(`${server.url}/`))).rejects.toMatchObject({ code: "UND_ERR_RES_EXCEEDED_MAX_SIZE" });
    });
  });

  it("speaks to an IPv6 address, where the machine has one", async ({ skip }) => {
    let server: LoopbackServer;
    try {
      server = await listen(
        createServer((request, response) => response.end(request.headers.host)),
        "http",
        "::1",
      );
    } catch {
      skip("this machine has no IPv6 loopback");
      return;
    }
    stopAfterTest(server);
    const response = await connect()(get(`${server.url}/`));
    expect(`http://${Buffer.from(response.body).toString()}`).toBe(server.url);
  });

  describe("abort", () => {
    it("before the request sends nothing", async () => {
      let requests = 0;
      const server = await serve((_, response) => {
        requests++;
        response.end();
      });
      const reason = new Error("no");
      const call = connect()(get(`${server.url}/`, { signal: AbortSignal.abort(reason) }));
      await expect(call).rejects.toBe(reason);
      expect(requests).toBe(0);
    });

    it.each(["before the answer", "within the body"])("%s frees the socket", async (when) => {
      let arrived = false;
      const server = await serve((_, response) => {
        if (when === "within the body") response.writeHead(200).write("x");
        arrived = true;
      });
      const controller = new AbortController();
      const call = connect()(get(`${server.url}/`, { signal: controller.signal }));
      const outcome = expect(call).rejects.toMatchObject({ name: "AbortError" });
      await until(() => arrived);
      const [socket] = server.sockets;
      if (socket === undefined) throw new Error("The request came on no socket.");
      controller.abort();
      await outcome;
      // undici may immediately open another connection, without a request on it.
      await until(() => !server.sockets.has(socket));
      expect(socket.destroyed).toBe(true);
    });

    it("while it waits for a connection lets the others go on", async () => {
      const waiting: (() => void)[] = [];
      const server = await serve((_, response) => {
        waiting.push(() => response.end("done"));
      });
      const transport = connect({ connections: 1 });
      const first = transport(get(`${server.url}/`));
      await until(() => waiting.length === 1);
      const controller = new AbortController();
      const second = transport(get(`${server.url}/`, { signal: controller.signal }));
      const third = transport(get(`${server.url}/`));
      const outcome = expect(second).rejects.toMatchObject({ name: "AbortError" });
      controller.abort();
      await outcome;
      waiting[0]?.();
      expect((await first).status).toBe(200);
      await until(() => waiting.length === 2);
      waiting[1]?.();
      expect((await third).status).toBe(200);
      expect(waiting).toHaveLength(2);
    });
  });

  describe("close", () => {
    it("waits for requests that wait for a connection", async () => {
      const waiting: (() => void)[] = [];
      const server = await serve((_, response) => void waiting.push(() => response.end("x")));
      const transport = connect({ connections: 1 });
      const calls = [transport(get(`${server.url}/`)), transport(get(`${server.url}/`))];
      await until(() => waiting.length === 1);
      const closing = transport.close?.();
      waiting[0]?.();
      await until(() => waiting.length === 2);
      waiting[1]?.();
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
      await closing;
    });

    it("waits for what is under way, ends idle connections, and refuses what comes later", async () => {
      let finish: (() => void) | undefined;
      const server = await serve((_, response) => {
        finish = () => response.end("late");
      });
      const transport = connect();
      const call = transport(get(`${server.url}/`));
      await until(() => finish !== undefined);
      const closing = transport.close?.();
      await expect(transport(get(`${server.url}/`))).rejects.toMatchObject({ code: "request.closed" });
      finish?.();
      expect(Buffer.from((await call).body).toString()).toBe("late");
      await closing;
      await until(() => server.sockets.size === 0);
      expect(server.sockets.size).toBe(0);
    });
  });

  describe("an idle client", () => {
    let script: string;

    beforeAll(() => {
      const here = new URL("./undici-transport.ts", import.meta.url).href;
      script = `
      const { undiciTransport } = await import(${JSON.stringify(here)});
      const transport = undiciTransport({ proxy: false });
      const response = await transport({ method: "GET", url: process.argv[1], headers: [] });
      console.log(response.status);
    `;
    });

    it("does not keep the process alive, although its connection is open", async () => {
      const server = await serve((_, response) => response.end("x"));
      const tsx = new URL("../../../../../node_modules/tsx/dist/esm/index.mjs", import.meta.url).href;
      const child = spawn(process.execPath, ["--import", tsx, "--input-type=module", "-e", script, `${server.url}/`], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      let text = "";
      child.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      const code = await new Promise((resolve) => child.on("exit", resolve));
      expect(text.trim()).toBe("200");
      expect(code).toBe(0);
    });
  });
});

it("reports that a request was not sent, where no host could be opened for it", async () => {
  const transport = hostTransport({}, () => Promise.reject(new Error("no host")));
  const signal = new Cancellation();
  await expect(transport(get("http://127.0.0.1:1/", { signal }))).rejects.toThrow("no host");
  expect(signal.wasSent).toBe(false);
});

it("closes a client that could open no host", async () => {
  const transport = hostTransport({}, () => Promise.reject(new Error("no host")));
  await expect(transport(get("http://127.0.0.1:1/"))).rejects.toThrow("no host");
  await expect(transport.close?.()).resolves.toBeUndefined();
});

const certificate = "Our authority\n-----BEGIN CERTIFICATE-----\nMII=\n-----END CERTIFICATE-----\n";

it.each([
  [{ keepAliveTimeoutMs: 0 }, "milliseconds from 1 to 2147483647"],
  [{ connectTimeoutMs: -1 }, "milliseconds from 0 to 2147483647"],
  [{ connectTimeoutMs: Number.NaN }, "milliseconds from 0 to 2147483647"],
  [{ maxResponseBytes: 0.5 }, "a whole number of at least 1"],
  [{ maxResponseBytes: 0 }, "a whole number of at least 1"],
  [{ connections: 0 }, "a whole number of at least 1"],
  [{ keepAliveTimeoutMs: 2 ** 31 }, "milliseconds from 1 to 2147483647"],
  [{ proxy: "ftp://proxy:1" }, 'it must be the URL of an HTTP proxy such as "http://proxy:8080", "env", or false'],
  [{ proxy: "my-http://proxy:1" }, 'it must be the URL of an HTTP proxy such as "http://proxy:8080", "env", or false'],
  [{ proxy: "socks5://proxy:1" }, 'it must be the URL of an HTTP proxy such as "http://proxy:8080", "env", or false'],
  [
    { proxy: "http://user:100%@proxy" },
    'it must be the URL of an HTTP proxy such as "http://proxy:8080", "env", or false',
  ],
  [{ proxy: "http://" }, 'it must be the URL of an HTTP proxy such as "http://proxy:8080", "env", or false'],
  [{ proxy: true as never }, 'it must be the URL of an HTTP proxy such as "http://proxy:8080", "env", or false'],
  [{ tls: { cert: 5 as never } }, "The option cert of tls is 5; it must be PEM with -----BEGIN CERTIFICATE-----"],
  [{ tls: { ca: "company-ca.pem" } }, "The option ca of tls is another string; it must be PEM"],
  [{ tls: { ca: new Uint8Array([0x30, 0x82]) } }, "Pass the contents of the file, not its name; or an array of these."],
  [{ tls: { ca: [] } }, "it must be PEM with -----BEGIN CERTIFICATE-----"],
  [{ tls: { ca: [certificate, 5 as never] } }, "it must be PEM with -----BEGIN CERTIFICATE-----"],
  [{ tls: { key: certificate } }, "it must be PEM with -----BEGIN PRIVATE KEY-----"],
])("rejects %j when the transport is created", (options, takes) => {
  expect(() => undiciTransport(options)).toThrow(takes);
});

it.each<UndiciTransportOptions>([
  { keepAliveTimeoutMs: 1, connectTimeoutMs: 0, maxResponseBytes: 1, connections: 1 },
  { keepAliveTimeoutMs: 2 ** 31 - 1, connectTimeoutMs: 2 ** 31 - 1 },
  ...(["env", false, "HTTPS://proxy"] as const).map((proxy) => ({ proxy })),
  { tls: { ca: [certificate, Buffer.from(certificate)], cert: certificate, passphrase: "", servername: "a" } },
  { tls: { key: Buffer.from("-----BEGIN EC PRIVATE KEY-----") } },
])("accepts %j", (options) => {
  expect(() => undiciTransport(options)).not.toThrow();
});
