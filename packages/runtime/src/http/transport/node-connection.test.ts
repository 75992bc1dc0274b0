import Module, { createRequire } from "node:module";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

it.each(["node:http", "node:https"])(
  "loads %s by a require, once, because tracers change what programs require",
  async (name) => {
    const load = vi.spyOn(Module.prototype, "require");
    vi.resetModules();
    const { nodeHttp } = await import("./node-connection.js");
    const [first, second] = [nodeHttp(name === "node:https"), nodeHttp(name === "node:https")];
    expect(load.mock.calls).toEqual([[name]]);
    expect([first, second]).toEqual([createRequire(import.meta.url)(name), first]);
  },
);
