import { Pool } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { startProxy, until } from "../../test/account/loopback.js";
import { nodeTransports } from "../../test/account/node-transports.js";
import { closeAfterTest, get, serve, stopAfterTest } from "../../test/account/serve.js";
import { countingCredential } from "../../test/account/stub-transport.js";
import { Cancellation } from "../cancellation.js";
import type { HttpRequest, Transport } from "../http-message.js";
import { createPipeline } from "../pipeline.js";
import type { UndiciTransportOptions } from "./transport-options.js";

describe.each(nodeTransports)("over %s", (name, create) => {
  function connect(options: UndiciTransportOptions = {}): Transport {
    return closeAfterTest(create({ proxy: false, ...options }));
  }

  describe("thousands of requests that end while they wait", () => {
    const kinds = [
      "the transport's own pool",
      "a proxy",
      ...(name === "Node's client" ? [] : ["a dispatcher of the caller's"]),
    ];
    it.each(kinds)("touch no connection of %s, and leave the next request alone", async (kind) => {
      const waiting: (() => void)[] = [];
      let opened = 0;
      const server = await serve((_, response) => void waiting.push(() => response.end("x")));
      const through = kind === "a proxy" ? stopAfterTest(await startProxy()) : undefined;
      const pool = kind.startsWith("a disp") ? new Pool(server.url, { connections: 2, pipelining: 1 }) : undefined;
      if (pool !== undefined) onTestFinished(() => pool.close());
      const transport = connect({ connections: 2, proxy: through?.url ?? false, dispatcher: pool });
      const seen = new Set<unknown>();
      const count = () => {
        for (const socket of server.sockets) {
          if (!seen.has(socket)) opened++;
          seen.add(socket);
        }
      };
      const held = [transport(get(`${server.url}/1`)), transport(get(`${server.url}/2`))];
      await until(() => waiting.length === 2);
      const controller = new Cancellation();
      const queued = Array.from({ length: 3000 }, () =>
        transport(get(`${server.url}/queued`, { signal: controller })).catch((error: unknown) => error),
      );
      const next = transport(get(`${server.url}/next`));
      controller.cancel("caller", new Error("enough"));
      for (const error of await Promise.all(queued)) expect(error).toMatchObject({ message: "enough" });
      for (const finish of waiting.splice(0)) finish();
      await until(() => {
        count();
        return waiting.length === 1;
      });
      waiting[0]?.();
      expect((await next).status).toBe(200);
      await Promise.all(held);
      count();
      expect(opened).toBeLessThanOrEqual(name === "both" ? 4 : 2);
    });

    it("of one host do not keep another host's waiting", async () => {
      const silent = await serve(() => undefined);
      const other = await serve((_, response) => response.end("x"));
      const transport = connect({ connections: 1 });
      const controller = new AbortController();
      const hung = Array.from({ length: 10 }, () => transport(get(`${silent.url}/`, { signal: controller.signal })));
      const ended = Promise.allSettled(hung);
      expect((await transport(get(`${other.url}/`))).status).toBe(200);
      controller.abort();
      await ended;
    });

    it("are no ambiguous writes, however they end", async () => {
      let received = 0;
      const server = await serve(() => void received++);
      const transport = connect({ connections: 1 });
      const target = { credential: countingCredential(), url: server.url, kind: "storage" };
      const pipeline = createPipeline(transport, target, { retry: false });
      const controller = new AbortController();
      const write = (more: Partial<HttpRequest["context"]> = {}) =>
        pipeline({
          ...get(`${server.url}/`, { method: "POST", signal: controller.signal }),
          context: { operation: "insertEntity", readOnly: false, ...more },
        });
      const sent = write();
      await until(() => received === 1);
      const late = write({ timeoutMs: 20 });
      const aborted = write();
      await expect(late).rejects.toMatchObject({ code: "request.timeout", ambiguous: false });
      const reason = new Error("enough");
      controller.abort(reason);
      await expect(aborted).rejects.toMatchObject({ code: "request.aborted", ambiguous: false, cause: reason });
      await expect(sent).rejects.toMatchObject({ code: "request.aborted", ambiguous: true, cause: reason });
    });
  });
});
