import { afterEach, describe, expect, it, vi } from "vitest";
import { currentTime, dateAt, elapsedTime, nextTurn, startRealTimer, Timer } from "./time.js";

const RealDate = Date;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("follows a fake clock", () => {
  it("in the current time, the elapsed time and the class of dates", () => {
    vi.useFakeTimers({ now: 1_000 });
    const from = elapsedTime();
    vi.advanceTimersByTime(500);
    expect([currentTime(), elapsedTime() - from]).toEqual([1_500, 500]);
    expect(dateAt(5)).toStrictEqual(new Date(5));
  });

  it("in timers, each on the clock that it was started on", () => {
    const ended: string[] = [];
    const real = new Timer(() => ended.push("real"), 60_000);
    vi.useFakeTimers();
    const fake = new Timer(() => ended.push("fake"), 60_000);
    const stopped = new Timer(() => ended.push("stopped"), 60_000);
    expect([real.isCurrent, fake.isCurrent]).toEqual([false, true]);
    stopped.stop();
    real.stop();
    vi.advanceTimersByTime(60_000);
    expect(ended).toEqual(["fake"]);
    vi.useRealTimers();
    expect(fake.isCurrent).toBe(false);
  });
});

describe("goes on", () => {
  it("in turns of the event loop and real timers, although a test has faked all timers", async () => {
    vi.useFakeTimers();
    await expect(new Promise<void>((resolve) => nextTurn(resolve))).resolves.toBeUndefined();
    await expect(new Promise<void>((resolve) => startRealTimer(resolve, 1))).resolves.toBeUndefined();
  });

  it("in turns of the event loop if the fake clock was there first", async () => {
    vi.useFakeTimers();
    vi.resetModules();
    const late = await import("./time.js");
    await expect(new Promise<void>((resolve) => late.nextTurn(resolve))).resolves.toBeUndefined();
    vi.resetModules();
  });

  it.each([
    ["a mock that returns one date", vi.fn().mockReturnValue(new RealDate(0))],
    ["a function that is no class", () => new RealDate(0)],
    ["absent", undefined],
  ])("with the right dates if the global Date is %s", (_, stub) => {
    vi.stubGlobal("Date", stub);
    expect(dateAt(5).getTime()).toBe(5);
    const before = RealDate.now();
    const now = currentTime();
    expect(now).toBeGreaterThanOrEqual(before - 1);
    expect(now).toBeLessThanOrEqual(RealDate.now() + 1);
  });

  it("without a global performance", () => {
    vi.stubGlobal("performance", undefined);
    const from = elapsedTime();
    expect(elapsedTime()).toBeGreaterThanOrEqual(from);
  });
});
