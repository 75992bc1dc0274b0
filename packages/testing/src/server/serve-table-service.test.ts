import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import { get as getSecurely } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { makeCertificates } from "../../../runtime/src/test/account/certificates.js";
import { createTableService } from "../service/create-table-service.js";
import type { LoggedRequest } from "../service/request-log.js";
import { serveTableService } from "./serve-table-service.js";

const headers = {
  accept: "application/json;odata=nometadata",
  "x-ms-version": "2019-02-02",
  authorization: "Bearer t",
};

describe("a server", () => {
  it("takes a free port of the loopback and says where it is", async () => {
    await using server = await serveTableService({ tables: { Shop: [] } });
    expect(server.endpoint).toBe(`http://127.0.0.1:${server.port}/devstoreaccount1`);
    expect(server.connectionString).toContain(`;TableEndpoint=${server.endpoint};`);
    const received = await fetch(`${server.endpoint}/Tables`, { headers });
    expect(await received.json()).toEqual({ value: [{ TableName: "Shop" }] });
  });

  it("serves a service it is given", async () => {
    const service = createTableService({ account: "mine", tables: { Shop: [] } });
    await using server = await serveTableService({ service });
    expect(server.service).toBe(service);
    expect((await fetch(`${server.endpoint}/Shop()`, { headers })).status).toBe(200);
    expect(service.requests).toHaveLength(1);
  });

  it("takes the absolute form of a request's target, as a proxy sends it", async () => {
    await using server = await serveTableService({ tables: { Shop: [] } });
    const { port } = server;
    const status = await new Promise((resolve, reject) => {
      const path = `${server.endpoint}/Shop()?$top=1`;
      get({ host: "127.0.0.1", port, path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on("error", reject);
    });
    expect(status).toBe(200);
    expect(server.service.requests[0]).toMatchObject({ operation: "query", url: `${server.endpoint}/Shop()?$top=1` });
  });

  it("serves several accounts, told apart by the path, their secondaries too", async () => {
    const services = ["first", "second"].map((account) => createTableService({ account, tables: { [account]: [] } }));
    const [service, ...others] = services;
    await using server = await serveTableService({ ...(service && { service }), others });
    const endpoints = server.accounts.map(({ endpoint }) => endpoint);
    expect(endpoints).toEqual(["first", "second"].map((name) => `http://127.0.0.1:${server.port}/${name}`));
    expect(server.accounts[1]?.connectionString).toContain(`AccountName=second;`);
    for (const url of [...endpoints, ...endpoints.map((endpoint) => `${endpoint}-secondary`)]) {
      const name = /\w+(?=-secondary$|$)/.exec(url)?.[0];
      expect(await (await fetch(`${url}/Tables`, { headers })).json()).toEqual({ value: [{ TableName: name }] });
    }
    expect(services.map(({ requests }) => requests.length)).toEqual([2, 2]);
    expect((await fetch(`http://127.0.0.1:${server.port}/third/Tables`, { headers })).status).toBe(404);
  });

  it("calls back after each response, without signatures", async () => {
    const seen: [LoggedRequest, number][] = [];
    const onRequest = (request: LoggedRequest, milliseconds: number) => void seen.push([request, milliseconds]);
    await using server = await serveTableService({ onRequest });
    await (await fetch(`${server.endpoint}/Nothing()?sv=2019-02-02&sig=secret`, { headers })).text();
    await vi.waitFor(() => expect(seen).toHaveLength(1), 600_000);
    expect(seen[0]).toEqual([expect.objectContaining({ status: 404, errorCode: "TableNotFound" }), expect.any(Number)]);
    expect(JSON.stringify(seen)).not.toContain("secret");
  });

  it("serves HTTPS, and cuts connections off there too", async () => {
    const { cert, key, ca, remove } = await makeCertificates();
    onTestFinished(remove);
    await using server = await serveTableService({ tls: { cert, key }, strictTokens: false, tables: { Shop: [] } });
    expect(server.endpoint).toMatch(/^https:/);
    expect(server.connectionString).toMatch(/^DefaultEndpointsProtocol=https;/);
    const ask = () =>
      new Promise((resolve) => {
        const request = getSecurely(`${server.endpoint}/Shop()`, { ca, headers, agent: false }, (response) => {
          response.on("error", resolve).on("end", () => resolve(response.statusCode));
          response.resume();
        });
        request.on("error", resolve);
      });
    expect(await ask()).toBe(200);
    for (const kind of ["reset", "truncate"] as const) {
      server.service.faults.add({ fault: { kind }, times: 1 });
      expect(await ask()).toMatchObject({ code: "ECONNRESET" });
    }
    expect(await ask()).toBe(200);
  });

  it("numbers connections over TLS in the order in which they were opened, whichever is first with its handshake", async () => {
    const { cert, key, ca, remove } = await makeCertificates();
    onTestFinished(remove);
    await using server = await serveTableService({ tls: { cert, key }, strictTokens: false, tables: { Shop: [] } });
    server.service.faults.add({ fault: { kind: "throttle" }, connection: 1 });
    const open = async () => {
      const socket = connect(server.port, "127.0.0.1");
      await once(socket, "connect");
      return socket;
    };
    const sockets = [await open(), await open()];
    const statusOver = async (socket: Socket | undefined) => {
      const secured = connectSecurely({ socket, ca, host: "127.0.0.1" });
      await once(secured, "secureConnect");
      const request = getSecurely(`${server.endpoint}/Shop()`, { headers, createConnection: () => secured });
      const [response] = (await once(request, "response")) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    expect([await statusOver(sockets[0]), await statusOver(sockets[1])]).toEqual([503, 200]);
  });

  it("ends with its connections", async () => {
    const server = await serveTableService();
    await (await fetch(`${server.endpoint}/Tables`, { headers })).text();
    await server.close();
    await expect(fetch(`${server.endpoint}/Tables`, { headers })).rejects.toThrow();
  });

  it.each([1, 600_000])(
    "ends also while it holds an answer back for %i ms, and leaves no timer",
    async (milliseconds) => {
      const server = await serveTableService();
      server.service.faults.add({ fault: { kind: "delay", milliseconds } });
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const pending = new Promise((resolve) => get(`${server.endpoint}/Tables`).on("error", resolve));
      while (server.service.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
      expect(vi.getTimerCount()).toBe(1);
      await server.close();
      await pending;
      expect(vi.getTimerCount()).toBe(0);
      vi.useRealTimers();
    },
  );

  it("is refused a port that is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    await expect(serveTableService({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await new Promise((resolve) => other.close(resolve));
  });
});
