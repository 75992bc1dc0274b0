import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  addAbortListener,
  Cancellation,
  Deadlines,
  orAborted,
  removeAbortListener,
  reportSent,
  withAbort,
} from "./cancellation.js";
import { monotonicNow } from "./clock.js";
import type { HttpResponse } from "./http-message.js";

const never = new Promise<never>(() => undefined);

describe("a cancellation", () => {
  it("calls its listeners once, in their order, and keeps its first cause", () => {
    const cancellation = new Cancellation();
    const calls: number[] = [];
    for (const n of [1, 2, 3, 4]) cancellation.addEventListener("abort", () => calls.push(n));
    expect(cancellation).toMatchObject({ aborted: false, reason: undefined, why: undefined });
    cancellation.cancel("attempt-timeout", "slow");
    cancellation.cancel("caller", "enough");
    expect(calls).toEqual([1, 2, 3, 4]);
    expect(cancellation).toMatchObject({ aborted: true, reason: "slow", why: "attempt-timeout" });
  });

  it.each([0, 1, 2, 3])("does not call listener %d once it is removed", (removed) => {
    const cancellation = new Cancellation();
    const calls: number[] = [];
    const listeners = [0, 1, 2, 3].map((n) => () => void calls.push(n));
    for (const listener of listeners) cancellation.addEventListener("abort", listener);
    cancellation.removeEventListener("abort", listeners[removed] ?? (() => undefined));
    cancellation.removeEventListener("abort", () => undefined);
    cancellation.cancel("caller", undefined);
    expect(calls).toEqual([0, 1, 2, 3].filter((n) => n !== removed));
  });

  it("has no listeners to remove at first", () => {
    expect(() => new Cancellation().removeEventListener("abort", () => undefined)).not.toThrow();
  });

  it("is told whether its request was sent, as other signals are not", () => {
    const cancellation = new Cancellation();
    for (const wasSent of [false, true]) {
      reportSent(cancellation, wasSent);
      expect(cancellation.wasSent).toBe(wasSent);
    }
    const other = new AbortController().signal;
    reportSent(other, true);
    reportSent(undefined, true);
    expect(other).not.toHaveProperty("wasSent");
  });
});

describe("a promise with a signal", () => {
  it("is itself without one", () => {
    expect(orAborted(never, undefined)).toBe(never);
  });

  it("settles as it does without an abort, and leaves no listener behind", async () => {
    const { signal } = new AbortController();
    const waiting = orAborted(Promise.resolve(7), signal);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    expect(await waiting).toBe(7);
    await expect(orAborted(Promise.reject(new Error("lost")), signal)).rejects.toThrow("lost");
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("rejects with the reason of an abort, before it or while it waits", async () => {
    const controller = new AbortController();
    const waiting = orAborted(never, controller.signal);
    controller.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    await expect(orAborted(never, controller.signal)).rejects.toBe("enough");
    await expect(orAborted(Promise.reject(new Error("unseen")), controller.signal)).rejects.toBe("enough");
  });

  it("makes a transport that ignores its signal end with it, and close as it did", async () => {
    let closed = 0;
    const transport = withAbort(
      Object.assign(() => never as Promise<HttpResponse>, { close: async () => void closed++ }),
    );
    const request = { method: "GET", url: "https://a/", headers: [], signal: AbortSignal.abort("enough") };
    await expect(transport(request)).rejects.toBe("enough");
    await transport.close?.();
    expect(closed).toBe(1);
    await expect(withAbort(() => never).close?.()).resolves.toBeUndefined();
  });
});

describe("a signal that many share", () => {
  it("has one listener as long as one of them listens", () => {
    const { signal } = new AbortController();
    const [one, two] = [() => undefined, () => undefined];
    removeAbortListener(signal, one);
    addAbortListener(signal, one);
    addAbortListener(signal, two);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    removeAbortListener(signal, one);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    removeAbortListener(signal, two);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    addAbortListener(signal, one);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
  });

  it("calls all that listened when it aborted, though one of them removes the next", () => {
    const controller = new AbortController();
    const calls: string[] = [];
    const second = () => void calls.push("second");
    const first = () => {
      calls.push("first");
      removeAbortListener(controller.signal, second);
    };
    addAbortListener(controller.signal, first);
    addAbortListener(controller.signal, second);
    controller.abort();
    expect(calls).toEqual(["first", "second"]);
  });
});

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function due(ms: number): Cancellation {
  const cancellation = new Cancellation();
  cancellation.deadline = performance.now() + ms;
  cancellation.deadlineCause = "attempt-timeout";
  return cancellation;
}

it("cancels each at its own time, in whatever order they were added", () => {
  const deadlines = new Deadlines();
  const all = [300, 100, 200].map(due);
  for (const one of all) deadlines.add(one);
  const aborted = () => all.map((one) => one.aborted);
  vi.advanceTimersByTime(99);
  expect(aborted()).toEqual([false, false, false]);
  vi.advanceTimersByTime(2);
  expect(aborted()).toEqual([false, true, false]);
  vi.advanceTimersByTime(100);
  expect(aborted()).toEqual([false, true, true]);
  vi.advanceTimersByTime(100);
  expect(aborted()).toEqual([true, true, true]);
  expect(all[0]).toMatchObject({ why: "attempt-timeout", reason: { name: "TimeoutError" } });
});

it("cancels together what began within the same tick of the clock", () => {
  const deadlines = new Deadlines();
  const all = Array.from({ length: 1_000 }, () => {
    const cancellation = due(0);
    cancellation.deadline = monotonicNow() + 100;
    deadlines.add(cancellation);
    return cancellation;
  });
  vi.advanceTimersByTime(99);
  expect(all.filter(({ aborted }) => aborted)).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(all.filter(({ aborted }) => !aborted)).toEqual([]);
});

it("leaves alone what was removed or has no end, and uses one timer", () => {
  const deadlines = new Deadlines();
  const done = due(50);
  const endless = due(Number.POSITIVE_INFINITY);
  deadlines.add(done);
  deadlines.add(endless);
  for (let i = 0; i < 100; i++) deadlines.add(due(60));
  expect(vi.getTimerCount()).toBe(1);
  deadlines.remove(done);
  vi.advanceTimersByTime(10_000_000);
  expect([done.aborted, endless.aborted]).toEqual([false, false]);
  expect(vi.getTimerCount()).toBe(0);
});

it("keeps the process alive while something is under way, and not when nothing is", () => {
  vi.useRealTimers();
  const heldOpen = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = heldOpen();
  const deadlines = new Deadlines();
  const [first, second] = [due(60_000), due(60_000)];
  deadlines.add(first);
  deadlines.add(second);
  deadlines.remove(first);
  expect(heldOpen()).toBe(before + 1);
  deadlines.remove(second);
  expect(heldOpen()).toBe(before);
  deadlines.add(first);
  expect(heldOpen()).toBe(before + 1);
  deadlines.remove(first);
});

it("takes a deadline beyond what a timer can count", () => {
  const deadlines = new Deadlines();
  const far = due(2 ** 33);
  deadlines.add(far);
  vi.advanceTimersByTime(2 ** 31);
  expect(far.aborted).toBe(false);
  vi.advanceTimersByTime(2 ** 33);
  expect(far.aborted).toBe(true);
});

it("tells every listener of a cancellation once and in their order, but those that left", () => {
  const cancellation = new Cancellation();
  const told: string[] = [];
  const listeners = ["a", "b", "c", "d"].map((name) => () => {
    told.push(name);
  });
  for (const listener of listeners) cancellation.addEventListener("abort", listener);
  cancellation.removeEventListener("abort", listeners[1] ?? (() => undefined));
  cancellation.cancel("caller", "x");
  cancellation.cancel("total-timeout", "y");
  expect(told).toEqual(["a", "c", "d"]);
  expect(cancellation).toMatchObject({ aborted: true, why: "caller", reason: "x" });
});

it("settles a promise as it is, or rejects it with the reason of the signal", async () => {
  const cancellation = new Cancellation();
  expect(await orAborted(Promise.resolve(1), cancellation)).toBe(1);
  await expect(orAborted(Promise.reject(new Error("own")), cancellation)).rejects.toThrow("own");
  const never = orAborted(new Promise(() => undefined), cancellation);
  const reason = new Error("stop");
  cancellation.cancel("caller", reason);
  await expect(never).rejects.toBe(reason);
  await expect(orAborted(Promise.reject(new Error("late")), cancellation)).rejects.toBe(reason);
});

it.each([
  ["real time to a fake clock", () => vi.useRealTimers(), () => vi.useFakeTimers()],
  ["a fake clock to real time", () => vi.useFakeTimers(), () => vi.useRealTimers()],
])("moves from %s with the next attempt", async (_, before, after) => {
  const deadlines = new Deadlines();
  before();
  const hanging = due(60_000);
  deadlines.add(hanging);
  after();
  const next = due(2);
  deadlines.add(next);
  if (vi.isFakeTimers()) vi.advanceTimersByTime(5);
  else await new Promise((resolve) => setTimeout(resolve, 10));
  expect(next.aborted).toBe(true);
  vi.useFakeTimers();
  for (const each of [hanging, next]) deadlines.remove(each);
});
