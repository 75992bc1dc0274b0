import { afterEach, describe, expect, it, vi } from "vitest";
import { until } from "../../test/account/loopback.js";
import { closeAfterTest, get, serve } from "../../test/account/serve.js";
import { countingCredential } from "../../test/account/stub-transport.js";
import { Cancellation } from "../cancellation.js";
import { headerValue, type Transport } from "../http-message.js";
import { createPipeline } from "../pipeline.js";
import { failureKind } from "../retry-table.js";
import { type FetchLike, type FetchTransportOptions, fetchTransport, openHost } from "./fetch-host.js";

afterEach(() => void vi.unstubAllGlobals());

function connect(options: FetchTransportOptions = {}): Transport {
  return closeAfterTest(fetchTransport(options));
}

const failing = (error: unknown): FetchLike => vi.fn(() => Promise.reject(error));

describe("the transport over fetch", () => {
  it("sends method, path, headers and body as they are", async () => {
    let seen: unknown;
    const server = await serve(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      seen = [request.method, request.url, request.headers["x-ms-version"], request.headers["content-type"], body];
      response.writeHead(200, { ETag: 'W/"x"' }).end("done");
    });
    const path = "/a/Shop(PartitionKey='%C3%A9%20%2F',RowKey='..')?$filter=a%20eq%20%27b%27";
    const heads: number[] = [];
    const response = await connect()({
      method: "PATCH",
      url: server.url + path,
      headers: ["x-ms-version", "2019-02-02", "Content-Type", "application/json"],
      body: '{"é":1}',
      onHead: (status) => heads.push(status),
    });
    expect(seen).toEqual(["PATCH", path, "2019-02-02", "application/json", '{"é":1}']);
    expect(response.status).toBe(200);
    expect(headerValue(response.headers, "etag")).toBe('W/"x"');
    expect(Buffer.from(response.body).toString()).toBe("done");
    expect(heads).toEqual([200]);
  });

  it("follows no redirect, and gives it as the answer that it is", async () => {
    let requests = 0;
    const server = await serve((_, response) => {
      requests++;
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    expect((await connect()(get(`${server.url}/`))).status).toBe(302);
    expect(requests).toBe(1);
    const opaque: FetchLike = async () => ({ status: 0, headers: new Headers(), body: null });
    expect((await connect({ fetch: opaque })(get("http://a.example/"))).status).toBe(302);
  });

  it.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [404, false],
  ])("shows the head of a response with status %d before its body: %s", async (status, isShown) => {
    const heads: unknown[] = [];
    const fetch: FetchLike = async () => ({ status, headers: new Headers({ a: "b" }), body: null });
    const onHead = (...head: unknown[]) => void heads.push(head);
    await connect({ fetch })(get("http://a.example/", { onHead }));
    expect(heads).toEqual(isShown ? [[status, ["a", "b"]]] : []);
  });

  it("shows no head of a response that comes after its request was aborted", async () => {
    const heads: number[] = [];
    let respond: () => void = () => undefined;
    const fetch: FetchLike = () =>
      new Promise((resolve) => {
        respond = () => resolve({ status: 200, headers: new Headers(), body: null });
      });
    const controller = new AbortController();
    const onHead = (status: number) => void heads.push(status);
    const call = connect({ fetch })(get("http://a.example/", { onHead, signal: controller.signal }));
    const outcome = expect(call).rejects.toMatchObject({ name: "AbortError" });
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    respond();
    await outcome;
    await new Promise((resolve) => setImmediate(resolve));
    expect(heads).toEqual([]);
  });

  it("takes the settings of a proxy that fetch follows or ignores on its own", () => {
    for (const proxy of ["env", false, undefined] as const) {
      expect(() => openHost("", { proxy }, undefined as never)).not.toThrow();
    }
  });

  it("gives a body without bytes as an empty one", async () => {
    const server = await serve((_, response) => response.writeHead(204).end());
    expect((await connect()(get(`${server.url}/`))).body).toHaveLength(0);
  });

  it("refuses a body beyond maxResponseBytes", async () => {
    const server = await serve((_, response) => response.end("x".repeat(2000)));
    const exact = await connect({ maxResponseBytes: 2000 })(get(`${server.url}/`));
    expect(exact.body).toHaveLength(2000);
    const call = connect({ maxResponseBytes: 1999 })(get(`${server.url}/`));
    await expect(call).rejects.toMatchObject({ code: "ERR_RESPONSE_TOO_LARGE" });
  });

  it("has at most as many requests under way as it may, the others in order", async () => {
    const waiting: (() => void)[] = [];
    const server = await serve((_, response) => void waiting.push(() => response.end()));
    const transport = connect({ connections: 2 });
    const calls = Array.from({ length: 5 }, () => transport(get(`${server.url}/`)));
    for (let answered = 0; answered < 5; answered++) {
      await until(() => waiting.length === Math.min(5, answered + 2));
      waiting[answered]?.();
      await expect(calls[answered]).resolves.toMatchObject({ status: 200 });
    }
  });

  it("uses the global fetch as it is when a request is sent, or the one that is given", async () => {
    const transport = connect();
    vi.stubGlobal("fetch", failing(Object.assign(new Error("stubbed"), { code: "ECONNREFUSED" })));
    await expect(transport(get("http://a.example/"))).rejects.toThrow("stubbed");
    const own = connect({ fetch: failing(Object.assign(new Error("own"), { code: "ECONNREFUSED" })) });
    await expect(own(get("http://a.example/"))).rejects.toThrow("own");
  });

  it("refuses options that it does not know, and those of undici where fetch is the platform's", async () => {
    expect(() => fetchTransport({ fetch: 1 as never })).toThrow("The option fetch of fetchTransport");
    expect(() => fetchTransport({ connections: 0 })).toThrow("connections");
    expect(() => fetchTransport({ proxy: "http://a" } as never)).toThrow("proxy");
    for (const options of [{ tls: {} }, { proxy: "http://a.example" }]) {
      expect(() => openHost("", options, undefined as never)).toThrow("needs undici");
    }
  });

  it("sends nothing once it is closed", async () => {
    const transport = connect();
    await transport.close?.();
    await expect(transport(get("http://a.example/"))).rejects.toMatchObject({ code: "request.closed" });
  });
});

describe("abort of a fetch", () => {
  it("before the request sends nothing", async () => {
    const fetch = failing(new Error("sent"));
    const reason = new Error("no");
    const call = connect({ fetch })(get("http://a.example/", { signal: AbortSignal.abort(reason) }));
    await expect(call).rejects.toBe(reason);
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each(["before the answer", "within the body"])("%s frees the socket", async (when) => {
    let arrived = false;
    const server = await serve((_, response) => {
      if (when === "within the body") response.writeHead(200).write("x");
      arrived = true;
    });
    const cancellation = new Cancellation();
    const reason = new Error("enough");
    const call = connect()(get(`${server.url}/`, { signal: cancellation }));
    const outcome = expect(call).rejects.toBe(reason);
    await until(() => arrived);
    const [socket] = server.sockets;
    cancellation.cancel("caller", reason);
    await outcome;
    await until(() => socket?.destroyed === true);
  });

  it("settles at once, also where fetch does not listen to its signal", async () => {
    const controller = new AbortController();
    const call = connect({ fetch: () => new Promise(() => undefined) })(
      get("http://a.example/", { signal: controller.signal }),
    );
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("a failed fetch", () => {
  it("is known by its cause: nobody listens, or the connection is lost", async () => {
    const server = await serve((request) => request.socket.destroy());
    const kindOf = (call: Promise<unknown>) => call.then(() => "answered", failureKind);
    expect(await kindOf(connect()(get(`${server.url}/`)))).toBe("connection-lost");
    await server.stop();
    expect(await kindOf(connect()(get(`${server.url}/`)))).toBe("not-connected");
  });

  it.each([
    ["not-connected", Object.assign(new Error("Unable to connect."), { code: "ConnectionRefused" })],
    ["not-connected", new TypeError("error sending request for url: client error (Connect): tcp connect error")],
    ["not-connected", new TypeError("x", { cause: new Error("dns error: failed to lookup address") })],
    ["connection-lost", Object.assign(new Error("closed"), { code: "ConnectionClosed" })],
    ["connection-lost", new Error("Network connection lost.")],
    [
      "not-sendable",
      new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "CERT_HAS_EXPIRED" }) }),
    ],
  ])("is %s where a runtime rejects with %s", async (kind, error) => {
    const thrown: unknown = await connect({ fetch: failing(error) })(get("http://a.example/")).catch((e: unknown) => e);
    expect(failureKind(thrown)).toBe(kind);
  });

  it("of a write is ambiguous, unless it never left the queue or no connection was made", async () => {
    const server = await serve(() => undefined);
    const transport = connect({ connections: 1 });
    const target = { credential: countingCredential(), url: server.url, kind: "storage" };
    const pipeline = createPipeline(transport, target, { retry: false });
    const controller = new AbortController();
    const write = (timeoutMs?: number) =>
      pipeline({
        ...get(`${server.url}/`, { method: "POST", signal: controller.signal }),
        context: { operation: "insertEntity", readOnly: false, timeoutMs },
      });
    const sent = write();
    await expect(write(20)).rejects.toMatchObject({ code: "request.timeout", ambiguous: false });
    controller.abort();
    await expect(sent).rejects.toMatchObject({ code: "request.aborted", ambiguous: true });
    await server.stop();
    const refused = createPipeline(connect(), target, { retry: false })({
      ...get(`${server.url}/`, { method: "POST" }),
      context: { operation: "insertEntity", readOnly: false },
    });
    await expect(refused).rejects.toMatchObject({ code: "request.failed", ambiguous: false });
  });
});
