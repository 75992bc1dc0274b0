import { expect, it } from "vitest";
import { stringLiteral } from "./quote.js";

it("doubles the quotes of a string", () => {
  expect(stringLiteral("O'Brien''s")).toBe("'O''Brien''''s'");
});
