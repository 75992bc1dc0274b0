import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { delay } from "./delay.js";
import { LinkedAbort } from "./linked-abort.js";

it("follows a signal that many follow, which has one listener", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const aborts = Array.from({ length: 12 }, () => new LinkedAbort(signal));
  const delays = Promise.allSettled(Array.from({ length: 12 }, () => delay(60_000, signal)));
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  aborts[0]?.end();
  expect(aborts.filter((abort) => abort.signal.aborted)).toHaveLength(1);
  controller.abort("enough");
  expect(aborts.slice(1).map((abort) => abort.signal.reason)).toEqual(Array(11).fill("enough"));
  expect((await delays).every(({ status }) => status === "rejected")).toBe(true);
  for (const abort of aborts) abort.end();
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
