import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { delay, LinkedAbort } from "./cancellation.js";

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

it("is aborted from the start where its caller's signal is, for the same reason", () => {
  const caller = AbortSignal.abort("enough");
  const abort = new LinkedAbort(caller);
  expect([abort.signal.aborted, abort.signal.reason]).toEqual([true, "enough"]);
  expect(getEventListeners(caller, "abort")).toHaveLength(0);
});

it("aborts at its end alone where it has no caller's signal", () => {
  const abort = new LinkedAbort(undefined);
  let calls = 0;
  abort.signal.addEventListener("abort", () => calls++);
  expect(abort.signal.aborted).toBe(false);
  abort.end();
  abort.end();
  expect([abort.signal.aborted, calls]).toEqual([true, 1]);
});
