import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ColumnType, ColumnValue } from "../duckdb/column-type.js";
import { Database } from "../duckdb/database.js";
import { type Column, DateOutOfRange } from "../relations/relation.js";
import { createTable } from "./load-relation.js";
import { LoadedTable } from "./loaded-table.js";

type Row = Readonly<Record<string, ColumnValue>>;

let database: Database;
let columns: Column<Row>[];

beforeEach(async () => {
  const temporaryFolder = join(tmpdir(), "tablewright-loaded-test");
  database = await Database.open({ memoryLimit: "128MB", temporaryFolder, threads: 1 });
});
afterEach(() => database[Symbol.dispose]());

const columnOf = (name: string, type: ColumnType): Column<Row> => ({ name, type, valueOf: (row) => row[name] ?? null });

function change(types: Readonly<Record<string, ColumnType>>): void {
  columns = Object.entries(types).map(([name, type]) => columnOf(name, type));
}

async function open(types: Readonly<Record<string, ColumnType>>): Promise<LoadedTable<Row>> {
  change(types);
  await createTable(database, { name: "my table", columns } as never);
  return new LoadedTable(database, "my table", () => columns);
}

async function read(): Promise<[readonly (readonly unknown[])[], readonly unknown[]]> {
  const { columns: described } = await database.stream('FROM "my table"');
  return [await database.rows('FROM "my table" ORDER BY ALL'), described.map(({ name, type }) => `${name} ${type}`)];
}

it("gets the columns and types that its relation got meanwhile, as often as these change", async () => {
  const table = await open({ n: "INTEGER", same: "VARCHAR" });
  await table.append([{ n: 1, same: "a" }]);
  change({ n: "BIGINT", same: "VARCHAR", 'q"': "BOOLEAN" });
  table.isChanged = true;
  await table.append([{ n: 9_007_199_254_740_993n, same: "b", 'q"': true }]);
  expect(table.isChanged).toBe(false);
  change({ n: "VARCHAR", same: "VARCHAR", 'q"': "VARCHAR", last: "DOUBLE" });
  table.isChanged = true;
  await table.append([{ n: "text", same: "c", 'q"': "no", last: 0.5 }]);
  await table.append([{ n: "w" }]);
  table.close();
  expect(await read()).toEqual([
    [
      ["1", "a", null, null],
      ["9007199254740993", "b", "true", null],
      ["text", "c", "no", 0.5],
      ["w", null, null, null],
    ],
    ["n VARCHAR", "same VARCHAR", 'q" VARCHAR', "last DOUBLE"],
  ]);
});

it("writes former values as text in the format of later ones", async () => {
  const table = await open({ date: "TIMESTAMP_NS", bytes: "BLOB", n: "BIGINT", flag: "BOOLEAN", id: "UUID" });
  const id = "c9da6455-213d-42c9-9a79-3e9149a57833";
  await table.append([{ date: 1_709_208_000_123_456_700n, bytes: new Uint8Array([255, 0]), n: 5n, flag: false, id }]);
  await table.append([{ date: 0n }]);
  change({ date: "VARCHAR", bytes: "VARCHAR", n: "VARCHAR", flag: "VARCHAR", id: "VARCHAR" });
  table.isChanged = true;
  await table.append([{ date: "later" }]);
  table.close();
  expect((await read())[0]).toEqual([
    ["1970-01-01T00:00:00.0000000Z", null, null, null, null],
    ["2024-02-29T12:00:00.1234567Z", "/wA=", "5", "false", id],
    ["later", null, null, null, null],
  ]);
});

it("takes rows of a relation without columns", async () => {
  const table = await open({});
  await table.append([{}, {}]);
  await table.append([]);
  table.close();
  table.close();
  expect((await read())[0]).toEqual([[null], [null]]);
});

it("follows a column that became text because a date is out of range", async () => {
  const table = await open({ date: "TIMESTAMP_NS" });
  await table.append([{ date: 0n }]);
  const column: { name: string; type: ColumnType; valueOf: (row: Row) => ColumnValue } = {
    ...columnOf("date", "TIMESTAMP_NS"),
    valueOf: (row) => {
      if (column.type === "VARCHAR") return row["date"] ?? null;
      column.type = "VARCHAR";
      throw new DateOutOfRange("date");
    },
  };
  columns = [column];
  await table.append([{ date: "9999-12-31T00:00:00.0000000Z" }]);
  table.close();
  expect((await read())[0]).toEqual([["1970-01-01T00:00:00.0000000Z"], ["9999-12-31T00:00:00.0000000Z"]]);
});

it("refuses a date out of range of a column that did not become text, and other errors", async () => {
  const table = await open({ date: "TIMESTAMP_NS", text: "VARCHAR" });
  for (const error of [new DateOutOfRange("date"), new TypeError("text")]) {
    columns = columns.map((column) => ({
      ...column,
      valueOf: () => {
        throw error;
      },
    }));
    await expect(table.append([{ date: 0n }])).rejects.toBe(error);
  }
});
