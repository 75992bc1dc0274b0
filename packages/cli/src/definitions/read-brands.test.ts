import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readBrands } from "./read-brands.js";

const folder = new URL("../../../generator/src/emit/golden/", import.meta.url);

/** Returns the files of a golden. */
function golden(name: string) {
  const expected = new URL(`${name}/expected/`, folder);
  return readdirSync(expected).map((path) => ({ path, text: readFileSync(new URL(path, expected), "utf8") }));
}

it("finds the brand of each property, also of unions and of optional ones", () => {
  expect(Object.fromEntries(readBrands(golden("brands")).get("Customer") ?? [])).toEqual({
    tenantId: "TenantId",
    customerId: "CustomerId",
    rank: "Rank",
    points: "Points",
    plan: "Plan",
  });
});

it("finds none in classes without brands", () => {
  expect(readBrands(golden("indexes")).size).toBe(0);
});
