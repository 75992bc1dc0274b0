import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SqlError } from "../errors/sql-error.js";
import type { ColumnType, ColumnValue } from "./column-type.js";
import { Database } from "./database.js";
import { chunkSize, type TableAppender } from "./table-appender.js";

let database: Database;

beforeEach(async () => {
  const temporaryFolder = join(tmpdir(), "tablewright-appender-test");
  database = await Database.open({ memoryLimit: "128MB", temporaryFolder, threads: 1 });
});
afterEach(() => database[Symbol.dispose]());

async function appenderOf(types: readonly ColumnType[], constraint = ""): Promise<TableAppender> {
  const columns = types.map((type, index) => `c${index} ${type} ${constraint}`);
  await database.run(`CREATE TABLE t (${columns.join(", ")})`);
  return database.append("t", types);
}

const examples: readonly (readonly [ColumnType, ColumnValue, string])[] = [
  ["VARCHAR", "it's 😀, longer than 12 bytes", "it's 😀, longer than 12 bytes"],
  ["VARCHAR", "", ""],
  ["BOOLEAN", false, "false"],
  ["INTEGER", -5, "-5"],
  ["BIGINT", 9_007_199_254_740_993n, "9007199254740993"],
  ["DOUBLE", 0.5, "0.5"],
  ["TIMESTAMP_NS", 1_000_000_001n, "1970-01-01 00:00:01.000000001"],
  ["TIMESTAMPTZ", -1n, "1969-12-31 23:59:59.999999+00"],
  ["UUID", "c9da6455-213d-42c9-9a79-3e9149a57833", "c9da6455-213d-42c9-9a79-3e9149a57833"],
  ["BLOB", new Uint8Array([97, 0]), "a\\x00"],
  ["JSON", '{"a":1}', '{"a":1}'],
];

it("appends values of all column types, and null", async () => {
  const appender = await appenderOf(examples.map(([type]) => type));
  appender.append(
    examples.map(([, value]) => [value, null]),
    2,
  );
  appender.close();
  const texts = examples.map((_, index) => `CAST(c${index} AS VARCHAR)`);
  expect(await database.rows(`SELECT ${texts.join(", ")} FROM t ORDER BY c1 NULLS LAST`)).toEqual([
    examples.map(([, , text]) => text),
    examples.map(() => null),
  ]);
});

it("appends each chunk without values of the one before", async () => {
  const appender = await appenderOf(["INTEGER", "VARCHAR"]);
  const numbers = Array.from({ length: chunkSize }, (_, index) => index);
  appender.append([numbers, numbers.map(() => "first")], chunkSize);
  appender.append(
    [
      [-1, null],
      [null, "third"],
    ],
    2,
  );
  appender.append([[-2], [null]], 1);
  appender.close();
  expect(await database.rows("SELECT count(*), sum(c0) FILTER (c0 >= 0), count(c1) FROM t")).toEqual([
    [2051n, (2048n * 2047n) / 2n, 2049n],
  ]);
  expect(await database.rows("FROM t WHERE c0 < 0 OR c0 IS NULL ORDER BY ALL")).toEqual([
    [-2, null],
    [-1, null],
    [null, "third"],
  ]);
});

it("moves rows to the table after every 8 chunks", async () => {
  const appender = await appenderOf(["INTEGER"]);
  const counts = [];
  for (let chunk = 1; chunk <= 17; chunk++) {
    appender.append([[chunk]], 1);
    counts.push(Number((await database.rows("SELECT count(*) FROM t"))[0]?.[0]));
  }
  expect(counts).toEqual([0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8, 16, 16]);
  appender.close();
  expect(await database.rows("SELECT count(*) FROM t")).toEqual([[17n]]);
});

it("reports rows that the table refuses when they are moved to it", async () => {
  const appender = await appenderOf(["INTEGER"], "NOT NULL");
  appender.append([[null]], 1);
  expect(() => appender.close()).toThrow(SqlError);
  expect(await database.rows("FROM t")).toEqual([]);
});
