import { expect, it } from "vitest";
import { generatedFileName, generatedNames } from "./generated-names.js";

it.each([
  ["Order", "order.gen.ts"],
  ["OrderLine", "order-line.gen.ts"],
  ["orderLine", "order-line.gen.ts"],
  ["HTTPLog2", "http-log2.gen.ts"],
  ["Order_Line", "order-line.gen.ts"],
  ["_Private", "private.gen.ts"],
  ["__", "entity.gen.ts"],
  ["ÄußereGröße", "äußere-größe.gen.ts"],
  ["X", "x.gen.ts"],
])("writes %s to %s", (entity, file) => {
  expect(generatedFileName(entity)).toBe(file);
});

it("derives every name from the entity's, the class itself first", () => {
  const names = generatedNames("Order");
  expect(names[0]).toBe("Order");
  expect(names).toContain("OrderRowKeyPrefix");
  expect(new Set(names).size).toBe(names.length);
});
