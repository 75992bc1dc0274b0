import { type StoredTableRow, TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { skipStored, sortedContent } from "./skip-stored.js";

type Key = readonly [partitionKey: string, rowKey: string];

const rowOf = ([partitionKey, rowKey]: Key, n = 1) =>
  ({ partitionKey, rowKey, properties: { n: edm.int32(n) } }) as unknown as StoredTableRow;
const number = (index: number) => String(index).padStart(6, "0");
const keys = (partition: string, count: number, from = 0): Key[] =>
  Array.from({ length: count }, (_, index) => [partition, number(from + index)]);

/** Returns the length of lines of which so many are compared at once. */
const share = (count: number) => Math.floor((4 * 1024 * 1024) / count);

interface Run {
  readonly wanted: readonly Key[];
  readonly stored: readonly Key[];
  /** Value of the stored rows. */
  readonly n?: number;
  readonly units?: number;
}

/** Returns the keys of the rows that are not skipped, how many are, and the requests. */
async function skip({ wanted, stored, n = 1, units = 100 }: Run) {
  const service = createTableService({ tables: { Shop: [] } });
  service.importRows(
    stored.map(([PartitionKey, RowKey]) => JSON.stringify({ $table: "Shop", PartitionKey, RowKey, n })),
  );
  const client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
  onTestFinished(() => client.close());
  async function* items() {
    for (const key of wanted) yield { row: rowOf(key), units };
  }
  const left: string[] = [];
  const found: string[] = [];
  const text = ({ row }: { row: StoredTableRow }) => `${row.partitionKey}|${row.rowKey}`;
  const { signal } = new AbortController();
  const rest = skipStored(client.table("Shop"), items(), signal, (item) => found.push(text(item)));
  for await (const item of rest) left.push(text(item));
  expect([...left, ...found].sort()).toEqual(wanted.map((key) => key.join("|")).sort());
  return { left, found: found.length, requests: service.requests.length };
}

describe("rows of a continued import are skipped", () => {
  it("if the table has them with the same content", async () => {
    const wanted = keys("p", 40);
    expect(await skip({ wanted, stored: keys("p", 30) })).toMatchObject({ found: 30, requests: 1 });
    expect(await skip({ wanted, stored: wanted, n: 2 })).toMatchObject({ found: 0 });
  });

  it("if there are 20 to look for", async () => {
    expect(await skip({ wanted: keys("p", 20), stored: keys("p", 20) })).toEqual({ left: [], found: 20, requests: 1 });
    expect(await skip({ wanted: keys("p", 19), stored: keys("p", 19) })).toMatchObject({ found: 0, requests: 0 });
  });

  it("in whatever order the file has them", async () => {
    const wanted = [...keys("q", 25), ...keys("p", 25)].reverse();
    expect(await skip({ wanted, stored: wanted })).toEqual({ left: [], found: 50, requests: 2 });
  });

  it("of small partitions with one query together", async () => {
    const small = ["a", "b", "c"].flatMap((partition) => keys(partition, 7));
    expect(await skip({ wanted: small, stored: small })).toEqual({ left: [], found: 21, requests: 1 });
    const wanted = [...small, ...keys("bb", 20)];
    expect(await skip({ wanted, stored: wanted })).toEqual({ left: [], found: 41, requests: 2 });
    const few = [...keys("a", 19), ...keys("bb", 20)];
    expect(await skip({ wanted: few, stored: few })).toMatchObject({ found: 20, requests: 1 });
  });

  it("in groups of 10,000 rows, or of 4 MiB of lines", async () => {
    const wanted = keys("p", 10_001);
    expect(await skip({ wanted, stored: wanted })).toMatchObject({ found: 10_000, requests: 10 });
    const half = { wanted: keys("p", 40), stored: keys("p", 40) };
    expect(await skip({ ...half, units: share(20) })).toMatchObject({ found: 40, requests: 2 });
    expect(await skip({ ...half, units: share(19) })).toMatchObject({ found: 0, requests: 0 });
  });

  it("until the table lacks 2,000 in a row", async () => {
    const units = share(1000);
    const wanted = keys("p", 6000);
    const late = keys("p", 1000, 3000);
    expect(await skip({ wanted, stored: late, units })).toMatchObject({ found: 0, requests: 2 });
    const stored = [...keys("p", 1000), ...late];
    expect(await skip({ wanted, stored, units })).toMatchObject({ found: 1000 });
    const sooner = [...keys("p", 1, 1000), ...late];
    expect(await skip({ wanted, stored: sooner, units })).toMatchObject({ found: 1001 });
  });

  it("until many others of the table lie between them", async () => {
    const unknown = keys("p", 19).map(([partition, key]): Key => [partition, `${key}x`]);
    const last: Key = ["p", "009999"];
    const withOthers = (count: number) => skip({ wanted: [...unknown, last], stored: [last, ...keys("p", count, 1)] });
    expect(await withOthers(2999)).toMatchObject({ found: 1 });
    expect(await withOthers(3000)).toMatchObject({ found: 0 });
  });
});

it("the content of rows is compared with their keys, in any order of their properties", () => {
  const row = rowOf(["p", "r"]);
  const more = { ...row, properties: { a: edm.string("x"), ...row.properties } };
  const reversed = { ...row, properties: { ...row.properties, a: edm.string("x") } };
  expect(sortedContent(more)).toBe(sortedContent(reversed));
  expect(sortedContent(more)).not.toBe(sortedContent(row));
  expect(sortedContent({ ...row, rowKey: "s" })).not.toBe(sortedContent(row));
  expect(sortedContent({ ...row, partitionKey: "q" })).not.toBe(sortedContent(row));
});
