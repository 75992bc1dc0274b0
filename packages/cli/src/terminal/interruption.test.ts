import { TableError } from "@tablewright/runtime";
import { describe, expect, it } from "vitest";
import { Interruption } from "./interruption.js";

const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
const listeners = () => signals.map((signal) => process.listenerCount(signal));
const aborted = new TableError("request.aborted", "aborted");

describe("an interruption", () => {
  it.each([
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("by %s aborts the work, and has the exit code %i", async (signal, code) => {
    const before = listeners();
    using interruption = new Interruption();
    expect([interruption.code, interruption.signal.aborted]).toEqual([undefined, false]);
    const isWhole = await interruption.untilInterrupted(async () => {
      process.emit(signal, signal);
      expect(interruption.signal.aborted).toBe(true);
      throw aborted;
    });
    expect([isWhole, interruption.code, await interruption.ended]).toEqual([false, code, code]);
    // The next signal ends the process.
    expect(listeners()).toEqual(before);
  });

  it("does not come while the work is done, and listens no more once it is disposed", async () => {
    const before = listeners();
    const interruption = new Interruption();
    expect(listeners()).toEqual(before.map((count) => count + 1));
    expect(await interruption.untilInterrupted(async () => undefined)).toBe(true);
    interruption[Symbol.dispose]();
    expect(listeners()).toEqual(before);
  });

  it("does not hide an error of the work", async () => {
    using interruption = new Interruption();
    const fail = (error: Error) => interruption.untilInterrupted(() => Promise.reject(error));
    await expect(fail(aborted)).rejects.toBe(aborted);
    process.emit("SIGINT", "SIGINT");
    await expect(fail(new TypeError("no"))).rejects.toThrow("no");
    await expect(fail(new TableError("request.timeout", "no"))).rejects.toThrow("no");
    expect(await fail(aborted)).toBe(false);
  });
});

it("waits for a signal", async () => {
  const before = listeners();
  using interruption = new Interruption();
  process.emit("SIGTERM", "SIGTERM");
  expect([await interruption.ended, listeners()]).toEqual([143, before]);
});
