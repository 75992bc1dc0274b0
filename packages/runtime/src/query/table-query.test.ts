import { describe, expect, it } from "vitest";
import { edm } from "../codec/edm/edm-value.js";
import { Order } from "../test/shop/index.js";
import { stubConnection } from "../test/stub-connection.js";
import { createQuery } from "./entity-query.js";
import type { TableWhere } from "./filter/edm-filter.js";
import { odata } from "./filter/odata.js";
import { readLines, readPayloads } from "./read-payloads.js";
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
    const none = queryOf([row("1")]);
    expect(await readLines(none.query.take(0))).toMatchObject({ rows: 0, first: undefined, cursor: undefined });
    expect(none.connection.requests).toEqual([]);
    expect(await readLines(queryOf([], []).query)).toMatchObject({ rows: 0, cursor: undefined });
  });

  it("reads lines and payloads of as many rows as it takes, over several pages", async () => {
    const pages = [[row("1"), row("2")], [row("3"), row("4")], [row("5")]];
    const lines = queryOf(...pages).query.take(3);
    const first = await readLines(lines);
    const second = await readLines(lines, { cursor: first.cursor });
    expect([first.rows, second.rows, second.cursor]).toEqual([2, 1, undefined]);
    const payloads = queryOf(...pages).query.take(3);
    const page = await readPayloads(payloads);
    expect(page.rows).toEqual(pages[0]);
    expect(await readPayloads(payloads, { cursor: page.cursor })).toEqual({ rows: [row("3")], cursor: undefined });
    expect(await readPayloads(queryOf([], []).query)).toEqual({ rows: [], cursor: undefined });
  });

  it("reads lines of the next filter of a query that was divided, from its beginning", async () => {
    const { connection, query } = queryOf([row("1")], [row("2")]);
    const numbers = Array.from({ length: 20 }, (_, n) => edm.int32(n));
    const divided = query.where({ a: { in: numbers } });
    const [one, two] = divided.explain().filters;
    const first = await readLines(divided);
    await readLines(divided, { cursor: (await readLines(divided, { cursor: first.cursor })).cursor });
    expect(
      connection.requests.map(({ parameters }) => [parameters["$filter"], parameters["NextPartitionKey"]]),
    ).toEqual([
      [one, undefined],
      [one, "page1"],
      [two, undefined],
    ]);
  });

  it("is needed to read lines and payloads", async () => {
    const other = { explain: () => ({}) } as never;
    const entities = createQuery(
      stubConnection(() => ({ body: {} })),
      Order.$schema,
      { customerId: "C1" },
    ) as never;
    for (const query of [other, entities]) {
      await expect(readLines(query)).rejects.toThrow("readLines needs a query of service.table(name).");
      await expect(readPayloads(query)).rejects.toThrow("readPayloads needs a query of service.table(name).");
    }
    const odd = { sise: 5 } as never;
    await expect(readLines(queryOf([]).query, odd)).rejects.toThrow('There is no option "sise" of readLines.');
    await expect(readPayloads(queryOf([]).query, odd)).rejects.toThrow('There is no option "sise" of readPayloads.');
  });

  it("names the rows that it did not ask for, and what it asked for", async () => {
    const wrong = { ...row("1"), PartitionKey: "q" };
    const message = `Shop: the client asked for rows of table Shop with PartitionKey eq 'p' and the service returned the row ("q", "1").`;
    for (const read of [readLines(queryOf([wrong]).query), queryOf([wrong], [wrong]).query.toArray()])
      await expect(read).rejects.toThrow(`${message} Check any proxy or cache in between.`);
  });

  it("reads the lines of other JSON too, as emulators may write it", async () => {
    const { "odata.etag": etag, ...members } = row("1");
    const { query } = queryOf([{ ...members, "odata.etag": etag, note: "ä" }]);
    const { lines, rows } = await readLines(query);
    expect([rows, Buffer.from(lines).toString()]).toEqual([
      1,
      expect.stringContaining('"note@odata.type":"Edm.String","note":"ä"'),
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

  it("refuses rows outside of its range of RowKeys", async () => {
    const { connection } = queryOf([row("1")], [row("1")]);
    const query = createTableQuery(connection, "Shop", { eq: "p" }, {}, { ge: "2" });
    expect(query.explain()).toMatchObject({
      access: "row range",
      filters: ["PartitionKey eq 'p' and RowKey ge '2'"],
    });
    await expect(query.toArray()).rejects.toMatchObject({ code: "decode.key-mismatch", entity: "Shop" });
  });

  it("takes conditions as data, in the words of typed ones, with values that say their Edm type", () => {
    const date = new Date("2024-01-02T03:04:05Z");
    const filterOf = (where: TableWhere) => queryOf([]).query.where(where).explain().filters[0]?.slice(24);
    expect(filterOf({ owner: edm.of("O'Neil"), tries: { ge: edm.int32(3), lt: edm.int32(9) } })).toBe(
      "owner eq 'O''Neil' and tries ge 3 and tries lt 9",
    );
    expect(filterOf({ $or: [{ due: { lt: edm.of(date) } }, { done: { ne: edm.of(true) } }] })).toBe(
      "(due lt datetime'2024-01-02T03:04:05Z' or done ne true)",
    );
    expect(
      filterOf({ $not: { a: { in: [edm.of(1n), edm.of(2n)] } }, b: { between: [edm.double(1), edm.double(2)] } }),
    ).toBe("not (a eq 1L or a eq 2L) and b ge 1.0 and b le 2.0");
    expect(filterOf({ name: { startsWith: "An" }, RowKey: { gt: edm.of("r") } })).toBe(
      "name ge 'An' and name lt 'Ao' and RowKey gt 'r'",
    );
    expect(filterOf({ $timestamp: { ge: date }, $odata: odata`x eq ${"y"}` })).toBe(
      "Timestamp ge datetime'2024-01-02T03:04:05Z' and (x eq 'y')",
    );
    expect(filterOf({ x: { type: "Edm.Int32", value: 5 } })).toBe("x eq 5");
    expect(
      queryOf([])
        .query.where({ x: { in: [] } })
        .explain().filters,
    ).toEqual([]);
    const name: string = "größe";
    expect(filterOf({ [name]: edm.of("L") })).toBe("größe eq 'L'");
  });

  it.each<[string, object, string, string]>([
    ["a plain value", { a: "x" }, "value.wrong-type", 'Shop.a is "x"; wrap it in an Edm type, such as edm.of("text")'],
    [
      "a plain number",
      { a: { gt: 5 } },
      "value.wrong-type",
      "Shop.a gt is 5; wrap it in an Edm type, such as edm.int32(5) or",
    ],
    ["undefined", { a: undefined }, "query.undefined-value", "Shop.a is undefined"],
    ["undefined in an operator", { a: { gt: undefined } }, "query.undefined-value", "Shop.a gt is undefined"],
    ["undefined in a list", { a: { in: [undefined] } }, "query.undefined-value", "Shop.a in is undefined"],
    ["another spelling", { a: { gte: edm.int32(5) } }, "query.unknown-operator", "Shop.a gte is not an operator"],
    [
      "order of booleans",
      { a: { gt: edm.of(true) } },
      "query.unknown-operator",
      "Shop.a gt is not an operator of Edm.Boolean",
    ],
    ["a prefix that is no text", { a: { startsWith: edm.int32(1) } }, "value.wrong-type", "Shop.a startsWith"],
    [
      "two types in a list",
      { a: { in: [edm.int32(1), edm.of(1n)] } },
      "value.wrong-type",
      "has values of Edm.Int32 and of Edm.Int64",
    ],
    ["two bounds on a side", { a: { ge: edm.of(1n), gt: edm.of(2n) } }, "query.invalid-option", "both ge and gt"],
    ["no operator", { a: {} }, "query.empty-condition", "Shop.a has no operator"],
    ["NaN", { a: edm.double(Number.NaN) }, "value.out-of-range", "Shop.a is NaN"],
    [
      "an unknown type",
      { a: { type: "Edm.Single", value: 1 } },
      "value.wrong-type",
      '"Edm.Single", which is not an Edm type',
    ],
    ["a name with an operator", { "a eq 1 or b": edm.of("x") }, "property.invalid-name", "so no row has it"],
    ["a misspelt $or", { $ro: [] }, "property.invalid-name", "Shop.$ro"],
    ["text of an object", { $odata: { odata: "1 eq 1" } }, "value.wrong-type", "takes a string or odata`…`"],
  ])("refuses %s in a condition", (_, where, code, message) => {
    expect(() => queryOf([]).query.where(where as never)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
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
