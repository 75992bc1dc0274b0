import * as definition from "@tablewright/generator/definition";
import { expect, it } from "vitest";
import * as library from "./index.js";

it("exports exactly the definition language", () => {
  expect(Object.keys(library).sort()).toEqual(["defineConfig", "edm", "entity"]);
  expect(library).toEqual(definition);
});
