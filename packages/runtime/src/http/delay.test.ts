import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { delay } from "./cancellation.js";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const aborted = {
  code: "request.aborted",
  message: "The call was aborted by the caller's signal while it waited for its next attempt.",
  attempts: 0,
  cause: "enough",
};

it.each([undefined, new AbortController().signal])(
  "resolves when its time is over, and leaves no listener",
  async (signal) => {
    let isOver = false;
    const waiting = delay(100, signal).then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(99);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver).toBe(true);
    await waiting;
    if (signal !== undefined) expect(getEventListeners(signal, "abort")).toHaveLength(0);
  },
);

it("rejects when its signal aborts, and leaves neither timer nor listener", async () => {
  const controller = new AbortController();
  const waiting = expect(delay(100, controller.signal)).rejects.toMatchObject(aborted);
  controller.abort("enough");
  await waiting;
  expect([vi.getTimerCount(), getEventListeners(controller.signal, "abort").length]).toEqual([0, 0]);
});

it("rejects where its signal has aborted before", async () => {
  await expect(delay(100, AbortSignal.abort("enough"))).rejects.toMatchObject(aborted);
  expect(vi.getTimerCount()).toBe(0);
});
