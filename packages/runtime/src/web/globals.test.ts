import * as node from "node:crypto";
import { expect, it, vi } from "vitest";
import { AsyncResource, channel, process as webProcess, setImmediate as webSetImmediate } from "./globals.js";

type Crypto = Pick<typeof node, "hash" | "timingSafeEqual">;

const crypto = webProcess.getBuiltinModule("node:crypto") as Crypto;

it.each(["base64", "binary", "buffer"] as const)(
  "hashes texts and bytes as Node does, in the encoding %s",
  (encoding) => {
    const hash = (module: Crypto, input: string | Uint8Array) => {
      const digest = module.hash("sha256", input, encoding as "binary");
      return typeof digest === "string" ? digest : [...(digest as Uint8Array)];
    };
    for (const input of ["", "größe", Uint8Array.of(0, 128, 255)])
      expect(hash(crypto, input)).toEqual(hash(node, input));
  },
);

it("tells equal bytes from others", () => {
  const bytes = Uint8Array.of(1, 2, 3);
  expect(crypto.timingSafeEqual(bytes, Uint8Array.of(1, 2, 3))).toBe(true);
  for (const other of [Uint8Array.of(0, 2, 3), Uint8Array.of(1, 2, 2)]) {
    expect(crypto.timingSafeEqual(bytes, other)).toBe(false);
  }
});

it("makes random values, also where a test replaces the global crypto", () => {
  vi.stubGlobal("crypto", { randomUUID: () => "the same", getRandomValues: (bytes: Uint8Array) => bytes });
  const { randomUUID, getRandomValues } = webProcess.getBuiltinModule("node:crypto") as typeof node;
  expect(randomUUID()).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(getRandomValues(new Uint8Array(16)).some((byte) => byte !== 0)).toBe(true);
  vi.unstubAllGlobals();
});

it("has no other module of Node, and no environment", () => {
  expect([webProcess.getBuiltinModule("node:fs"), webProcess.env]).toEqual([undefined, {}]);
});

it("warns on the console", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  webProcess.emitWarning("A hook threw.");
  expect(warn).toHaveBeenCalledExactlyOnceWith("A hook threw.");
  warn.mockRestore();
});

it("calls back in a later turn of the event loop", async () => {
  const order: string[] = [];
  const called = new Promise<void>((resolve) => {
    webSetImmediate(() => {
      order.push("callback");
      resolve();
    });
  });
  order.push("now");
  await called;
  expect(order).toEqual(["now", "callback"]);
});

it("has channels that nothing listens to", () => {
  expect(channel()).toEqual({ hasSubscribers: false });
});

it("calls a function in an asynchronous context", () => {
  const self = { add: (one: number, other: number) => one + other };
  expect(new AsyncResource().runInAsyncScope(self.add, self, 1, 2)).toBe(3);
});
