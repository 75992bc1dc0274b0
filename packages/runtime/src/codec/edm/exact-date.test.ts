import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { law } from "../../test/law.js";
import { firstTick, lastTick } from "./date-time.js";
import { dateOf, ExactDate, formatIso, isoMilliseconds, isoOf, isoRemainder, ticksOf } from "./exact-date.js";

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

const first = Date.UTC(1601, 0, 1);
const year1 = Date.parse("0001-01-01T00:00:00Z");
const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const milliseconds = fc.integer({ min: year1, max: last });
const remainder = fc.integer({ min: 0, max: 9999 });

describe("ISO dates", () => {
  it("are read as Date reads them", () => {
    fc.assert(
      fc.property(milliseconds, (ms) => {
        expect(isoMilliseconds(new Date(ms).toISOString())).toBe(ms);
      }),
      law(100_000),
    );
  });

  it("keep the milliseconds and the 100 ns below them", () => {
    fc.assert(
      fc.property(milliseconds, remainder, (ms, rest) => {
        const text = formatIso(ms, rest);
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{0,6}[1-9])?Z$/);
        expect(new Date(text).getTime()).toBe(ms);
        expect(isoMilliseconds(text)).toBe(ms);
        expect(isoRemainder(text)).toBe(rest);
      }),
      law(100_000),
    );
  });

  it.each([
    ["2021-09-21T00:53:41.7166246Z", 1632185621716, 6246],
    ["2021-09-21T00:53:41Z", 1632185621000, 0],
    ["2021-09-21T00:53:41.5Z", 1632185621500, 0],
    ["1601-01-01T00:00:00Z", first, 0],
    ["0001-01-01T00:00:00Z", year1, 0],
    ["0001-12-31T23:59:59.001Z", Date.parse("0001-12-31T23:59:59.001Z"), 0],
    ["2000-02-29T00:00:00.01Z", Date.UTC(2000, 1, 29) + 10, 0],
    ["2000-03-01T09:09:09.9999Z", Date.UTC(2000, 2, 1, 9, 9, 9, 999), 9000],
    ["9999-12-31T23:59:59.9999999Z", last, 9999],
    ["2024-02-29T12:00:00.0000001Z", Date.UTC(2024, 1, 29, 12), 1],
  ])("%s is %i ms and %i units of 100 ns", (text, ms, rest) => {
    expect(isoMilliseconds(text)).toBe(ms);
    expect(isoRemainder(text)).toBe(rest);
    expect(formatIso(ms, rest)).toBe(text);
  });

  it.each([
    "",
    "2021-09-21",
    "2021-09-21T00:53:41",
    "2021-09-21T00:53:41+02:00",
    "2021-09-21T00:53:41.Z",
    "2021-09-21T00:53:41.12345678Z",
    "2021-09-21T00:53:41.12a4567Z",
    "2021-09-21T00:53:41.123456aZ",
    "2021-09-21T00:53:41,123Z",
    "2021-09-21 00:53:41Z",
    "2021-13-01T00:00:00Z",
    "2021-00-01T00:00:00Z",
    "2021-04-31T00:00:00Z",
    "2023-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2021-01-00T00:00:00Z",
    "2021-01-01T24:00:00Z",
    "2021-01-01T00:60:00Z",
    "2021-01-01T00:00:60Z",
    "202１-01-01T00:00:00Z",
    "2021-06-31T00:00:00Z",
    "2021-09-31T00:00:00Z",
    "2021-11-31T00:00:00Z",
    "2021-01-32T00:00:00Z",
    "2021-02-29T00:00:00Z",
    "2100-02-29T00:00:00Z",
    "2000-02-30T00:00:00Z",
    "0000-00-00T00:00:00Z",
    "2021-09-21T00:53:4Z",
    "2021-09-21T00:53:41.1234567",
    "2021-01-01T00:00:00.123Zz",
  ])("%j is not read", (text) => {
    expect(isoMilliseconds(text)).toBeNaN();
  });

  it("are not read with another character anywhere", () => {
    const text = "2021-09-21T00:53:41.7166246Z";
    expect(isoMilliseconds(text)).toBe(1632185621716);
    for (let at = 0; at < text.length; at++) {
      // The characters before 0 and after 9, one that is none of either, and none at all.
      for (const other of ["/", ":", "x", ""]) {
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        const isShorter = other === "" && at > 19 && at < 27;
        if (changed !== text && !isShorter) expect([changed, isoMilliseconds(changed)]).toEqual([changed, Number.NaN]);
      }
    }
  });

  it("are read as Date reads them in the year 0 too, which Edm.DateTime does not reach", () => {
    expect(isoMilliseconds("0000-02-29T00:00:00Z")).toBe(Date.parse("0000-02-29T00:00:00Z"));
  });
});
