import { expect, it } from "vitest";
import { refusals, user } from "../test/evolve.js";

const advice = "or find the rows with `npx tablewright verify` and shorten the values.";

it.each([
  ["string", "maxLength"],
  ["binary", "maxBytes"],
])("says how to keep the limit of a %s that is lowered, and nothing if it is raised", (type, limit) => {
  const of = (value: number) => user(`text: edm.${type}({ ${limit}: ${value} }).optional(),`);
  expect(refusals(of(9), of(64))).toEqual([]);
  expect(refusals(of(64), of(9))).toEqual([expect.stringContaining(`→ Keep ${limit}: 64, ${advice}`)]);
});

it("says which limit to leave out if there was none", () => {
  const [without, limited] = [
    user("text: edm.string().optional(),"),
    user("text: edm.string({ maxLength: 9 }).optional(),"),
  ];
  expect(refusals(without, limited)).toEqual([expect.stringContaining(`→ Leave out maxLength, ${advice}`)]);
});
