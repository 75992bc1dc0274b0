import { expect, it } from "vitest";
import { generateCase } from "../test/golden-cases.js";
import { Depot, Parcel, type ParcelInit } from "./golden/json-schemas/expected/index.js";
import { DepotSchemas, ParcelSchemas } from "./golden/json-schemas/expected/json-schemas.js";

const parcel = new Parcel({
  depot: "D",
  at: 638_000_000_000_000_000n as ParcelInit["at"],
  number: 1,
  code: "ABCDEFGH",
});

it("describe exactly the properties that toJSON writes and insert requires", () => {
  const json = parcel.toJSON();
  const { entity, insert, key, merge } = ParcelSchemas;
  expect(entity.required.filter((name) => !(name in json))).toEqual([]);
  expect(Object.keys(json).filter((name) => !(name in entity.properties))).toEqual([]);
  expect(insert.required).toEqual(["depot", "at", "number", "code"]);
  expect(Object.keys(key.properties)).toEqual(insert.required);
  expect(Object.keys(merge.properties)).toEqual(
    Object.keys(insert.properties).filter((name) => !(name in key.properties)),
  );
  expect(merge).toMatchObject({ required: [], minProperties: 1, additionalProperties: false });
  expect(DepotSchemas.merge.properties).toEqual({ opensAt: { type: "string", format: "date-time" } });
  expect(new Depot({ depot: "D", opensAt: "2026-11-23T08:00:00Z" }).toJSON().$kind).toBe(
    DepotSchemas.entity.properties.$kind.const,
  );
});

it("have the limits, defaults and descriptions of the definition", () => {
  const { properties, description } = ParcelSchemas.entity;
  expect(description).toBe("A parcel on its way.");
  expect(properties).toMatchObject({
    number: { type: "integer", format: "int32", minimum: 0, maximum: 2_147_483_647 },
    code: { minLength: 8, maxLength: 8 },
    weight: { default: 1.5, description: "What it weighs, in kilograms." },
    serial: { type: "string", format: "int64", default: "9007199254740993" },
    state: { enum: ["sent", 'it\'s "here"'], default: "sent" },
    label: { contentEncoding: "base64", maxLength: 136 },
    tags: { default: ["new"] },
  });
});

it("are written only where they are wanted, and not exported by the index", () => {
  const paths = (name: string) => generateCase(name).files.map(({ path }) => path);
  expect(paths("json-schemas")).toContain("expected/json-schemas.ts");
  expect(paths("forms")).not.toContain("expected/json-schemas.ts");
  const index = generateCase("json-schemas").files.find(({ path }) => path.endsWith("/index.ts"));
  expect(index?.text).not.toContain("json-schemas");
});
