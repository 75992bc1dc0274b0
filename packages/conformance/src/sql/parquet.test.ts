import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoredTableRow } from "@tablewright/runtime";
import { type EdmValue, ExactDate, edm, parseTableRow, tableRowJson } from "@tablewright/runtime/edm";
import { readPayloads } from "@tablewright/runtime/lines";
import { entityParquet, type ParquetRelation, ParquetStage, tableParquet } from "@tablewright/sql/parquet";
import fc from "fast-check";
import { afterAll, beforeAll, expect } from "vitest";
import { EveryForm } from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { azurite, strict, strictCosmos } from "../targets/targets.js";
import { type ParquetRow, parquetLayoutOf, parquetTypesOf, readers } from "./read-parquet.js";

const oddValues: readonly EdmValue[] = [
  edm.string(""),
  edm.string("long ".repeat(6500)),
  edm.string("日本 😀 \ufeff é e\u0301 \ue000"),
  edm.int64(-(2n ** 63n)),
  edm.int64(2n ** 63n - 1n),
  edm.int32(-(2 ** 31)),
  edm.int32(2 ** 31 - 1),
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 5e-324, Number.MAX_VALUE].map(edm.double),
  ...["1601-01-01T00:00:00Z", "1969-12-31T23:59:59.9999999Z", "2024-02-29T12:00:00.0000001Z"].map(dateOf),
  ...["2262-04-11T23:47:16.854775Z", "9999-12-31T23:59:59.9999999Z"].map(dateOf),
  edm.guid("00000000-0000-0000-0000-000000000000"),
  edm.guid("FFFFFFFF-ffff-ffff-ffff-ffffffffffff"),
  edm.binary(new Uint8Array()),
  edm.binary(Uint8Array.from({ length: 60_000 }, (_, index) => index % 256)),
  edm.boolean(false),
];

function dateOf(iso: string): EdmValue {
  return edm.dateTime(ExactDate.fromIso(iso));
}

const value = fc.oneof(
  fc.constantFrom(...oddValues),
  fc.string({ unit: "grapheme" }).map(edm.string),
  fc.double().map(edm.double),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(edm.int64),
  fc.integer().map(edm.int32),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => edm.binary(Uint8Array.from(bytes))),
);
const names = ["text", "Text", "whole", "large", "ratio", "at", "ref", "bytes", "flag", "mixed", "größe"];
const typeOf = [
  "String",
  "String",
  "Int32",
  "Int64",
  "Double",
  "DateTime",
  "Guid",
  "Binary",
  "Boolean",
  "String",
  "String",
];

/** Makes rows whose properties mostly have the type of their column. */
function oddRows() {
  const row = fc.tuple(...names.map(() => fc.option(value, { nil: undefined, freq: 4 })));
  const random = fc.sample(row, { numRuns: 60, seed: 7 });
  const typed = oddValues.map((odd) => names.map((_, at) => (odd.type === `Edm.${typeOf[at]}` ? odd : undefined)));
  return [...random, ...typed].map((values, index) => ({
    partitionKey: `p${index % 3}`,
    rowKey: String(index).padStart(4, "0"),
    properties: Object.fromEntries(names.map((name, at) => [name, values[at]])),
  }));
}

describeTargets("parquet", [strict, strictCosmos, azurite], ({ running, it }) => {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-parquet-test-"));
  let stored: StoredTableRow[];
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeAll(async () => {
    const { service } = running();
    const table = service.table("Odd");
    await service.tables.create("Odd");
    for (const insert of oddRows()) await table.insert(insert);
    stored = await table.scan().toArray();
    await service.createTables([EveryForm]);
    const forms = service.entities(EveryForm);
    const at = ExactDate.fromIso("2024-02-29T12:00:00.1234567Z");
    await forms.insert({ partition: "p", row: "1", text: "t", choice: "EUR", document: { a: [1] }, at, ratio: -0 });
    await forms.insert({ partition: "p", row: "2", large: 5n, atIso: "1601-01-01T00:00:00Z", atTicks: at.ticks });
  }, 120_000);

  /** Writes the rows of a table to a file. */
  const written = async (name: string, relation: ParquetRelation, table: string) => {
    using stage = await ParquetStage.open();
    const query = running().service.table(table).scan();
    let cursor: string | undefined;
    do {
      const page = await readPayloads(query, { cursor });
      await stage.append(name, relation, page.rows);
      cursor = page.cursor;
    } while (cursor !== undefined);
    const path = join(folder, `${name}.parquet`);
    expect(await stage.take()[0]?.write(path)).toBe((await query.toArray()).length);
    return path;
  };

  it("gives back every stored value and type to two readers", async () => {
    const types = Object.fromEntries(names.map((name, at) => [name, `Edm.${typeOf[at]}` as EdmValue["type"]]));
    const relation = tableParquet("Odd", types);
    const path = await written("odd", relation, "Odd");
    const expected = stored.map((row) => tableRowJson("Odd", ordered(widened(row)))).sort();
    for (const [reader, read] of Object.entries(readers)) {
      const rows = await read(path, running().service);
      const json = rows.map((row) => tableRowJson("Odd", ordered(rowOf(relation, row)))).sort();
      expect(json.length, reader).toBe(expected.length);
      for (const [index, row] of expected.entries()) expect(json[index], reader).toBe(row);
    }
    expect(await parquetLayoutOf(path)).toEqual({ codecs: ["ZSTD"], rowGroups: [stored.length] });
  });

  it("has types that Spark reads", async () => {
    const path = await written(
      "types",
      tableParquet("Odd", { at: "Edm.DateTime", ref: "Edm.Guid", b: "Edm.Binary" }),
      "Odd",
    );
    expect(await parquetTypesOf(path)).toEqual({
      PartitionKey: "BYTE_ARRAY UTF8",
      RowKey: "BYTE_ARRAY UTF8",
      Timestamp: "INT64 MICROS UTC",
      Timestamp_100ns: "INT32 INT_32",
      _deleted: "BOOLEAN",
      at: "INT64 MICROS UTC",
      ref: "BYTE_ARRAY UTF8",
      b: "BYTE_ARRAY",
      _rest: "BYTE_ARRAY JSON",
    });
  });

  it("gives an entity's values as reads of it give them", async () => {
    const { service } = running();
    const rows = await service.table(EveryForm.$schema.table).scan().toArray();
    const ratio = rows[0]?.properties["ratio"]?.value;
    const path = await written("forms", entityParquet(EveryForm.$schema as never), EveryForm.$schema.table);
    for (const read of Object.values(readers)) {
      const [one, two] = await read(path, service);
      expect(one).toMatchObject({ partition: "p", row: "1", text: "t", choice: "EUR", document: '{"a":[1]}', ratio });
      expect(one?.["at"]).toBe(1_709_208_000_123_456n);
      expect(JSON.parse(String(one?.["_rest"]))).toMatchObject({ at: "2024-02-29T12:00:00.1234567Z" });
      expect(two).toMatchObject({ partition: "p", row: "2", large: 5n, text: null, atIso: -11_644_473_600_000_000n });
    }
  });
});

/** Returns a row with its properties in order, without what Parquet files do not contain. */
function ordered({ partitionKey, rowKey, properties, $timestamp }: StoredTableRow): StoredTableRow {
  const sorted = Object.entries(properties).sort(([one], [other]) => (one < other ? -1 : 1));
  return { partitionKey, rowKey, $timestamp, properties: Object.fromEntries(sorted) } as StoredTableRow;
}

/** Returns a row in which integers that are in columns of wider types have those types. */
function widened({ properties, ...row }: StoredTableRow): StoredTableRow {
  const { large, ratio } = properties;
  return {
    ...row,
    properties: {
      ...properties,
      ...(large?.type === "Edm.Int32" && { large: edm.int64(BigInt(large.value)) }),
      ...(ratio?.type === "Edm.Int32" && { ratio: edm.double(ratio.value) }),
    },
  };
}

/** Rebuilds the stored row from a row of Parquet: its columns, and the properties in `_rest`, which take precedence. */
function rowOf(relation: ParquetRelation, row: ParquetRow): StoredTableRow {
  const held = relation.columns.flatMap(({ name, edm: type, property }) => {
    const found = row[name];
    if (property === undefined || found === null) return [];
    return [[property, type === "Edm.DateTime" ? dateAt(found as bigint, 0) : ({ type, value: found } as EdmValue)]];
  });
  const { properties } = parseTableRow(
    "Odd",
    `{"PartitionKey":"","RowKey":"",${String(row["_rest"] ?? "{}")
      .slice(1)
      .replace(/^\}/, '"x":null}')}`,
  );
  const { value: $timestamp } = dateAt(row["Timestamp"] as bigint, row["Timestamp_100ns"] as number);
  const keys = { partitionKey: row["PartitionKey"], rowKey: row["RowKey"] };
  return {
    ...keys,
    $timestamp,
    properties: { ...Object.fromEntries(held), ...properties },
  } as unknown as StoredTableRow;
}

function dateAt(microseconds: bigint, units: number) {
  return edm.dateTime(ExactDate.fromTicks(microseconds * 10n + BigInt(units) + 621_355_968_000_000_000n));
}
