import type { EdmName } from "@tablewright/runtime/edm";
import type { EntityPayload } from "@tablewright/runtime/lines";
import { expect, it } from "vitest";
import { tableParquet } from "./entity-parquet.js";
import { fileBytes, ParquetStage } from "./parquet-stage.js";

/** Size of the columns that every row has: two short keys, Timestamp with its rest, _deleted and _rest. */
const systemBytes = 16 + 16 + 8 + 4 + 1 + 16;

function rowsOf(count: number, properties: Readonly<Record<string, unknown>>): readonly EntityPayload[] {
  const row = { PartitionKey: "p", Timestamp: "2026-11-22T10:00:00.1234567Z", ...properties };
  return Array.from({ length: count }, (_, index) => ({ ...row, RowKey: String(index) }) as EntityPayload);
}

it.each([
  ["Edm.Boolean", true, 1],
  ["Edm.Int32", 5, 4],
  ["Edm.Int64", "5", 8],
  ["Edm.Double", 0.5, 8],
  ["Edm.DateTime", "2024-01-01T00:00:00Z", 8],
  ["Edm.String", "", 16],
  ["Edm.String", "twelve chars", 16],
  ["Edm.String", "thirteen char", 16 + 13],
  ["Edm.String", null, 16],
  ["Edm.Guid", "c9da6455-213d-42c9-9a79-3e9149a57833", 16 + 36],
  ["Edm.Binary", Buffer.alloc(13).toString("base64"), 16 + 13],
] as const)("counts the bytes of a value of %s before compression: %j", async (type: EdmName, value, bytes) => {
  using stage = await ParquetStage.open();
  const relation = tableParquet("Shop", { value: type });
  const rows = rowsOf(3, { value, "value@odata.type": type });
  const plain = type === "Edm.Int32" ? rowsOf(3, { value }) : rows;
  expect(await stage.append("Shop", relation, plain)).toMatchObject({ rows: 3, bytes: 3 * (systemBytes + bytes) });
});

it("counts the rows of each name apart, until they are taken", async () => {
  using stage = await ParquetStage.open();
  const relation = tableParquet("Shop", {});
  expect(await stage.append("a", relation, rowsOf(2500, {}))).toMatchObject({ rows: 2500, bytes: 2500 * systemBytes });
  expect(await stage.append("b", relation, rowsOf(1, {}))).toMatchObject({ rows: 1, bytes: systemBytes });
  expect(await stage.append("a", relation, rowsOf(1, {}))).toMatchObject({ rows: 2501, bytes: 2501 * systemBytes });
  expect(stage.take().map(({ name }) => name)).toEqual(["a", "b"]);
  expect(await stage.append("a", relation, rowsOf(1, {}))).toMatchObject({ rows: 1, bytes: systemBytes });
});

it("a file is full at 64 MiB", () => {
  expect(fileBytes).toBe(67_108_864);
});
