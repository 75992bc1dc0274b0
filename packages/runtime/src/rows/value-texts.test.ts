import { describe, expect, it } from "vitest";
import { dateTimeText, int32Text, isDoubleOfLine, typedTexts } from "./value-texts.js";

const matches = (source: string | undefined, text: string) => new RegExp(`^(?:${source})$`).test(text);

describe("the text of a value", () => {
  it.each(["0", "7", "-7", "999999999", "1000000000", "-1999999999", "2139999999", "2147483640", "2147483647"])(
    "%s is an Edm.Int32",
    (text) => {
      expect(matches(int32Text, text)).toBe(true);
    },
  );

  it.each([
    "-0",
    "00",
    "01",
    "2147483648",
    "-2147483649",
    "2147483650",
    "2200000000",
    "3000000000",
    "10000000000",
    "1.0",
  ])("%s is not an Edm.Int32", (text) => {
    expect(matches(int32Text, text)).toBe(false);
  });

  it.each(["-0", "01", "9223372036854775808", "-9223372036854775809", "10000000000000000000", "+1", "1.0"])(
    "%s is not an Edm.Int64",
    (text) => {
      expect(matches(typedTexts.get("Edm.Int64"), text)).toBe(false);
    },
  );

  it("is base64 only with the last digit that encodes its bytes", () => {
    const digits = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"];
    const texts = digits.flatMap((digit) => [
      `A${digit}==`,
      `AA${digit}=`,
      `AAA${digit}`,
      `AAAAA${digit}==`,
      `AA${digit}`,
    ]);
    const found = texts.filter((text) => matches(typedTexts.get("Edm.Binary"), text));
    expect(found).toEqual(texts.filter((text) => Buffer.from(text, "base64").toString("base64") === text));
    expect(found).toHaveLength(4 + 16 + 64 + 4);
  });

  it("is a time only on days that exist", () => {
    const two = (n: number) => String(n).padStart(2, "0");
    const days = Array.from({ length: 14 * 33 }, (_, n) => `2023-${two(Math.floor(n / 33))}-${two(n % 33)}T23:59:59Z`);
    const found = days.filter((text) => matches(dateTimeText, text));
    const isDay = (text: string) =>
      new Date(text).getTime() > 0 && new Date(text).toISOString().startsWith(text.slice(0, 19));
    expect(found).toEqual(days.filter(isDay));
    expect(found).toHaveLength(365);
  });

  it.each([
    ["0.5", true],
    ["-0.05", true],
    ["100.0", true],
    ["-0.0", true],
    ["1e-7", true],
    ["1e+21", true],
    ["5", false],
    ["5.10", false],
    ["05.1", false],
    ["1e2", false],
    ["0.00000001", false],
  ])("%s is that of a Double: %s", (text, is) => {
    expect(isDoubleOfLine(text)).toBe(is);
  });
});
