import { expect, it } from "vitest";
import { refusals, user } from "../test/evolve.js";

it.each([
  ["edm.int32()", "edm.int32({ default: 0 })"],
  ["edm.int32({ min: 3 })", "edm.int32({ min: 3, default: 3 })"],
  ["edm.int32({ max: -2 })", "edm.int32({ max: -2, default: -2 })"],
  ["edm.int32({ min: -5, max: 5 })", "edm.int32({ min: -5, max: 5, default: 0 })"],
  ["edm.int32({ codes: { low: 3, high: 7 } })", 'edm.int32({ codes: { low: 3, high: 7 }, default: "low" })'],
  ["edm.int64()", "edm.int64({ default: 0n })"],
  ["edm.double()", "edm.double({ default: 0 })"],
  ["edm.boolean()", "edm.boolean({ default: false })"],
  ["edm.dateTime()", 'edm.dateTime({ default: "2000-01-01T00:00:00Z" })'],
  ['edm.string({ oneOf: ["b", "a"] })', 'edm.string({ oneOf: ["b", "a"], default: "b" })'],
])("advises a default that %s allows for a new property that rows lack", (type, filled) => {
  expect(refusals(user(""), user(`extra: ${type},`))).toEqual([
    expect.stringContaining(`→ Write: extra: ${filled}, or extra: ${type}.optional(). `),
  ]);
  expect(refusals(user(""), user(`extra: ${filled},`))).toEqual([]);
});

it.each(["edm.guid()", "edm.binary()"])("advises to make %s optional: there is no default that fits", (type) => {
  expect(refusals(user(""), user(`extra: ${type},`))).toEqual([
    expect.stringContaining(`→ Write: extra: ${type}.optional(). If no row`),
  ]);
});
