import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import {
  addAbortListener,
  Cancellation,
  orAborted,
  removeAbortListener,
  reportSent,
  withAbort,
} from "./cancellation.js";
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
