import * as undici from "undici";
import { expect, it } from "vitest";
import { loadPool, poolOptions, tlsOptions } from "./connection-pool.js";

const whole = () => Promise.resolve(undici);

it("loads the pool without the rest of undici", async () => {
  const alone = () => import("#undici-pool");
  const neverWhole = () => Promise.reject(new Error("All of undici was loaded."));
  expect(await loadPool(alone, neverWhole)).toBe(undici.Pool);
});

it.each([
  ["is missing", () => Promise.reject(new Error("ERR_MODULE_NOT_FOUND"))],
  ["is no class", () => Promise.resolve({ default: { dispatch: true } })],
  ["is a class that dispatches nothing", () => Promise.resolve({ default: class {} })],
  ["has no default export", () => Promise.resolve({})],
])("takes the pool from the whole where its own file %s", async (_, alone) => {
  expect(await loadPool(alone, whole)).toBe(undici.Pool);
});

it("has the defaults that its options name", () => {
  expect(poolOptions({})).toEqual({
    connections: 64,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 60_000,
    maxResponseSize: 67_108_864,
  });
  expect(tlsOptions({})).toEqual({ timeout: 10_000 });
});

it("takes the options that are set, zero among them", () => {
  const options = { connections: 1, keepAliveTimeoutMs: 0, maxResponseBytes: 0, connectTimeoutMs: 0 };
  expect(poolOptions(options)).toMatchObject({ connections: 1, keepAliveTimeout: 0, maxResponseSize: 0 });
  const tls = { ca: "pem", servername: undefined };
  expect(tlsOptions({ ...options, tls })).toEqual({ timeout: 0, ca: "pem" });
});
