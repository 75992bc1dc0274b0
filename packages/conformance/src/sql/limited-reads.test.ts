import { type EntityClass, type EntityTypes, TableServiceClient } from "@tablewright/runtime";
import { type Analysis, analyze } from "@tablewright/sql";
import { createTableService } from "@tablewright/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { compileEntities } from "../key-shapes/compile-entities.js";
import { describeTargets } from "../targets/describe-targets.js";
import { azurite, strict } from "../targets/targets.js";

/* Queries that need few rows, or only keys, ask for no more, and give the rows that they give after all rows were read. */

const common = "n: edm.int32({ min: 0 }), at: edm.dateTime(), v: edm.int32(), note: edm.string()";
const { classes = [], codes } = compileEntities([
  `export const Event = entity({ table: "Events", properties: { tenant: edm.string({ maxLength: 9 }), ${common} },
    partitionKey: (k) => [k.tenant], rowKey: (k) => [k.at.desc, k.n.pad(6)] });`,
  `export const Log = entity({ table: "Logs", properties: { ${common} },
    partitionKey: (k) => [k.at.day], rowKey: (k) => [k.at.asc, k.n.pad(6)] });`,
  `export const Word = entity({ table: "Words", properties: { code: edm.string({ length: 4 }), ${common} },
    partitionKey: () => ["one"], rowKey: (k) => [k.code.raw] });`,
]);
const [Event, Log, Word] = classes as readonly EntityClass<EntityTypes>[];
const entities = { Event, Log, Word } as never;

const time = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000);
const rowOf = (n: number, minutes: number) => ({ n, at: time(minutes), v: n % 7, note: `note ${n}` });

/** 1,300 events of one tenant and 40 of another; 20 days with ten rows each; texts with characters of all lengths. */
async function seed(service: TableServiceClient): Promise<void> {
  await service.createTables([Event, Log, Word] as never);
  const insert = async (entity: unknown, rows: readonly object[]) => {
    const outcomes = service
      .entities(entity as EntityClass<EntityTypes>)
      .bulk(rows.map((row) => ({ insert: row })) as never);
    for await (const outcome of outcomes) if (!outcome.ok) throw outcome.error;
  };
  const events = Array.from({ length: 1340 }, (_, n) => ({
    tenant: n < 1300 ? "A" : "B",
    ...rowOf(n, (n * 37) % 1340),
  }));
  await insert(Event, events);
  await insert(
    Log,
    Array.from({ length: 200 }, (_, n) => rowOf(n, Math.floor(n / 10) * 1440 + (n % 10))),
  );
  const texts = ["abcd", "ab\u{1f600}", "ab\ue000\ue001", "ab\ud7ffx", "zzzz", "ab\uffee\uffee", "\u{1f600}\u{1f600}"];
  await insert(
    Word,
    texts.map((code, n) => ({ code, ...rowOf(n, n) })),
  );
}

/** Queries, and the number of requests that are enough for each. */
const queries: readonly (readonly [sql: string, requests: number])[] = [
  ["SELECT n FROM Event WHERE tenant = 'A' ORDER BY at DESC LIMIT 5", 1],
  ["SELECT n FROM Event e WHERE tenant = 'A' ORDER BY e.tenant, e.at DESC, n LIMIT 5 OFFSET 3", 1],
  ["SELECT at AS n, n AS x FROM Event WHERE tenant = 'A' ORDER BY n DESC LIMIT 3", 1],
  ["SELECT n FROM Event WHERE tenant = 'A' AND v = 3 ORDER BY at DESC LIMIT 5", 1],
  // DuckDB checks these conditions, in the first response, or in both.
  ["SELECT n FROM Event WHERE tenant = 'A' AND v % 7 = 3 ORDER BY at DESC LIMIT 5", 1],
  ["SELECT n FROM Event WHERE tenant = 'A' AND note LIKE '%e 37' ORDER BY at DESC LIMIT 1", 2],
  ["SELECT n FROM Event WHERE tenant = 'A' AND upper(note) = 'NONE' ORDER BY at DESC LIMIT 1", 2],
  ["SELECT n FROM Event WHERE tenant IN ('A', 'B', 'C') ORDER BY at DESC LIMIT 3", 3],
  ["SELECT n FROM Event WHERE tenant IN ('A', 'B') ORDER BY tenant, at DESC LIMIT 3", 2],
  ["SELECT n FROM Event WHERE tenant = 'A' ORDER BY at LIMIT 5", 2],
  ["SELECT n FROM Event WHERE tenant = 'A' ORDER BY v, n LIMIT 5", 2],
  ["SELECT max(at) FROM Event WHERE tenant = 'A'", 1],
  ["SELECT max(at)::DATE FROM Event WHERE tenant = 'B' AND v % 7 = 3", 1],
  ["SELECT min(at) FROM Event WHERE tenant = 'A'", 2],
  ["SELECT max(at), count(*) FROM Event WHERE tenant = 'B'", 1],
  ["SELECT max(at) FROM Event WHERE tenant = 'none'", 1],
  ["SELECT n FROM Log ORDER BY at LIMIT 5", 1],
  ["SELECT n FROM Log ORDER BY at, v DESC LIMIT 15", 1],
  ["SELECT n FROM Log WHERE at >= '2026-01-05 00:03' ORDER BY at LIMIT 12", 1],
  ["SELECT min(at) FROM Log WHERE at > '2026-01-05 00:03'", 1],
  [
    "SELECT n FROM Log WHERE at IN ('2026-01-03 00:01', '2026-01-05 00:02', '2026-01-09 00:03') ORDER BY at DESC LIMIT 1",
    1,
  ],
  ["SELECT n FROM Log WHERE at IN ('2026-01-03 00:01', '2026-01-05 00:02', '2026-01-09 00:03') ORDER BY at LIMIT 2", 2],
  ["SELECT code FROM Word ORDER BY code LIMIT 1", 1],
  ["SELECT code FROM Word ORDER BY code LIMIT 3", 1],
  ["SELECT code FROM Word WHERE v >= 0 AND length(note) > 2 ORDER BY code LIMIT 4", 1],
  ["SELECT min(code) FROM Word WHERE code > 'abcd'", 1],
  ["SELECT code FROM Word WHERE code > 'ab' AND code <= 'zz' ORDER BY code", 1],
  ["SELECT code FROM Word WHERE code > 'ab\u{1f600}' ORDER BY code", 1],
  ["SELECT code FROM Word WHERE code BETWEEN 'ab\ud7ff' AND 'ab\uffff' ORDER BY code", 1],
  ["SELECT RowKey FROM table('Logs') WHERE PartitionKey = '2026-01-03' ORDER BY RowKey LIMIT 3", 1],
  ["SELECT PartitionKey, n FROM table('Logs') ORDER BY partitionkey, rowkey LIMIT 12", 1],
  ["SELECT PartitionKey, n FROM table('Logs') ORDER BY PartitionKey, v, n LIMIT 3", 1],
  [
    "SELECT n FROM table('Logs') WHERE PartitionKey IN ('2026-01-03', '2026-01-05') ORDER BY PartitionKey DESC, RowKey LIMIT 3",
    1,
  ],
  ["SELECT n FROM table('Logs') WHERE v % 7 = 1 ORDER BY PartitionKey, RowKey LIMIT 3", 1],
  ["SELECT min(PartitionKey) FROM table('Logs')", 1],
];

describeTargets("limited reads", [strict, azurite], ({ running, it }) => {
  let all: Analysis;
  let pushed: Analysis;
  beforeAll(async () => {
    const { service } = running();
    await seed(service);
    all = analyze(service, entities, { pushdown: false });
    pushed = analyze(service, entities);
  });
  const requestsOf = async (run: () => Promise<unknown>) => {
    const before = running().service.metrics().requests;
    await run();
    return running().service.metrics().requests - before;
  };

  it("compiles the definitions", () => expect(codes).toEqual([]));

  for (const [sql, enough] of queries) {
    it(`gives the same rows by ${enough} requests: ${sql.replaceAll(/[^ -~]/g, "?")}`, async () => {
      let rows: readonly object[] = [];
      const requests = await requestsOf(async () => {
        rows = await pushed.sql(sql).toArray();
      });
      expect(rows).toEqual(await all.sql(sql).toArray());
      expect(requests).toBe(enough);
    });
  }

  it("stops as soon as there are enough rows, in any order", async () => {
    const rowsOf = async (sql: string) => {
      let rows: readonly object[] = [];
      const requests = await requestsOf(async () => {
        rows = await pushed.sql(sql).toArray();
      });
      return [rows.length, requests];
    };
    expect(await rowsOf("FROM Event WHERE length(note) > 5 LIMIT 0")).toEqual([0, 0]);
    expect(await rowsOf("FROM Event LIMIT 3")).toEqual([3, 1]);
    expect(await rowsOf("FROM Event WHERE tenant IN ('A', 'B') LIMIT 3")).toEqual([3, 1]);
    expect(await rowsOf("FROM Event WHERE tenant IN ('B', 'A') LIMIT 1320")).toEqual([1320, 3]);
    expect(await rowsOf("FROM Event WHERE length(note) > 5 LIMIT 30")).toEqual([30, 1]);
    expect(await rowsOf("FROM Event WHERE random() < 2 LIMIT 30")).toEqual([30, 2]);
    expect(await rowsOf("FROM table('Logs') LIMIT 3")).toEqual([3, 1]);
    expect(await rowsOf("FROM table('Logs') WHERE length(note) > 5 LIMIT 3")).toEqual([3, 1]);
  });
});

describe("what a query asks for", () => {
  const tables = createTableService();
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  beforeAll(() => seed(service));

  const asked = async (sql: string) => {
    tables.clearRequests();
    const rows = await analyze(service, entities).sql(sql).toArray();
    const last = new URL(tables.requests.at(-1)?.url ?? "", "http://x").searchParams;
    return { rows, select: last.get("$select"), top: last.get("$top") };
  };

  it.each([
    ["SELECT count(*) AS x FROM Event", 1340n],
    ["SELECT count(*) AS x FROM Event WHERE tenant = 'B'", 40n],
    ["SELECT count(DISTINCT tenant) AS x FROM Event", 2n],
    ["SELECT min(n) AS x FROM Event", 0],
    ["SELECT max(n) - min(n) AS x FROM Event", 1339],
    ["SELECT count(*) AS x FROM (SELECT tenant FROM Event GROUP BY ALL)", 2n],
    ["SELECT count(*) AS x FROM table('Events')", 1340n],
    ["SELECT count(DISTINCT PartitionKey) AS x FROM table('Logs')", 20n],
    ["SELECT max(RowKey)[-6:] AS x FROM table('Logs') WHERE PartitionKey >= '2026'", "000199"],
  ])("is keys alone for what keys give: %s", async (sql, x) => {
    expect(await asked(sql)).toEqual({ rows: [{ x }], select: "PartitionKey,RowKey", top: null });
  });

  it("is the first row alone for the minimum of a part that sorts as its values do", async () => {
    const [select, top] = ["PartitionKey,RowKey", "1"];
    const max = await asked("SELECT max(at) AS x FROM Event WHERE tenant = 'B'");
    expect(max).toEqual({ rows: [{ x: expect.any(Date) }], select, top });
  });

  it("is the keys and the properties of other conditions", async () => {
    const { rows, select } = await asked(
      "SELECT count(*) AS x FROM Event WHERE tenant = 'B' AND upper(note) LIKE '%5'",
    );
    expect([rows, select]).toEqual([[{ x: 4n }], "PartitionKey,RowKey,tenant,note"]);
  });

  it("is every column of a table whose rows have a property with the name of a key", async () => {
    await service.tables.create("Odd");
    await service
      .table("Odd")
      .insert({ partitionKey: "p", rowKey: "1", properties: { rowkey: { type: "Edm.String", value: "own" } } });
    const count = "SELECT max(rowkey) AS x, count(DISTINCT PartitionKey) AS y FROM table('Odd') HAVING count(*) > 0";
    expect(await asked(count)).toMatchObject({ rows: [{ x: "own", y: 1n }], select: null });
  });
});

it("reads several partitions, and the rest of a range of them, side by side", async () => {
  const tables = createTableService();
  let [inFlight, most] = [0, 0];
  const transport = async (...request: Parameters<typeof tables>) => {
    most = Math.max(most, ++inFlight);
    await new Promise((resolve) => setTimeout(resolve, 1));
    try {
      return await tables(...request);
    } finally {
      inFlight--;
    }
  };
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport });
  await seed(service);
  const logs = Array.from({ length: 9000 }, (_, n) => rowOf(n + 200, Math.floor(n / 300) * 1440 + 20 + (n % 300)));
  await service.entities(Log as EntityClass<EntityTypes>).bulk(logs.map((insert) => ({ insert })) as never);
  const mostOf = async (where: string, parallel: number) => {
    most = 0;
    const [row] = await analyze(service, entities, { parallel })
      .sql(`SELECT count(*) AS x FROM Log WHERE ${where}`)
      .toArray();
    return [row?.["x"], most];
  };
  const days = Array.from(
    { length: 12 },
    (_, index) =>
      `'${time(index * 1440)
        .toISOString()
        .slice(0, 10)}'`,
  ).join(", ");
  expect(await mostOf(`at IN (${days})`, 5)).toEqual([12n, 5]);
  expect(await mostOf(`at IN (${days})`, 1)).toEqual([12n, 1]);
  expect(await mostOf("at >= '2026-01-01' AND at < '2026-02-01'", 5)).toEqual([9200n, 5]);
});
