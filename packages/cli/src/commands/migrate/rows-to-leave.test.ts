import * as generator from "@tablewright/generator";
import { edm, tableRowJson } from "@tablewright/runtime/edm";
import { decodePayload, type EntityPayload } from "@tablewright/runtime/lines";
import { describe, expect, it } from "vitest";
import type { EntitySchemas } from "../../definitions/entity-schemas.js";
import { loadSchemas } from "../../definitions/load-schema.js";
import { findRowChange } from "./find-row-change.js";
import { rowsToLeave } from "./rows-to-leave.js";

/** Generates the schemas of an item, with these keys and properties, and of other entities in its table. */
function schemasOf(
  keys: string,
  kind: string,
  more = "size: edm.int32({ default: 1 }), note: edm.string().optional()",
) {
  const text = `import { edm, entity } from "tablewright";
const id = edm.string({ maxLength: 20 });
export const Item = entity({ table: "Items", ${kind}, properties: { group: id, id, at: edm.dateTime(), ${more} }, ${keys} });
export const Group = entity({ table: "Items", kind: "group", properties: { id }, partitionKey: (k) => ["g", k.id], rowKey: () => ["group"] });
export const Log = entity({ table: "Logs", kind: "log", properties: { id }, partitionKey: (k) => [k.id], rowKey: () => ["log"] });
`;
  const host = generator.createSourceHost({ "items.table.ts": text });
  const { files, diagnostics } = generator.generate({ host, files: ["items.table.ts"], outDir: "gen" });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const [current, ...others] = loadSchemas(files, generator).sort((one) => (one.name === "Item" ? -1 : 1));
  if (current === undefined) throw new Error("Nothing was generated.");
  return { current, others };
}

const now = `partitionKey: (k) => [k.group], rowKey: (k) => ["item", k.id]`;
const before = `partitionKey: (k) => [k.group], rowKey: (k) => ["i", k.id]`;
const kind = `kind: "item"`;

const worlds: Readonly<Record<string, EntitySchemas>> = {
  "no former definition": { ...schemasOf(now, kind), former: [] },
  "former keys": { ...schemasOf(now, kind), former: [schemasOf(before, kind).current] },
  "a former kind": { ...schemasOf(now, kind), former: [schemasOf(now, `kind: "thing"`).current] },
  "a former table": { ...schemasOf(now, kind), former: [{ ...schemasOf(before, kind).current, table: "Logs" }] },
  "a former name of a property": {
    ...schemasOf(now, kind, `size: edm.int32({ formerly: ["width"] })`),
    former: [],
  },
};

const properties = {
  kind: edm.string("item"),
  group: edm.string("a"),
  id: edm.string("1"),
  at: edm.dateTime(new Date(1e12)),
  size: edm.int32(5),
};
const id = { partitionKey: "a", rowKey: "item!1" };
const rows = [
  { ...id, properties },
  { ...id, properties: { ...properties, note: edm.string("n"), other: edm.double(5) } },
  { ...id, properties: { ...properties, size: undefined } },
  { ...id, properties: { ...properties, size: undefined, width: edm.int32(4) } },
  { ...id, properties: { ...properties, size: edm.int64(5n) } },
  { ...id, properties: { ...properties, at: edm.string("yesterday") } },
  { ...id, properties: { ...properties, kind: edm.string("thing") } },
  { ...id, properties: { ...properties, kind: edm.int32(1) } },
  { ...id, properties: { ...properties, id: edm.string("2") } },
  { ...id, rowKey: "i!1", properties },
  { ...id, rowKey: "other", properties },
  { partitionKey: "g!a", rowKey: "group", properties: { kind: edm.string("group"), id: edm.string("a") } },
  { partitionKey: "a", rowKey: "log", properties: { kind: edm.string("log"), id: edm.string("a") } },
];

describe.each(Object.entries(worlds))("with %s", (_, schemas) => {
  it.each(["Items", "items", "Logs"])("no row of %s is left that a migration would change or report", (table) => {
    const isToLeave = rowsToLeave(schemas, table);
    for (const row of rows) {
      const payload = JSON.parse(tableRowJson(table, { ...row, $timestamp: new Date() })) as EntityPayload;
      if (!isToLeave(payload)) continue;
      expect(findRowChange(schemas, table, decodePayload(table, payload)).kind).toMatch(/^(?:none|other)$/);
    }
  });
});

it("rows of other entities and most rows of the current definition are left", () => {
  const leftIn = (schemas: EntitySchemas | undefined, table: string) => {
    if (schemas === undefined) throw new Error("There is no such world.");
    const isToLeave = rowsToLeave(schemas, table);
    const payloads = rows.map((row) => JSON.parse(tableRowJson(table, { ...row, $timestamp: new Date() })));
    return payloads.flatMap((payload, index) => (isToLeave(payload) ? [index] : []));
  };
  expect(leftIn(worlds["no former definition"], "Items")).toEqual([0, 1, 11]);
  expect(leftIn(worlds["former keys"], "Items")).toEqual([0, 1, 11]);
  expect(leftIn(worlds["a former kind"], "Items")).toEqual([0, 1, 11]);
  expect(leftIn(worlds["a former table"], "Logs")).toEqual([12]);
});
