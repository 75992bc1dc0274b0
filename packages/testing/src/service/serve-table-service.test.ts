import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { createTableService } from "./create-table-service.js";
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
