import { expect, it } from "vitest";
import { checkCount } from "./check-options.js";

it.each([1, 5, 1000])("takes the count %i", (value) => {
  expect(() => checkCount("size", value, 1, 1000)).not.toThrow();
});

it.each([
  [0, "0"],
  [1001, "1001"],
  [1.5, "1.5"],
  [Number.NaN, "NaN"],
  ["5", '"5"'],
])("refuses the count %o of 1 to 1000", (value, shown) => {
  const message = `size is ${shown}; it must be a whole number from 1 to 1000.`;
  expect(() => checkCount("size", value as never, 1, 1000)).toThrow(
    expect.objectContaining({ code: "query.invalid-option", message }),
  );
});

it("names the least alone where there is no maximum", () => {
  const message = "attempts is 0; it must be a whole number of at least 1.";
  expect(() => checkCount("attempts", 0, 1)).toThrow(
    expect.objectContaining({ code: "query.invalid-option", message }),
  );
  expect(() => checkCount("attempts", Number.MAX_SAFE_INTEGER, 1)).not.toThrow();
});
