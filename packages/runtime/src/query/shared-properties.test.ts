import { describe, expect, it } from "vitest";
import type { EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import { int32, string } from "../schema/property.js";
import { checkSelected, kindNames, sharedProperties } from "./shared-properties.js";

/** Returns the part of a schema that these functions use. */
function schemaOf(name: string, properties: object, facts: object = {}): EntitySchema<EntityTypes> {
  return { name, properties, ...facts } as unknown as EntitySchema<EntityTypes>;
}

const id = string("id");
const no = int32("no");
const names = (...schemas: readonly EntitySchema<EntityTypes>[]) => Object.keys(sharedProperties(schemas));

describe("the shared properties of several kinds", () => {
  it("are those of one kind if there is only one", () => {
    expect(sharedProperties([schemaOf("A", { id, no })])).toEqual({ id, no });
  });

  it("are those that every kind has", () => {
    expect(names(schemaOf("A", { id, no }), schemaOf("B", { no, id }), schemaOf("C", { id }))).toEqual(["id"]);
    expect(names(schemaOf("A", { id }), schemaOf("B", {}))).toEqual([]);
    expect(names(schemaOf("A", { toString: id }), schemaOf("B", { id }))).toEqual([]);
  });

  it.each([
    ["another type", int32("id")],
    ["another stored name", string("id", { name: "key" })],
    ["former names", { ...id, formerly: ["key"] }],
    ["former names that it still writes", { ...id, keepFormer: true }],
    ["former types", { ...id, reads: ["Edm.Int32"] }],
  ])("are not those that one kind stores with %s", (_, other) => {
    expect(names(schemaOf("A", { id }), schemaOf("B", { id: other }), schemaOf("C", { id }))).toEqual([]);
    expect(names(schemaOf("A", { id: other }), schemaOf("B", { id: other }))).toEqual(["id"]);
  });

  it.each([
    ["the first", { ...id, keyOnly: true }, id, id],
    ["the last", id, id, { ...id, keyOnly: true }],
  ])("are stored only in the key if that is so in %s", (_, ...ids) => {
    const shared = sharedProperties(ids.map((each, index) => schemaOf(`${index}`, { id: each })));
    expect(shared["id"]).toMatchObject({ keyOnly: true });
    expect(sharedProperties([schemaOf("A", { id }), schemaOf("B", { id })])["id"]?.keyOnly).toBeFalsy();
  });
});

describe("the selected properties of several kinds", () => {
  const keeping = { keepsUnknown: true };
  const [plain, both] = [schemaOf("A", { id }), schemaOf("B", { id }, keeping)];

  it("may be shared ones and members that every kind has", () => {
    expect(kindNames([plain, both])).toBe("A | B");
    expect(() => checkSelected([plain, both], ["id", "$timestamp"])).not.toThrow();
    expect(() => checkSelected([both, both], ["$extra"])).not.toThrow();
  });

  it.each(["$extra", "no", "$etag"])("are refused otherwise: %s", (name) => {
    const problem = "select of A | B takes properties that all of them have with the same type, and ";
    expect(() => checkSelected([plain, both], ["id", name])).toThrow(
      expect.objectContaining({ code: "query.unknown-property", message: `${problem}"${name}" is not one.` }),
    );
  });

  it("have names, one at least", () => {
    expect(() => checkSelected([plain, both], [])).toThrow("select needs a property of A | B.");
    expect(() => checkSelected([plain, both], [["id"] as never])).toThrow(/, and an array is not one\.$/);
  });
});
