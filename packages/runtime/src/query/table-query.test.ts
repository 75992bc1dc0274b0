import { describe, expect, it } from "vitest";
import { edm } from "../codec/rows/edm-value.js";
import { stubConnection } from "../test/stub-connection.js";
import { readLines } from "./pages/read-lines.js";
import { createTableQuery } from "./table-query.js";

const row = (rowKey: string) => ({
  "odata.etag": `W/"${rowKey}"`,
  PartitionKey: "p",
  RowKey: rowKey,
  Timestamp: "2024-01-02T00:00:00Z",
  weight: 2.5,
});

function queryOf(...responses: readonly (readonly object[])[]) {
  let page = 0;
  const connection = stubConnection(() => {
    const value = responses[page++] ?? [];
    const isLast = page >= responses.length;
    return { body: { value }, headers: isLast ? [] : ["x-ms-continuation-NextPartitionKey", `page${page}`] };
  });
  return { connection, query: createTableQuery(connection, "Shop", { eq: "p" }) };
}

describe("a query of rows without a definition", () => {
  it("asks for its partition, with types, and gives every page's rows", async () => {
    const { connection, query } = queryOf([row("1")], [], [row("2")]);
    const rows = await query.toArray();
    expect(rows).toMatchObject([
      { partitionKey: "p", rowKey: "1", properties: { weight: edm.double(2.5) }, $etag: 'W/"1"' },
      { partitionKey: "p", rowKey: "2" },
    ]);
    expect(connection.requests.map(({ path, parameters }) => [path, parameters])).toEqual([
      ["/Shop()", { $filter: "PartitionKey eq 'p'" }],
      ["/Shop()", { $filter: "PartitionKey eq 'p'", NextPartitionKey: "page1" }],
      ["/Shop()", { $filter: "PartitionKey eq 'p'", NextPartitionKey: "page2" }],
    ]);
    expect(connection.requests[0]?.headers).toContain("application/json;odata=minimalmetadata");
  });

  it("adds its conditions to each other, and leaves the query that it was made of as it is", async () => {
    const { connection, query } = queryOf([]);
    const light = query.where({ $odata: "weight lt 3" });
    await light.where({ $odata: "weight gt 1" }).toArray();
    await query.toArray();
    const filters = connection.requests.map(({ parameters }) => parameters["$filter"]);
    expect(filters).toEqual(["PartitionKey eq 'p' and (weight lt 3) and (weight gt 1)", "PartitionKey eq 'p'"]);
  });

  it("selects keys and Timestamp besides what is asked for, each once", async () => {
    const { connection, query } = queryOf([]);
    await query.select("weight", "RowKey", "weight").toArray();
    expect(connection.requests[0]?.parameters["$select"]).toBe("PartitionKey,RowKey,Timestamp,weight");
    expect(() => query.select()).toThrow(expect.objectContaining({ code: "query.invalid-option" }));
  });

  it("takes no more than it is told", async () => {
    const { connection, query } = queryOf([row("1"), row("2"), row("3")]);
    expect(await query.take(2).toArray()).toHaveLength(2);
    expect(connection.requests[0]?.parameters["$top"]).toBe("2");
    expect(() => query.take(-1)).toThrow(expect.objectContaining({ code: "query.invalid-option" }));
  });

  it("counts without values, types and ETags", async () => {
    const { connection, query } = queryOf([row("1"), row("2")], [row("3")]);
    expect(await query.count()).toBe(3);
    expect(connection.requests[0]).toMatchObject({
      parameters: { $select: "PartitionKey,RowKey" },
      headers: expect.arrayContaining(["application/json;odata=nometadata"]) as string[],
    });
  });

  it("reads pages as lines of NDJSON, each once, passing over empty responses", async () => {
    const { connection, query } = queryOf([row("1"), row("2")], [], [row("3")]);
    const first = await readLines(query);
    expect(Buffer.from(first.lines).toString()).toBe(
      ["1", "2"]
        .map(
          (rowKey) =>
            `{"$table":"Shop","PartitionKey":"p","RowKey":"${rowKey}","Timestamp":"2024-01-02T00:00:00Z","weight@odata.type":"Edm.Double","weight":2.5}\n`,
        )
        .join(""),
    );
    const [p1, p2, p3] = ["1", "2", "3"].map((rowKey) => ({ partitionKey: "p", rowKey }));
    expect(first).toMatchObject({ rows: 2, first: p1, last: p2 });
    const { cursor } = first;
    const second = await readLines(query, { cursor });
    expect(second).toMatchObject({ rows: 1, first: p3, last: p3, cursor: undefined });
    expect(connection.requests.map(({ parameters }) => parameters["NextPartitionKey"])).toEqual([
      undefined,
      "page1",
      "page2",
    ]);
  });

  it("reads no more lines than it is told, and none where no row is", async () => {
    const { query } = queryOf([row("1"), row("2"), row("3")]);
    expect(await readLines(query.take(2))).toMatchObject({ rows: 2, last: { rowKey: "2" }, cursor: undefined });
    expect(await readLines(query.take(0))).toMatchObject({ rows: 0, first: undefined, cursor: undefined });
    expect(await readLines(queryOf([], []).query)).toMatchObject({ rows: 0, cursor: undefined });
  });

  it("reads the lines of other JSON too, as emulators may write it", async () => {
    const { "odata.etag": etag, ...members } = row("1");
    const { query } = queryOf([{ ...members, "odata.etag": etag, note: "ä" }]);
    const { lines, rows } = await readLines(query);
    expect([rows, Buffer.from(lines).toString()]).toEqual([
      1,
      expect.stringContaining(String.raw`"note@odata.type":"Edm.String","note":"\u00e4"`),
    ]);
  });

  it("refuses lines of rows that were not asked for, and responses without keys", async () => {
    const wrong = { ...row("1"), PartitionKey: "q" };
    const late = { PartitionKey: "q", note: "", RowKey: "1" };
    for (const response of [wrong, late])
      await expect(readLines(queryOf([response]).query)).rejects.toMatchObject({ code: "decode.key-mismatch" });
    await expect(readLines(queryOf([{ RowKey: "1" }]).query)).rejects.toMatchObject({ code: "response.malformed" });
    await expect(readLines(queryOf([]).query, { cursor: "x" })).rejects.toMatchObject({ code: "query.invalid-cursor" });
  });

  it("explains what it will ask for, and asks for nothing", () => {
    const { connection, query } = queryOf([]);
    expect(query.explain()).toMatchObject({
      table: "Shop",
      access: "partition scan",
      filters: ["PartitionKey eq 'p'"],
      comparisons: 1,
    });
    expect(connection.requests).toHaveLength(0);
  });

  it("has as many comparisons as the options say", async () => {
    const { connection } = queryOf([]);
    const where = { $odata: "a eq 1 and b eq 2" };
    const allow = (maxComparisons: number) =>
      createTableQuery(connection, "Shop", { eq: "p" }, { maxComparisons }).where(where).toArray();
    await expect(allow(2)).rejects.toMatchObject({ code: "query.too-many-comparisons" });
    await expect(allow(3)).resolves.toEqual([]);
  });
});

it.each([
  [{}, "table scan"],
  [{ ge: "a" }, "partition range"],
  [{ lt: "b" }, "partition range"],
  [{ ge: "a", lt: "b" }, "partition range"],
] as const)("a scan of the partitions %o is a %s", (range, access) => {
  const { connection } = queryOf([]);
  expect(createTableQuery(connection, "Shop", range).explain().access).toBe(access);
});
