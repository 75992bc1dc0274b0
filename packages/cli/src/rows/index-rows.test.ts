import { edm, type Guid } from "@tablewright/runtime/edm";
import { expect, it } from "vitest";
import { indexRowText } from "./index-rows.js";

const guid = "0f8fad5b-d9cb-469f-a165-70867728950e";
const row = { partitionKey: "p", rowKey: "r", properties: { b: edm.guid(guid), a: edm.string("X"), c: edm.int32(1) } };

it("index rows are the same whatever the order of their properties and the case of their guids", () => {
  const { a, c } = row.properties;
  const same = { ...row, properties: { a, c, b: edm.guid(guid.toUpperCase() as Guid) } };
  expect(indexRowText(same)).toBe(indexRowText(row));
});

it.each([
  ["PartitionKey", { partitionKey: "q" }],
  ["RowKey", { rowKey: "s" }],
  ["text", { properties: { ...row.properties, a: edm.string("x") } }],
  ["type", { properties: { ...row.properties, c: edm.int64(1n) } }],
  ["properties", { properties: { b: row.properties.b } }],
])("index rows are not the same with another %s", (_, more) => {
  expect(indexRowText({ ...row, ...more })).not.toBe(indexRowText(row));
});
