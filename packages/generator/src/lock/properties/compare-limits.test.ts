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

it("says nothing of a limit that all former values are within", () => {
  const before = user('text: edm.string({ oneOf: ["a", "bbbbb"] }),');
  expect(refusals(before, user('text: edm.string({ oneOf: ["a", "bbbbb"], maxLength: 5 }),'))).toEqual([]);
  expect(refusals(before, user("text: edm.string({ maxLength: 5 }),"))).toEqual([]);
  expect(refusals(before, user("text: edm.string({ maxLength: 4 }),"))).toEqual([
    expect.stringContaining("User.text now allows 4 UTF-16 units"),
  ]);
});

it("says nothing of a limit if rows with a longer value cannot be read", () => {
  const before = user('text: edm.string({ oneOf: ["a", "bbbbb"] }),');
  expect(refusals(before, user('text: edm.string({ oneOf: ["a"], maxLength: 4 }),'))).toEqual([
    expect.stringContaining('User.text no longer allows "bbbbb"'),
  ]);
});

it.each([
  ["guid", "Edm.Guid", 36],
  ["dateTime", "Edm.DateTime", 28],
])("counts the longest text of a %s that is now a string", (type, edm, length) => {
  const text = (maxLength: number) => user(`text: edm.string({ maxLength: ${maxLength}, reads: ["${edm}"] }),`);
  expect(refusals(user(`text: edm.${type}(),`), text(length))).toEqual([]);
  expect(refusals(user(`text: edm.${type}(),`), text(length - 1))).toEqual([
    expect.stringContaining(
      `now allows ${length - 1} UTF-16 units instead of ${length}: rows with more are still read`,
    ),
  ]);
  expect(refusals(user(`text: edm.${type}(),`), text(length - 1))).toEqual([
    expect.stringMatching(new RegExp(`→ Leave out maxLength, or write maxLength: ${length}\\.$`)),
  ]);
});
