import type { Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createAgent } from "./node-host.js";
import type { UndiciTransportOptions } from "./transport-options.js";

const route = { host: "127.0.0.1", port: 1, isSecure: false, proxy: undefined };

afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates a socket that records how it is kept. */
function idleSocket() {
  return { setKeepAlive: vi.fn(), setTimeout: vi.fn(), unref: vi.fn(), destroy: vi.fn() };
}

/** Returns the time for which an agent keeps an idle connection, by the header of the last response; undefined if it closes it. */
function keptMs(options: UndiciTransportOptions, keepAlive?: string): number | undefined {
  const agent = createAgent(route, options);
  const socket = idleSocket();
  if (keepAlive !== undefined) agent.noteHint(socket as unknown as Socket, keepAlive);
  const isKept = agent.keepSocketAlive(socket as unknown as Socket) as unknown as boolean;
  if (!isKept) {
    expect(socket.setTimeout).not.toHaveBeenCalled();
    return undefined;
  }
  expect([socket.setKeepAlive.mock.calls, socket.unref.mock.calls]).toEqual([[[true]], [[]]]);
  return socket.setTimeout.mock.calls[0]?.[0];
}

describe("an idle connection", () => {
  it.each<[UndiciTransportOptions, string | undefined, number | undefined]>([
    [{}, undefined, 60_000],
    [{ keepAliveTimeoutMs: 500 }, undefined, 500],
    [{}, "timeout=5, max=100", 3000],
    [{}, "timeout=600", 60_000],
    [{}, "idle-timeout=5", 60_000],
    [{}, "timeout=soon", 60_000],
    [{}, "timeout=3", 1000],
    [{}, "timeout=2", undefined],
    [{}, "timeout=1", undefined],
  ])("is kept by %j, after a response with Keep-Alive: %s, for %s ms", (options, keepAlive, expected) => {
    expect(keptMs(options, keepAlive)).toBe(expected);
  });

  it("is closed once the agent has retired, and none is kept after that", () => {
    const agent = createAgent(route, {});
    const sockets = [idleSocket(), idleSocket()];
    expect(agent.hasIdle).toBe(false);
    Object.assign(agent.freeSockets, { "a:1:": [sockets[0]], "b:1:": [sockets[1]] });
    expect(agent.hasIdle).toBe(true);
    agent.retire();
    for (const { destroy } of sockets) expect(destroy).toHaveBeenCalledOnce();
    expect(agent.keepSocketAlive(idleSocket() as unknown as Socket)).toBe(false);
  });

  it.each([
    [{}, 64],
    [{ connections: 3 }, 3],
  ])("is one of %j: %d", (options, limit) => {
    expect(createAgent(route, options)).toMatchObject({ maxSockets: limit, maxFreeSockets: limit });
  });
});

it.each([
  [{}, 10_000],
  [{ connectTimeoutMs: 70 }, 70],
  [{ connectTimeoutMs: 0 }, undefined],
])("a connection is returned at once, and opened within the limit of %j: %d ms", async (options, limitMs) => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const agent = createAgent(route, options);
  const socket = agent.createConnection({ host: route.host, port: route.port }) as Socket;
  expect(timers.mock.calls.map(([, ms]) => ms)).toEqual(limitMs === undefined ? [] : [limitMs]);
  expect(await new Promise((resolve) => socket.once("error", resolve))).toMatchObject({ code: "ECONNREFUSED" });
});
