import { expect, it } from "vitest";
import { optionRows } from "./property-options.js";

it("gives the options places in the hash that leave no gap, but for that of onInsert and onWrite", () => {
  const places = new Set(optionRows.flatMap(([, { hashed }]) => hashed ?? []).concat(13));
  expect([...places].sort((one, other) => one - other)).toEqual(Array.from(places, (_, index) => index + 1));
});

it("gives each option of the lock file a place of its own", () => {
  const places = optionRows.flatMap(([, { locked }]) => locked ?? []);
  expect(places.toSorted((one, other) => one - other)).toEqual(places.map((_, index) => index + 1));
});

it("hashes every option, but for those of which the hash contains what follows from them", () => {
  const others = optionRows.filter(([, { hashed }]) => hashed === undefined).map(([name]) => name);
  expect(others).toEqual(["name", "as", "default", "onInsert", "onWrite"]);
});
