import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { law } from "../../test/law.js";
import { firstTick, lastTick } from "./check-date-time.js";
import { dateOf, ExactDate, isoOf, ticksOf } from "./exact-date.js";

describe("ExactDate", () => {
  const date = () => ExactDate.fromIso("2021-09-21T00:53:41.7166246Z");

  it("is a Date of whole milliseconds that shows all seven digits", () => {
    expect(date()).toBeInstanceOf(Date);
    expect(date().getTime()).toBe(1632185621716);
    expect(date().remainder).toBe(6246);
    expect(date().toISOString()).toBe("2021-09-21T00:53:41.7166246Z");
    expect(JSON.stringify({ at: date() })).toBe('{"at":"2021-09-21T00:53:41.7166246Z"}');
    expect(new ExactDate(0).toISOString()).toBe("1970-01-01T00:00:00.0000000Z");
  });

  it("is logged with all seven digits too", () => {
    expect(inspect({ at: date() })).toBe("{ at: 2021-09-21T00:53:41.7166246Z }");
    expect(inspect(new ExactDate(Number.NaN))).toBe("Invalid Date");
  });

  it("keeps its digits where another copy of the package made it", async () => {
    vi.resetModules();
    const { ExactDate: OtherDate } = await import("./exact-date.js");
    const other = OtherDate.fromIso("2021-09-21T00:53:41.7166246Z");
    expect(OtherDate).not.toBe(ExactDate);
    expect(other).toBeInstanceOf(ExactDate);
    expect(isoOf(other)).toBe("2021-09-21T00:53:41.7166246Z");
    expect(new Date()).not.toBeInstanceOf(ExactDate);
  });

  it("is told from any other value, and from an object of a subclass", () => {
    class Timestamp extends ExactDate {}
    for (const value of [null, undefined, "2021", 5, {}, () => 1]) expect(value instanceof ExactDate).toBe(false);
    expect(new Timestamp(0)).toBeInstanceOf(ExactDate);
    expect(new Timestamp(0)).toBeInstanceOf(Timestamp);
    expect(new ExactDate(0)).not.toBeInstanceOf(Timestamp);
  });

  it("refuses text, of which a Date would drop digits", () => {
    expect(() => new ExactDate("2021-09-21T00:53:41.7166246Z" as never)).toThrow("Use ExactDate.fromIso for text");
  });

  it("is a plain Date where there is nothing below the millisecond", () => {
    expect(dateOf(5, 0)).not.toBeInstanceOf(ExactDate);
    expect(dateOf(5, 1)).toBeInstanceOf(ExactDate);
  });

  it.each(Object.getOwnPropertyNames(Date.prototype).filter((name) => name.startsWith("set")))(
    "%s clears what is below the millisecond",
    (setter) => {
      const changed = date();
      const plain = new Date(changed.getTime());
      const set = (target: Date) => (target as unknown as Record<string, (value: number) => number>)[setter]?.(7);
      expect(set(changed)).toBe(set(plain));
      expect(changed.getTime()).toBe(plain.getTime());
      expect(changed.remainder).toBe(0);
    },
  );

  it("clears it also in a copy that was loaded while the clock was fake", async () => {
    vi.useFakeTimers();
    vi.resetModules();
    const { ExactDate: Late } = await import("./exact-date.js");
    vi.resetModules();
    vi.useRealTimers();
    const late = new Late(5, 7);
    late.setUTCDate(2);
    expect(late.remainder).toBe(0);
  });

  it("counts .NET ticks", () => {
    expect(ExactDate.fromIso("1601-01-01T00:00:00Z").ticks).toBe(firstTick);
    expect(ExactDate.fromIso("9999-12-31T23:59:59.9999999Z").ticks).toBe(lastTick);
    fc.assert(
      fc.property(fc.bigInt({ min: firstTick, max: lastTick }), (ticks) => {
        const exact = ExactDate.fromTicks(ticks);
        expect(exact.ticks).toBe(ticks);
        expect(ticksOf(ExactDate.fromIso(isoOf(exact)))).toBe(ticks);
      }),
      law(100_000),
    );
  });

  it.each(["garbage", "2021-09-21", "2021-09-21T00:53:41.716624xZ", "2021-13-21T00:53:41Z"])(
    "is invalid for other text, as a Date is: %s",
    (text) => {
      expect(ExactDate.fromIso(text).getTime()).toBeNaN();
      expect(ExactDate.fromIso(text).remainder).toBe(0);
    },
  );

  it("refuses a remainder that is none", () => {
    expect(() => new ExactDate(0, 10_000)).toThrow("The remainder of an ExactDate must be 0 to 9999, not 10000.");
    expect(() => new ExactDate(0, -1)).toThrow("not -1.");
    expect(() => new ExactDate(0, 0.5)).toThrow("0.5");
    expect([new ExactDate(0, 0).remainder, new ExactDate(0, 9999).remainder]).toEqual([0, 9999]);
  });
});
