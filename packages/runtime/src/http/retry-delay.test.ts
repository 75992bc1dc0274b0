import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { law } from "../test/law.js";
import { backoff, retryAfter, retrySettings } from "./retry-delay.js";

const now = Date.parse("2026-01-01T00:00:00Z");

describe("Retry-After", () => {
  it.each<[string[], number | undefined]>([
    [[], undefined],
    [["Retry-After", "3"], 3000],
    [["retry-after", " 0 "], 0],
    [["RETRY-AFTER", "1.5"], 1500],
    [["Retry-After", "Thu, 01 Jan 2026 00:00:20 GMT"], 20_000],
    [["Retry-After", "Wed, 31 Dec 2025 23:59:59 GMT"], 0],
    [["Retry-After", "soon"], undefined],
    [["Retry-After", "-5"], undefined],
    [["Retry-After", "2026-01-01"], undefined],
    [["Retry-After", "99999999999999999999"], undefined],
    [["Retry-After", "3", "x-ms-retry-after-ms", "250"], 250],
    [["retry-after-ms", "40"], 40],
    [["retry-after-ms", "40.5"], 40.5],
    [["retry-after-ms", "x40"], undefined],
    [["retry-after-ms", "40x"], undefined],
    [["retry-after-ms", "1".repeat(13)], undefined],
    [["Retry-After", "x3"], undefined],
    [["Retry-After", "3x"], undefined],
    [["Retry-After", "1 Jan 2026 00:00:20 GMT"], undefined],
    [["x-ms-retry-after-ms", "many", "Retry-After", "2"], 2000],
  ])("of %j is %s ms", (headers, expected) => {
    expect(retryAfter(headers, now)).toBe(expected);
  });

  it("is never negative, infinite or an error, whatever a server sends", () => {
    const name = fc.constantFrom("retry-after", "Retry-After", "x-ms-retry-after-ms", "retry-after-ms");
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string({ unit: "binary" }))), (headers) => {
        const ms = retryAfter(headers.flat(), now);
        expect(ms === undefined || (ms >= 0 && Number.isFinite(ms))).toBe(true);
      }),
      law(10_000),
    );
  });
});

describe("back-off", () => {
  const settings = retrySettings({ baseDelayMs: 100, maxDelayMs: 1000 });

  it("is a random time below a bound that doubles up to the longest", () => {
    const longest = [1, 2, 3, 4, 5, 9].map((retry) => backoff(retry, settings, () => 1));
    expect(longest).toEqual([100, 200, 400, 800, 1000, 1000]);
    expect(backoff(3, settings, () => 0)).toBe(0);
    expect(backoff(3, settings, () => 0.5)).toBe(200);
  });

  it.each([
    { maxAttempts: 0 },
    { maxAttempts: Number.NaN },
    { baseDelayMs: -1 },
    { maxDelayMs: Number.POSITIVE_INFINITY },
  ])("refuses %j", (options) => {
    expect(() => retrySettings(options)).toThrow(expect.objectContaining({ code: "config.invalid-option" }));
  });

  it("is off with false, and has its defaults", () => {
    expect(retrySettings(false)).toEqual({ maxAttempts: 1, baseDelayMs: 0, maxDelayMs: 0 });
    expect(retrySettings(undefined)).toEqual({ maxAttempts: 5, baseDelayMs: 500, maxDelayMs: 20_000 });
    const least = { maxAttempts: 1, baseDelayMs: 0, maxDelayMs: 0 };
    expect(retrySettings(least)).toEqual(least);
  });
});
