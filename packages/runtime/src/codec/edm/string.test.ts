import { expect, it } from "vitest";
import { stringLiteral } from "./string.js";

it("doubles the quotes of a string", () => {
  expect(stringLiteral("O'Brien''s")).toBe("'O''Brien''''s'");
});
