import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoredTableRow } from "@tablewright/runtime";
import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../duckdb/database.js";
import type { RowEstimate } from "../estimate/estimate-range.js";
import type { ReadEnd } from "../relations/relation.js";
import { TableRelation } from "../relations/table-relation.js";
import { createTable, type LoadOptions, loadRelation } from "./load-relation.js";

let database: Database;

beforeEach(async () => {
  const temporaryFolder = join(tmpdir(), "tablewright-load-test");
  database = await Database.open({ memoryLimit: "128MB", temporaryFolder, threads: 1 });
});
afterEach(() => database[Symbol.dispose]());

let added: number[] = [];
const options: LoadOptions = {
  maxRows: 10_000,
  onRows: (rows) => added.push(rows),
  estimate: async () => undefined,
  countMatches: async () => 0,
};
beforeEach(() => {
  added = [];
});

function rowsOf(count: number, properties: Readonly<Record<string, EdmValue>> = {}): StoredTableRow[] {
  return Array.from(
    { length: count },
    (_, index) => ({ partitionKey: "p", rowKey: String(index), properties, $timestamp: new Date(0) }) as never,
  );
}

async function* groupsOf(...groups: readonly (readonly StoredTableRow[])[]) {
  yield* groups;
}

const load = (
  groups: AsyncIterable<readonly StoredTableRow[]>,
  needed?: readonly string[],
  more: Partial<LoadOptions> = {},
  end?: ReadEnd<StoredTableRow>,
) => loadRelation(database, new TableRelation("Shop"), needed, { groups, end }, { ...options, ...more });

describe("the table of a relation", () => {
  const described = async () =>
    (await database.stream('FROM "table:Shop"')).columns.map(({ name, type }) => `${name} ${type}`);

  it("has all columns of the relation, or those that are needed", async () => {
    const relation = new TableRelation("Shop");
    await createTable(database, relation);
    expect(await described()).toEqual(["PartitionKey VARCHAR", "RowKey VARCHAR", "Timestamp TIMESTAMP_NS"]);
    await createTable(database, relation, ["Timestamp", "Other"]);
    expect(await described()).toEqual(["Timestamp TIMESTAMP_NS"]);
    await createTable(database, relation, []);
    expect(await described()).toEqual(["$row BOOLEAN"]);
  });

  it("has the needed columns of all rows", async () => {
    await load(groupsOf(rowsOf(2)), ["RowKey"]);
    expect(await database.rows('FROM "table:Shop" ORDER BY ALL')).toEqual([["0"], ["1"]]);
    await load(groupsOf(rowsOf(2)), []);
    expect(await database.rows('FROM "table:Shop"')).toEqual([[null], [null]]);
    await load(groupsOf());
    expect(await database.rows('FROM "table:Shop"')).toEqual([]);
  });

  it("gets columns for the properties of rows, even of those in later chunks", async () => {
    const first = rowsOf(2500, { a: edm.int32(1) });
    await load(groupsOf(first, rowsOf(2500, { a: edm.int64(2n), b: edm.boolean(true) })));
    const sums = "count(*), sum(a), typeof(any_value(a)), count(b)";
    expect(await database.rows(`SELECT ${sums} FROM "table:Shop"`)).toEqual([[5000n, 7500n, "BIGINT", 2500n]]);
  });
});

it("tells how many rows were added, a chunk at a time", async () => {
  await load(groupsOf(rowsOf(1000), rowsOf(1000), rowsOf(48), rowsOf(4000)));
  expect(added).toEqual([2048, 2048, 1952]);
});

describe("a read with an end", () => {
  /** Loads four groups of ten rows, of which a number counts. Returns how many rows were loaded, and what was counted. */
  const loaded = async (matches: readonly number[], end: ReadEnd<StoredTableRow>) => {
    const counted: number[] = [];
    const countMatches = async (before: number) => {
      counted.push(before);
      return matches[before / 10] ?? 0;
    };
    const rows = rowsOf(40);
    const groups = groupsOf(...[0, 10, 20, 30].map((start) => rows.slice(start, start + 10)));
    await load(groups, ["RowKey"], { countMatches }, end);
    const [[count] = []] = await database.rows('SELECT count(*) FROM "table:Shop"');
    return [Number(count), counted];
  };

  it("stops after the group with which enough rows meet the conditions", async () => {
    expect(await loaded([3, 2], { rows: 5, texts: [] })).toEqual([20, [0, 10]]);
    expect(await loaded([3, 1], { rows: 5, texts: [] })).toEqual([40, [0, 10, 20, 30]]);
  });

  it("goes on while rows tie with the last one", async () => {
    const tieOf = ({ rowKey }: StoredTableRow) => (Number(rowKey) < 25 ? "first" : "second");
    expect(await loaded([5], { rows: 5, texts: [], tieOf })).toEqual([30, [0]]);
    const half = ({ rowKey }: StoredTableRow) => (Number(rowKey) < 5 ? "first" : "second");
    expect(await loaded([5], { rows: 5, texts: [], tieOf: half })).toEqual([10, [0, 5]]);
    const groups = groupsOf([], rowsOf(10), [], rowsOf(10));
    const end = { rows: 5, texts: [], tieOf };
    await load(groups, ["RowKey"], { countMatches: async () => 5 }, end);
    expect(await database.rows('SELECT count(*) FROM "table:Shop"')).toEqual([[10n]]);
  });
});

describe("too many rows", () => {
  const fail = async (estimated: RowEstimate | undefined, maxRows = 1999) => {
    let message = "";
    await load(groupsOf(rowsOf(1000), rowsOf(1000)), undefined, { maxRows, estimate: async () => estimated }).catch(
      (error) => {
        expect(error).toMatchObject({ name: "SqlError", code: "sql.too-many-rows" });
        message = error.message;
      },
    );
    return message;
  };

  it.each([
    [undefined, "more than 1,999 rows of table Shop (requests: 2 or more)"],
    [{ rows: 5000, kind: "atLeast" }, "more than 1,999 rows of table Shop (requests: 2 or more)"],
    [{ rows: 1999, kind: "counted" }, "more than 1,999 rows of table Shop (requests: 2 or more)"],
    [{ rows: 2000, kind: "counted" }, "2,000 rows of table Shop (requests: 2 or more)"],
    [{ rows: 1_234_001, kind: "about" }, "about 1,234,001 rows of table Shop (requests: 1,235 or more)"],
  ] as const)("are refused with what is known of their number: %j", async (estimated, needed) => {
    expect(await fail(estimated)).toBe(
      `The query needs ${needed}, and the maximum is 1,999. Narrow it by its keys, or raise the maximum.`,
    );
  });

  it("begin beyond the maximum", async () => {
    expect(await fail(undefined, 2000)).toBe("");
  });
});
