import { expect, it } from "vitest";
import { DateOutOfRange, uniqueNames } from "./relation.js";

it.each([
  [
    ["a", "b"],
    ["a", "b"],
  ],
  [
    ["total", "Total", "TOTAL"],
    ["total", "Total_2", "TOTAL_3"],
  ],
  [
    ["a", "A_2", "A"],
    ["a", "A_2", "A_3"],
  ],
  [
    ["a", "A", "a_2"],
    ["a", "A_2", "a_2_2"],
  ],
])("column names are unique regardless of case: %s", (names, expected) => {
  expect(uniqueNames(names)).toEqual(expected);
});

it("a date out of range names its column", () => {
  expect(new DateOutOfRange("placedAt")).toMatchObject({
    column: "placedAt",
    message: expect.stringContaining("placedAt"),
  });
});
