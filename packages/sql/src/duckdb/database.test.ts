import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { SqlError } from "../errors/sql-error.js";
import { callWithText, Database, type ResultStream } from "./database.js";
import { isOutOfMemory } from "./duckdb-error.js";

const options = { memoryLimit: "128MB", temporaryFolder: join(tmpdir(), "tablewright-database-test"), threads: 1 };

async function open(): Promise<Database> {
  const database = await Database.open(options);
  onTestFinished(() => database[Symbol.dispose]());
  return database;
}

async function sizesOf({ groups }: ResultStream): Promise<number[]> {
  const sizes: number[] = [];
  for await (const group of groups) sizes.push(group.length);
  return sizes;
}

describe("a database", () => {
  it("has the memory, folder and threads of its options, and the time zone UTC", async () => {
    const settings =
      "memory_limit temp_directory threads TimeZone preserve_insertion_order allocator_background_threads";
    const database = await open();
    const list = settings.split(" ").map((name) => `CAST(current_setting('${name}') AS VARCHAR)`);
    expect(await database.rows(`SELECT ${list.join(", ")}`)).toEqual([
      ["122.0 MiB", options.temporaryFolder, "1", "UTC", "false", "true"],
    ]);
    await database.setMemoryLimit("256MB");
    expect(await database.rows("SELECT current_setting('memory_limit')")).toEqual([["244.1 MiB"]]);
  });

  it("gives the rows of a query, in plain values", async () => {
    const database = await open();
    await database.run("CREATE TABLE t (n INTEGER, bytes BLOB); INSERT INTO t VALUES (1, 'a'), (2, NULL)");
    expect(await database.rows("FROM t ORDER BY n")).toEqual([
      [1, new Uint8Array([97])],
      [2, null],
    ]);
    expect(await database.rowsBeside("FROM t ORDER BY n DESC LIMIT 1")).toEqual([[2, null]]);
    expect(await database.rows("FROM t WHERE n = 3")).toEqual([]);
  });

  it("streams the rows of a query in groups that are not empty, with the names and types of the columns", async () => {
    const database = await open();
    const result = await database.stream("SELECT range AS n, 'x' AS \"größe\", [range] AS list FROM range(5000)");
    expect(result.columns).toEqual([
      { name: "n", type: "BIGINT" },
      { name: "größe", type: "VARCHAR" },
      { name: "list", type: "BIGINT[]" },
    ]);
    const rows = [];
    for await (const group of result.groups) {
      expect(group.length).toBeGreaterThan(0);
      rows.push(...group);
    }
    expect([rows.length, rows[4999]]).toEqual([5000, [4999n, "x", [4999n]]]);
    expect(await sizesOf(await database.stream("SELECT 1 WHERE false"))).toEqual([]);
  });

  it("runs queries beside a transaction, which sees no rows that others append meanwhile", async () => {
    const database = await open();
    await database.run("CREATE TABLE t (n INTEGER); BEGIN; INSERT INTO t VALUES (1)");
    expect(await database.rowsBeside("FROM t")).toEqual([]);
    const appender = await database.appendBeside("t", ["INTEGER"]);
    appender.append([[5]], 1);
    appender.close();
    expect(await database.rowsBeside("FROM t")).toEqual([[5]]);
    expect(await database.rows("FROM t")).toEqual([[1]]);
    await database.run("COMMIT");
    expect(await database.rows("FROM t ORDER BY n")).toEqual([[1], [5]]);
  });

  it("appends rows to the table of an attached database", async () => {
    const database = await open();
    await database.run("ATTACH ':memory:' AS other; CREATE TABLE other.t (n INTEGER); CREATE TABLE t (n INTEGER)");
    const appender = await database.append("t", ["INTEGER"], "other");
    appender.append([[5, 6]], 2);
    appender.close();
    expect(await database.rows("SELECT (SELECT count(*) FROM t), (SELECT count(*) FROM other.t)")).toEqual([[0n, 2n]]);
  });

  it("ends the statement that runs when it is interrupted", async () => {
    const database = await open();
    // An interruption before DuckDB has begun the statement has no effect.
    const timer = setInterval(() => database.interrupt(), 1);
    onTestFinished(() => clearInterval(timer));
    const long = "SELECT count(*) FROM range(100000) a, range(100000) b WHERE a.range + b.range = -1";
    await expect(database.rows(long)).rejects.toThrow("INTERRUPT Error");
    clearInterval(timer);
    expect(await database.rows("SELECT 1")).toEqual([[1]]);
  });

  it("accepts no statement once it is disposed of", async () => {
    const database = await Database.open(options);
    database[Symbol.dispose]();
    await expect(database.run("SELECT 1")).rejects.toThrow();
    await expect(database.rowsBeside("SELECT 1")).rejects.toThrow();
  });
});

describe("an error of DuckDB", () => {
  it.each(["run", "rows", "rowsBeside", "stream"] as const)("is an SqlError of %s", async (method) => {
    const database = await open();
    const error = await database[method]("SELECT missing FROM range(5)").catch((each) => each);
    expect(error).toBeInstanceOf(SqlError);
    expect(error).toMatchObject({ code: "sql.invalid", cause: expect.any(Error) });
  });

  it("is one line, without the excerpt of the query", async () => {
    const database = await open();
    const failing = database.run("SELECT\n missing\nFROM range(5) AS t(n)");
    await expect(failing).rejects.toMatchObject({
      message: 'Binder Error: Referenced column "missing" not found in FROM clause! Candidate bindings: "n"',
    });
  });

  it("arises for a row that a query cannot compute, while its rows are read", async () => {
    const database = await open();
    const sql = "SELECT CAST(CASE WHEN range = 9999 THEN 'x' ELSE '1' END AS INTEGER) FROM range(10000)";
    await expect((async () => sizesOf(await database.stream(sql)))()).rejects.toBeInstanceOf(SqlError);
  });

  it("tells whether memory ran out", async () => {
    const database = await open();
    await database.setMemoryLimit("1MB");
    const failing = await database.rows("SELECT list(range) FROM range(10000000)").catch((error) => error);
    expect(isOutOfMemory(failing)).toBe(true);
    expect(isOutOfMemory(await database.rows("SELECT x").catch((error) => error))).toBe(false);
    expect(isOutOfMemory(new Error("Out of Memory Error"))).toBe(false);
  });
});

it("calls a function with any text", async () => {
  const database = await open();
  for (const text of ["", "it's", "''", "a\nb\\", "😀"])
    expect(await callWithText(database, "reverse", text)).toBe([...text].toReversed().join(""));
  expect(await callWithText(database, "length", "abc")).toBe("3");
});
