import { expect, it } from "vitest";
import { ticksOfMilliseconds } from "./date-time.js";
import {
  binaryValue,
  booleanValue,
  dateTimeValue,
  doubleValue,
  type EdmValue,
  guidValue,
  int32Value,
  int64Value,
  isAnnotated,
  jsonString,
  stringValue,
} from "./edm-value.js";

const guid = "C9DA6455-213D-42C9-9A79-3E9149A57833";
const day = ticksOfMilliseconds(Date.UTC(2021, 0, 2));

/** Each case has the value, its JSON, its value for comparison, its size in bytes, and if a response annotates it. */
it.each<[EdmValue, string, EdmValue["value"], number, boolean]>([
  [stringValue(""), '""', "", 4, false],
  [stringValue('a"é'), '"a\\"\\u00e9"', 'a"é', 10, false],
  [booleanValue(true), "true", true, 1, false],
  [int32Value(-5), "-5", -5, 4, false],
  [int64Value(5n), '"5"', 5n, 8, true],
  [doubleValue(5), "5.0", 5, 8, false],
  [doubleValue(-0), "-0.0", -0, 8, false],
  [doubleValue(1e21), "1e+21", 1e21, 8, false],
  [doubleValue(1.5), "1.5", 1.5, 8, false],
  [doubleValue(Number.NaN), '"NaN"', Number.NaN, 8, true],
  [doubleValue(Number.NEGATIVE_INFINITY), '"-Infinity"', Number.NEGATIVE_INFINITY, 8, true],
  [dateTimeValue(day), '"2021-01-02T00:00:00Z"', day, 8, true],
  [guidValue(guid), `"${guid.toLowerCase()}"`, guid.toLowerCase(), 16, true],
  [binaryValue(new Uint8Array([1, 2, 255]).subarray(1)), '"Av8="', "\u0002\u00ff", 6, true],
])("%o has its JSON, order, size and annotation", (made, json, value, size, annotated) => {
  expect(made).toMatchObject({ json, value, size });
  expect(isAnnotated(made)).toBe(annotated);
});

it("a JSON string shows printable ASCII as it is, and nothing else", () => {
  expect(jsonString(" ~!#[]")).toBe('" ~!#[]"');
  expect(jsonString('\\"\u007f\n\u{1f600}')).toBe('"\\\\\\"\\u007f\\n\\ud83d\\ude00"');
});
