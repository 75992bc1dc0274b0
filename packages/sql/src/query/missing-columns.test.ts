import { expect, it } from "vitest";
import { missingNameIn } from "./missing-columns.js";

it.each([
  ['Binder Error: Referenced column "k64" not found in FROM clause! Candidate bindings: "at"', undefined, "k64"],
  ['Binder Error: Table "o" does not have a column named "größe 2" Candidate bindings: : "a"', "o", "größe 2"],
  ['Binder Error: Column "z" in EXCLUDE list not found in FROM clause', undefined, undefined],
  ["Catalog Error: Table with name x does not exist!", undefined, undefined],
])("the missing name is read from %s", (message, qualifier, column) => {
  expect(missingNameIn(message)).toEqual(column === undefined ? undefined : { qualifier, column });
});
