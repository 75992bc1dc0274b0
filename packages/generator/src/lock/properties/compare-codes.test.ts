import { expect, it } from "vitest";
import { lockOfText, refusals, user } from "../test/evolve.js";

const coded = (codes: string, rest = "") => user(`status: edm.int32({ codes: ${codes} })${rest},`);
const before = coded("{ open: 0, paid: 1 }");

it("the lock has the codes, ordered by name", () => {
  expect(lockOfText(coded("{ paid: 1, open: 0 }")).lock).toContain('"codes": { "open": 0, "paid": 1 }');
  expect(lockOfText(user('unit: edm.string({ codes: { metre: "m" } }),')).lock).toContain('"codes": { "metre": "m" }');
});

it.each([
  ["another name for a code", coded("{ opened: 0, paid: 1 }")],
  ["another order", coded("{ paid: 1, open: 0 }")],
  ["another code", coded("{ open: 0, paid: 1, lost: 2 }")],
  ["numbers", user("status: edm.int32(),")],
])("%s is no danger to rows", (_, after) => {
  expect(refusals(before, after)).toEqual([]);
});

it("a code that is dropped is refused, since rows may hold it", () => {
  expect(refusals(before, coded("{ open: 0 }"))).toEqual([
    `6:5 change.property-values
User.status no longer has paid: 1: reading a row with such a code fails.
→ Keep in codes: paid: 1. If no row is affected, run \`npx tablewright generate --accept\`.`,
  ]);
});

it("codes that change their names among each other are refused, since rows would be read as what they are not", () => {
  expect(refusals(before, coded("{ open: 1, paid: 0 }"))).toEqual([
    `6:5 change.property-values
User.status changed the code of a name: rows with open: 0, paid: 1 are read under another name.
→ Write in codes: open: 0, paid: 1. If no row is affected, run \`npx tablewright generate --accept\`.`,
  ]);
});

it("codes for a property that had any number are refused", () => {
  expect(refusals(user("status: edm.int32(),"), before)).toEqual([
    `6:5 change.property-values
User.status now has codes: reading a row with any other value fails.
→ Leave out codes. If no row is affected, run \`npx tablewright generate --accept\`.`,
  ]);
});
