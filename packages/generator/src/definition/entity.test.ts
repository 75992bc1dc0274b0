import { expect, it } from "vitest";
import { defineConfig, edm, entity } from "./index.js";

it("can be executed without harm, though definitions are only read", () => {
  const properties = {
    string: edm.string({ maxLength: 5 }),
    json: edm.json<{ a: number }>(),
    boolean: edm.boolean({ default: true }),
    int32: edm.int32({ min: 0 }),
    int64: edm.int64({ as: "number" }),
    double: edm.double(),
    dateTime: edm.dateTime(),
    guid: edm.guid(),
    binary: edm.binary().optional(),
  };
  const types = Object.entries(properties).map(([name, { type }]) => [name, type]);
  expect(types.slice(0, -1).every(([name, type]) => name === type)).toBe(true);
  expect(types.at(-1)).toEqual(["binary", "optional"]);

  const definition = entity({
    table: "Shop",
    properties,
    partitionKey: () => ["all"],
    rowKey: (k) => [k.string, k.int32.pad(10), k.dateTime.desc],
  });
  expect(definition).toEqual({ table: "Shop" });
  expect(defineConfig({ outDir: "src/generated" })).toEqual({ outDir: "src/generated" });
});
