import { expect, it } from "vitest";
import { type EntitySchemas, findTables } from "./entity-schemas.js";

it("the tables of an entity are the current one and former ones, each once whatever its case", () => {
  const tablesOf = (current: string, ...former: string[]) =>
    findTables({
      current: { table: current },
      former: former.map((table) => ({ table })),
      others: [],
    } as unknown as EntitySchemas);
  expect(tablesOf("Shop")).toEqual(["Shop"]);
  expect(tablesOf("Shop", "Old", "shop", "old", "Older")).toEqual(["Shop", "old", "Older"]);
});
