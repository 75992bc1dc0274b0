import { expect, it } from "vitest";
import type { EdmValue } from "../edm/edm-value.js";
import { limits } from "../rules/limits.js";
import { checkEntitySize } from "./read-entity.js";

const value = (size: number): EdmValue => ({ type: "Edm.String", json: '""', value: "", size });
const properties = new Map([
  ["abc", value(100)],
  ["de", value(50)],
]);

/** 4 bytes, 2 for each UTF-16 unit of keys and names, 8 for each property, and the values. */
const bytes = 4 + 2 * ("pk".length + "row".length) + 2 * (3 + 2) + 8 * 2 + 150;

const check =
  (entityBytes: number, count = 2) =>
  () =>
    checkEntitySize("pk", "row", properties, { ...limits.storage, entityBytes, properties: count });

it("counts keys, names and values to the byte", () => {
  expect(check(bytes)).not.toThrow();
  expect(check(bytes - 1)).toThrow(expect.objectContaining({ code: "EntityTooLarge" }));
});

it("counts properties", () => {
  expect(check(bytes, 1)).toThrow(expect.objectContaining({ code: "TooManyProperties" }));
});
