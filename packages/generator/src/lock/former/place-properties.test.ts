import { describe, expect, it } from "vitest";
import { readModels } from "../../generate.js";
import type { KeyPart } from "../../model/keys/key-model.js";
import { createSourceHost } from "../../read/project/source-host.js";
import { placeProperties } from "./place-properties.js";

/** Reads the model of an entity with these keys. */
function read(partitionKey: string, rowKey: string) {
  const file = "visit.table.ts";
  const source = `import { edm, entity } from "tablewright";
export const Visit = entity({
  table: "Visits",
  properties: {
    team: edm.string({ maxLength: 9, keyOnly: true }),
    id: edm.string({ maxLength: 9 }),
    mail: edm.string({ maxLength: 9 }),
    note: edm.string().optional(),
  },
  partitionKey: (k) => [${partitionKey}],
  rowKey: (k) => [${rowKey}],
});`;
  const { models, diagnostics } = readModels({ host: createSourceHost({ [file]: source }), files: [file] });
  const [model] = models;
  if (model === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return model;
}

const { properties, partitionKey, rowKey } = read('"p", k.id, k.team', "k.mail");

/** Returns a part of the entity's own keys, with another encoding. */
function part(name: string, more: object = {}): KeyPart {
  const found = [...partitionKey.parts, ...rowKey.parts].find(
    (one) => one.kind === "property" && one.property.name === name,
  );
  if (found === undefined) throw new Error(`There is no part of ${name}.`);
  return { ...found, ...more } as KeyPart;
}

const literal: KeyPart = { kind: "literal", text: "p" };
const place = (partition: readonly KeyPart[], row: readonly KeyPart[]) => {
  const placed = placeProperties(properties, partition, row);
  return Object.fromEntries(
    placed.properties.map(({ name, key, keyOnly, irreversible, optional }) => [
      name,
      { key, keyOnly, irreversible, optional },
    ]),
  );
};
const outside = { key: undefined, keyOnly: false, irreversible: false, optional: false };

describe("the properties of former keys", () => {
  it("are in the PartitionKey, in the RowKey or in none, each where it is one part among several", () => {
    expect(place([literal, part("id"), part("team")], [part("mail")])).toEqual({
      team: { ...outside, key: "partition", keyOnly: true },
      id: { ...outside, key: "partition" },
      mail: { ...outside, key: "row" },
      note: { ...outside, optional: true },
    });
    expect(place([literal], [part("mail"), part("team")])).toEqual({
      team: { ...outside, key: "row", keyOnly: true },
      id: outside,
      mail: { ...outside, key: "row" },
      note: { ...outside, optional: true },
    });
  });

  it("are stored, where the keys hold nothing that determines them", () => {
    expect(place([literal], [part("id")])["team"]).toEqual(outside);
    expect(place([part("team", { encoding: "lower" })], [part("id")])["team"]).toEqual({
      ...outside,
      key: "row",
      irreversible: true,
    });
  });

  it("are determined by the one part of several that is not derived", () => {
    const lower = part("team", { encoding: "lower" });
    expect(place([lower], [part("id"), part("team")])["team"]).toEqual({ ...outside, key: "row", keyOnly: true });
    expect(place([lower, part("team")], [part("id")])["team"]).toEqual({ ...outside, key: "partition", keyOnly: true });
  });

  it("are required in a key, also those that are optional now", () => {
    const note = properties.find(({ name }) => name === "note");
    expect(place([literal], [part("id", { property: note })])["note"]).toEqual({ ...outside, key: "row" });
  });

  it("include one that the definition no longer has, once", () => {
    const lost = { ...part("mail"), property: { ...properties[0], name: "gone", storedName: "gone" } } as KeyPart;
    const placed = placeProperties(properties, [lost], [lost, part("id")]);
    expect(placed.properties.map(({ name }) => name)).toEqual(["team", "id", "mail", "note", "gone"]);
    expect(placed.properties.at(-1)).toMatchObject({ key: "partition", keyOnly: true });
  });

  it("are what the parts refer to", () => {
    const placed = placeProperties(properties, [literal], [part("team"), part("id")]);
    expect(placed.part(literal)).toBe(literal);
    expect(placed.part(part("team"))).toEqual({ ...part("team"), property: placed.properties[0] });
  });
});
