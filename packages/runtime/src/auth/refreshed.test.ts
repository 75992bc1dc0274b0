import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TableError } from "../errors/table-error.js";
import { type Expiring, Refreshed } from "./refreshed.js";

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Creates a source of `t1`, `t2`, …, each valid for an hour. It responds when `release` is called. */
function giver() {
  let count = 0;
  let release: () => void = () => undefined;
  let failure: Error | undefined;
  const refreshed = new Refreshed("The giver", async (): Promise<Expiring> => {
    count++;
    const text = `t${count}`;
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    if (failure !== undefined) throw failure;
    return { text, expiresAt: Date.now() + 60 * minute };
  });
  return {
    refreshed,
    calls: () => count,
    release: async () => {
      release();
      await vi.advanceTimersByTimeAsync(0);
    },
    fail: (error: Error | undefined) => {
      failure = error;
    },
  };
}

it("is fetched once, whatever the number of requests that wait", async () => {
  const { refreshed, calls, release } = giver();
  const waiting = [refreshed.get(), refreshed.get(), refreshed.get()];
  await release();
  expect(await Promise.all(waiting)).toEqual(["t1", "t1", "t1"]);
  expect(calls()).toBe(1);
  expect(refreshed.get()).toBe("t1");
});

it("is renewed ahead of its end in the background, by one flight", async () => {
  const { refreshed, calls, release } = giver();
  const first = refreshed.get();
  await release();
  await first;
  vi.setSystemTime(54 * minute);
  expect(refreshed.get()).toBe("t1");
  expect(calls()).toBe(1);
  vi.setSystemTime(56 * minute);
  expect([refreshed.get(), refreshed.get()]).toEqual(["t1", "t1"]);
  expect(calls()).toBe(2);
  await release();
  expect(refreshed.get()).toBe("t2");
});

it("is waited for when it has ended", async () => {
  const { refreshed, release } = giver();
  const first = refreshed.get();
  await release();
  await first;
  vi.setSystemTime(61 * minute);
  const second = refreshed.get();
  expect(second).toBeInstanceOf(Promise);
  await release();
  expect(await second).toBe("t2");
});

it("stays in use while a renewal fails, until it ends", async () => {
  const { refreshed, calls, release, fail } = giver();
  const first = refreshed.get();
  await release();
  await first;
  fail(new Error("the giver rests"));
  vi.setSystemTime(56 * minute);
  expect(refreshed.get()).toBe("t1");
  await release();
  expect(refreshed.get()).toBe("t1");
  expect(calls(), "not asked again at once").toBe(2);
  vi.setSystemTime(61 * minute);
  const last = refreshed.get() as Promise<string>;
  const outcome = expect(last).rejects.toMatchObject({
    code: "auth.no-token",
    message: expect.stringContaining("the giver rests"),
  });
  await release();
  await outcome;
  fail(undefined);
  const next = refreshed.get();
  await release();
  expect(await next).toBe("t4");
});

it("is renewed when its giver says", async () => {
  let count = 0;
  const refreshed = new Refreshed("The giver", async () => {
    count++;
    return { text: `t${count}`, expiresAt: 60 * minute, refreshAt: 10 * minute };
  });
  await refreshed.get();
  vi.setSystemTime(11 * minute);
  expect(refreshed.get()).toBe("t1");
  await vi.advanceTimersByTimeAsync(0);
  expect(refreshed.get()).toBe("t2");
});

it("is dropped when it is old enough, and not for every refusal", async () => {
  const { refreshed, release } = giver();
  expect(refreshed.renew(0), "nothing in hand").toBe(false);
  const first = refreshed.get();
  expect(refreshed.renew(0), "one is on its way").toBe(true);
  await release();
  await first;
  expect(refreshed.renew(minute)).toBe(false);
  vi.setSystemTime(2 * minute);
  expect(refreshed.renew(minute)).toBe(true);
  expect(refreshed.get()).toBeInstanceOf(Promise);
});

it("is not dropped for a request that was sent with the one before", async () => {
  const { refreshed, calls, release } = giver();
  const first = refreshed.get();
  await release();
  await first;
  vi.setSystemTime(2 * minute);
  const usedAt = performance.now();
  vi.advanceTimersByTime(1);
  expect(refreshed.renew(minute, usedAt)).toBe(true);
  const second = refreshed.get();
  await release();
  expect(await second).toBe("t2");
  expect(refreshed.renew(minute, usedAt), "t1 was refused").toBe(true);
  expect(refreshed.get()).toBe("t2");
  expect(refreshed.renew(minute, performance.now()), "t2 was refused, and is new").toBe(false);
  expect(calls()).toBe(2);
});

it("that has ended already is refused", async () => {
  const refreshed = new Refreshed("The giver", async () => ({ text: "t", expiresAt: 0 }));
  await expect(refreshed.get()).rejects.toMatchObject({ code: "auth.no-token" });
});

it.each([
  ["an hour", 60 * minute, 55 * minute],
  ["25 minutes", 25 * minute, 20 * minute],
  ["10 minutes", 10 * minute, 8 * minute],
])("that lasts %s is renewed 5 minutes before its end, or in its last fifth", async (_, lifetime, due) => {
  let count = 0;
  const refreshed = new Refreshed("The giver", async () => ({
    text: `t${++count}`,
    expiresAt: Date.now() + lifetime,
  }));
  await refreshed.get();
  vi.setSystemTime(due - 1);
  expect(refreshed.get()).toBe("t1");
  expect(count).toBe(1);
  vi.setSystemTime(due);
  expect(refreshed.get()).toBe("t1");
  expect(count).toBe(2);
});

it("is given until the millisecond before its end", async () => {
  const { refreshed, release } = giver();
  const first = refreshed.get();
  await release();
  await first;
  vi.setSystemTime(60 * minute - 1);
  expect(refreshed.get()).toBe("t1");
  await release();
  vi.setSystemTime(120 * minute - 1);
  expect(refreshed.get()).toBeInstanceOf(Promise);
});

it("is fetched again 30 s after a renewal failed", async () => {
  const { refreshed, calls, release, fail } = giver();
  const first = refreshed.get();
  await release();
  await first;
  fail(new Error("the giver rests"));
  vi.setSystemTime(56 * minute);
  refreshed.get();
  await release();
  vi.setSystemTime(56 * minute + 29_999);
  expect(refreshed.get()).toBe("t1");
  expect(calls()).toBe(2);
  vi.setSystemTime(56 * minute + 30_000);
  expect(refreshed.get()).toBe("t1");
  expect(calls()).toBe(3);
});

it("that has expired when it comes is refused", async () => {
  const refreshed = new Refreshed("The giver", async () => ({ text: "t1", expiresAt: Date.now() }));
  await expect(refreshed.get()).rejects.toMatchObject({
    code: "auth.no-token",
    message: "The giver returned one that has already expired.",
  });
  expect(refreshed.secrets).toEqual([]);
});

it.each([
  [new Error("no network"), "auth.no-token", "The giver failed: no network"],
  [new Error("x".repeat(1001)), "auth.no-token", `The giver failed: ${"x".repeat(1000)}…`],
  ["no network", "auth.no-token", "The giver failed: it threw something that is not an Error"],
  [new TableError("auth.invalid-token", "As it is."), "auth.invalid-token", "As it is."],
])("says why its giver failed: %#", async (thrown, code, message) => {
  const refreshed = new Refreshed("The giver", () => Promise.reject(thrown));
  await expect(refreshed.get()).rejects.toMatchObject({ code, message });
});

it("is left out of the message where a later failure of its giver repeats it", async () => {
  let count = 0;
  const refreshed = new Refreshed("The giver", async () => {
    if (count++ > 0) throw new Error("secret-text-1 has expired");
    return { text: "secret-text-1", expiresAt: Date.now() + minute };
  });
  await refreshed.get();
  vi.setSystemTime(2 * minute);
  await expect(refreshed.get()).rejects.toMatchObject({ message: "The giver failed: [redacted] has expired" });
});
