import { describe, expect, it } from "vitest";
import { evolution } from "../codec/decode/evolution.js";
import { indexes } from "../indexes/indexes-feature.js";
import { type SchemaSource, schema } from "./define-schema.js";
import type { EntityClass } from "./entity-schema.js";
import type { EntityTypes } from "./entity-types.js";
import { double, string } from "./property.js";

const id = string("id");

function defineSchema(source: Partial<SchemaSource<EntityTypes>>): unknown {
  return schema({
    name: "Person",
    scope: "People/{id}",
    partition: [id],
    row: ["person"],
    properties: [id],
    partitionKey: () => "",
    rowKey: () => "",
    encode: () => "",
    decode: () => ({}),
    class: () => Object,
    ...source,
  } as SchemaSource<EntityTypes>);
}

describe("a class that a former version of the generator wrote", () => {
  const byEmail = { entry: { $schema: {} } as EntityClass<EntityTypes> };

  it("is rejected if it has indexes but not the code that writes their rows", () => {
    expect(() => defineSchema({ indexes: { byEmail } })).toThrow(
      "The generated class Person lacks addMembers. Generate it again.",
    );
    expect(() => defineSchema({ indexes: { byEmail }, features: [indexes] })).not.toThrow();
  });

  it("is rejected if a property has former names but not the code that finds them", () => {
    const mail = (code: object) => string("email", { formerly: ["mail"], ...code });
    expect(() => defineSchema({ properties: [id, mail({})] })).toThrow(
      "The generated class Person lacks evolution. Generate it again.",
    );
    expect(() => defineSchema({ properties: [id, mail({ evolution })] })).not.toThrow();
  });

  it("is rejected if a property reads other Edm types but lacks the code that finds them", () => {
    const total = (code: object) => double("total", { reads: ["Edm.Int32"], ...code });
    expect(() => defineSchema({ properties: [id, total({})] })).toThrow("lacks evolution");
    expect(() => defineSchema({ properties: [id, total({ evolution })] })).not.toThrow();
  });
});
