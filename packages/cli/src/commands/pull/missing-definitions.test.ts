import * as generator from "@tablewright/generator";
import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { loadSchemas } from "../../definitions/load-schema.js";
import { findMissing } from "./missing-definitions.js";
import { determineFit } from "./row-fit.js";

const text = `import { edm, entity } from "tablewright";
export const Order = entity({
  table: "Shop",
  kind: "order",
  properties: { id: edm.string({ maxLength: 20 }), total: edm.double() },
  partitionKey: () => ["p"],
  rowKey: (k) => ["order", k.id],
});
export const Note = entity({
  table: "Notes",
  properties: { id: edm.string({ maxLength: 20 }), text: edm.string() },
  partitionKey: () => ["p"],
  rowKey: (k) => ["note", k.id],
});
`;
const host = generator.createSourceHost({ "shop.table.ts": text });
const { files } = generator.generate({ host, files: ["shop.table.ts"], outDir: "gen" });
const schemas = loadSchemas(files, generator);
const schemaOf = (name: string) => {
  const found = schemas.find((schema) => schema.name === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
};

const row = (rowKey: string, properties: Readonly<Record<string, EdmValue>>) => ({
  partitionKey: "p",
  rowKey,
  properties,
});
const kind = edm.string("order");
const order = (id: string, more: Readonly<Record<string, EdmValue>> = {}) =>
  row(`order!${id}`, { kind, id: edm.string(id), total: edm.double(1.5), ...more });
const note = (id: string, more: Readonly<Record<string, EdmValue>> = {}) =>
  row(`note!${id}`, { id: edm.string(id), text: edm.string("x"), ...more });

describe("a definition and a row", () => {
  it.each([
    ["fits", "Order", order("1")],
    ["fits", "Order", order("1", { more: edm.int32(1) })],
    ["differs", "Order", order("1", { id: edm.string("2") })],
    ["differs", "Order", order("1", { total: edm.string("x") })],
    ["differs", "Order", row("other", { kind })],
    ["other", "Order", order("1", { kind: edm.string("line") })],
    ["other", "Order", row("orders", {})],
    ["fits", "Note", note("1")],
    ["differs", "Note", note("1", { id: edm.string("2") })],
    ["differs", "Note", row("note!1", {})],
    ["other", "Note", row("other!1", {})],
  ])("%s: %s", (fit, name, each) => {
    expect(determineFit(schemaOf(name), each)).toBe(fit);
  });
});

it("definitions lack rows, properties, and rows of their kinds that they do not read", () => {
  const unknown = row("line!1", { kind: edm.string("line") });
  const missing = findMissing(schemas, [
    order("1", { more: edm.int32(1) }),
    order("2", { more: edm.int32(2), other: edm.string("x") }),
    order("3", { more: edm.string("x") }),
    order("4", { id: edm.string("5") }),
    order("6", { id: edm.string("7") }),
    note("1"),
    note("2", { id: edm.string("3") }),
    unknown,
  ]);
  expect(missing).toEqual({
    unknown: [unknown],
    different: { Order: 2, Note: 1 },
    undeclared: [
      { entity: "Order", property: "more", types: { "Edm.Int32": 2, "Edm.String": 1 } },
      { entity: "Order", property: "other", types: { "Edm.String": 1 } },
    ],
  });
});
