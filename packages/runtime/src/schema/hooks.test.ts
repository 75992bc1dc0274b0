import { expect, it } from "vitest";
import { foldHooks } from "./hooks.js";

it("features are joined to one object, and each of them sees a row that was read", () => {
  const seen: string[] = [];
  const hooks = foldHooks([
    { seen: () => void seen.push("first"), isExpired: () => true },
    { seen: () => void seen.push("second"), namesToDelete: () => ["email"] },
  ]);
  hooks.seen?.({}, {});
  expect(seen).toEqual(["first", "second"]);
  expect([hooks.isExpired?.({}, {}), hooks.namesToDelete?.({})]).toEqual([true, ["email"]]);
});

it("a definition without features has no hooks", () => {
  expect(foldHooks([])).toEqual({});
});

it("refuses two features with the same hook, of which only one would be called", () => {
  const named = { namesToDelete: () => [] };
  expect(() => foldHooks([named, { ...named }])).toThrow("Two features of a definition have the hook namesToDelete.");
});
