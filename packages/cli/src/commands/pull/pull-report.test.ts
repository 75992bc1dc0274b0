import type { EntitySource, KeyPartSource } from "@tablewright/generator";
import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import type { DraftEntity } from "./draft/draft-entity.js";
import { entityLines, entityReport, missingLines, missingReport } from "./pull-report.js";

const value = (encoding: string, more: object = {}): KeyPartSource =>
  ({ kind: "property", property: { name: "id" }, encoding, ...more }) as KeyPartSource;
const row = { partitionKey: "p", rowKey: "r", properties: { id: edm.string("x") } };

function entity(rowKey: readonly KeyPartSource[], more: Partial<EntitySource> = {}): DraftEntity {
  const source = {
    name: "Order",
    separator: "!",
    partitionKey: { parts: [] },
    rowKey: { parts: rowKey },
    ...more,
  } as unknown as EntitySource;
  return { source, rows: [row, row], properties: [] };
}

describe("the report of an entity", () => {
  it.each<readonly [string, readonly KeyPartSource[]]>([
    ["order!{id}", [{ kind: "literal", text: "order" }, value("text")]],
    [
      "w{id}-x",
      [
        { kind: "literal", text: "w" },
        value("guid", { touches: true }),
        { kind: "literal", text: "-x", touches: true },
      ],
    ],
    ["{id}", [value("boolean")]],
    ["{id.raw}", [value("raw")]],
    ["{id.text}", [value(".text")]],
    ["{id.pad(6)}", [value("pad", { width: 6 })]],
    ["{id.hex(8)}", [value(".hex(8)")]],
    ["{id.texts}", [value("texts")]],
    ["{id.shard(16)}", [value("text", { shards: 16 })]],
    ["{id.pad(6).shard(16)}", [value("pad", { width: 6, shards: 16 })]],
  ])("has its key as %s", (text, parts) => {
    expect(entityReport(entity(parts)).rowKey).toBe(text);
  });

  it("has each key with its separator", () => {
    const parts = [value("text"), value("text")];
    const separator = { partitionKey: "-", rowKey: "::" };
    expect(entityReport(entity(parts, { separator, partitionKey: { parts } }))).toEqual({
      name: "Order",
      rows: 2,
      partitionKey: "{id}-{id}",
      rowKey: "{id}::{id}",
      properties: [],
    });
  });

  it("has its kind and its indexes, if there are any", () => {
    const parts = [value("text"), value("text")];
    const source = {
      name: "byId",
      unique: true,
      entry: { table: "T", partitionKey: { parts }, rowKey: { parts: [] }, properties: [] },
    };
    const draft = { ...entity([value("text")], { kind: "order" }), indexes: [{ source, limits: [], rows: [row] }] };
    expect(entityReport(draft)).toMatchObject({
      kind: "order",
      indexes: [{ name: "byId", rows: 1, partitionKey: "{id}!{id}", rowKey: "", unique: true }],
    });
    expect(entityLines(draft)).toEqual([
      'Order: 2 rows, PartitionKey "", RowKey {id}',
      'Order.byId: 1 row, PartitionKey {id}!{id}, RowKey ""',
    ]);
    expect(entityReport({ ...draft, indexes: [] })).not.toHaveProperty("indexes");
  });
});

it("the report of what definitions lack has a line for each kind, property and definition", () => {
  const undeclared = [{ entity: "Order", property: "note", types: { "Edm.String": 2, "Edm.Int32": 1 } }];
  const missing = { unknown: [], undeclared, different: { Order: 1, Line: 3 } };
  const report = missingReport(missing, [entity([value("text")])]);
  expect(report).toMatchObject({ unknown: [{ name: "Order", rows: 2 }], undeclared, different: missing.different });
  expect(missingLines(report)).toEqual([
    'no definition reads 2 rows with PartitionKey "", RowKey {id}',
    "Order does not declare note: Edm.String in 2 rows, Edm.Int32 in 1 row",
    "Order does not read 1 row of its kind",
    "Line does not read 3 rows of its kind",
  ]);
  const reversed = missingReport({ ...missing, undeclared: [] }, [
    entity([], { partitionKey: { parts: [value("text")] } }),
  ]);
  expect(missingLines(reversed)[0]).toBe('no definition reads 2 rows with PartitionKey {id}, RowKey ""');
});
