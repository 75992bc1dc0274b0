import * as undici from "undici";
import { expect, it } from "vitest";
import { loadPool } from "./connection-pool.js";

const whole = () => Promise.resolve(undici);

it("loads the pool without the rest of undici", async () => {
  const alone = () => import("undici/lib/dispatcher/pool.js");
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
