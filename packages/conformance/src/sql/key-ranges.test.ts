import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EntityClass, type EntityTypes, TableServiceClient } from "@tablewright/runtime";
import { analyze } from "@tablewright/sql";
import { createTableService } from "@tablewright/testing";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { compileEntities } from "../key-shapes/compile-entities.js";
import { fewestRequests, type NeededRows, type PartOfKeys, type RandomCondition } from "./fewest-requests.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
/** Random queries of each kind of key part: 1,000 in all if `TABLEWRIGHT_SOAK` is set. */
const queriesEach = isSoak ? 48 : 6;
const rowCount = isSoak ? 3000 : 1200;

type Value = number | string;
interface Part {
  /** Property of which queries select values and ranges. */
  readonly property: "n" | "at" | "code";
  readonly order: PartOfKeys<Value>["order"];
  readonly shards?: number;
  readonly bucketOf?: (value: Value) => Value;
}

const timeText = (length: number) => (time: Value) => new Date(time).toISOString().slice(0, length);

const parts: Readonly<Record<string, Part>> = {
  "k.n.pad(8)": { property: "n", order: "asc" },
  "k.n.asc": { property: "n", order: "asc" },
  "k.n.desc": { property: "n", order: "desc" },
  "k.n.text": { property: "n", order: undefined },
  "k.at.asc": { property: "at", order: "asc" },
  "k.at.desc": { property: "at", order: "desc" },
  "k.at.year": { property: "at", order: "asc", bucketOf: timeText(4) },
  "k.at.month": { property: "at", order: "asc", bucketOf: timeText(7) },
  "k.at.day": { property: "at", order: "asc", bucketOf: timeText(10) },
  "k.at.hour": { property: "at", order: "asc", bucketOf: timeText(13) },
  "k.code.raw": { property: "code", order: "asc" },
  "k.code.shard(4), k.at.day": { property: "at", order: "asc", shards: 4, bucketOf: timeText(10) },
};

interface Values {
  readonly id: number;
  readonly n: number;
  readonly at: Date;
  readonly code: string;
  readonly v: number;
}

/** Rows over 100 days from 2025-12-01 on, in an order that no key has. */
const rows = Array.from({ length: rowCount }, (_, id): Values => {
  const n = (id * 7919) % rowCount;
  const at = new Date(Date.UTC(2025, 11, 1) + ((id * 104_729) % rowCount) * 48 * 60_000);
  return { id, n, at, code: n.toString(36).padStart(4, "0"), v: id % 7 };
});

function definition(name: string, keys: string): string {
  return `export const ${name} = entity({ table: "${name}", properties: { id: edm.int32({ min: 0 }), n: edm.int32({ min: 0 }),
    at: edm.dateTime(), code: edm.string({ length: 4 }), v: edm.int32() }, ${keys} });`;
}

function keyedValue(row: Values, { property }: Part): Value {
  const value = row[property];
  return value instanceof Date ? value.getTime() : value;
}

function literal(value: Value, { property }: Part): string {
  if (property === "n") return String(value);
  return `'${property === "at" ? new Date(value).toISOString().replace("T", " ").replace("Z", "") : value}'`;
}

function conditionOf(part: Part): fc.Arbitrary<RandomCondition<Value>> {
  const value = fc.nat(rowCount - 1).map((index) => keyedValue(rows[index] as Values, part));
  const bound = fc.record({ value, isIncluded: fc.boolean() });
  return fc.oneof(
    fc.array(value, { minLength: 1, maxLength: 5 }).map((values) => ({ values })),
    fc.record({ from: bound }),
    fc.record({ to: bound }),
    // Bounds in reverse order select nothing, and are left to the filter.
    fc
      .record({ from: bound, to: bound })
      .map(({ from, to }) => (from.value <= to.value ? { from, to } : { from: to, to: from })),
  );
}

function whereOf(condition: RandomCondition<Value>, part: Part): string {
  const { property } = part;
  if ("values" in condition) {
    const list = condition.values.map((each) => literal(each, part));
    return list.length === 1 ? `${property} = ${list[0]}` : `${property} IN (${list.join(", ")})`;
  }
  const { from, to } = condition;
  if (from?.isIncluded && to?.isIncluded)
    return `${property} BETWEEN ${literal(from.value, part)} AND ${literal(to.value, part)}`;
  const lower = from && `${property} ${from.isIncluded ? ">=" : ">"} ${literal(from.value, part)}`;
  const upper = to && `${property} ${to.isIncluded ? "<=" : "<"} ${literal(to.value, part)}`;
  return [lower, upper].filter((each) => each !== undefined).join(" AND ");
}

/** Result of a query: all rows, the first ones in an order, or aggregates. */
type Form = { readonly select: string; readonly rest?: string; readonly needed?: NeededRows };

function formsOf({ property }: Part): fc.Arbitrary<Form> {
  const first = fc.record({ isDescending: fc.boolean(), rows: fc.integer({ min: 1, max: 40 }) });
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant({ select: "id", rest: "ORDER BY id" }) },
    {
      weight: 2,
      arbitrary: first.map((needed) => ({
        select: "id",
        rest: `ORDER BY ${property}${needed.isDescending ? " DESC" : ""} LIMIT ${needed.rows}`,
        needed,
      })),
    },
    fc.constant({ select: "count(*) AS total" }),
    fc.boolean().map((isDescending) => ({
      select: `${isDescending ? "max" : "min"}(${property}) AS extreme`,
      needed: { isDescending, rows: 1 },
    })),
  );
}

/** Requests that were sent for one kind of key part, beside the fewest possible. */
interface Tally {
  queries: number;
  requests: number;
  fewest: number;
  scans: number;
}

const tallies = new Map<string, Tally>();

function printTable(): void {
  const head = ["key part", "in the", "queries", "requests", "fewest possible", "table scans"];
  const lines = [...tallies].map(([name, { queries, requests, fewest, scans }]) => [
    name,
    queries,
    requests,
    fewest,
    scans,
  ]);
  const table = [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`);
  process.stdout.write(`${table.join("\n")}\n`);
}

describe.each(Object.entries(parts))("random queries of %s", (name, part) => {
  it.each([
    ["PartitionKey", `partitionKey: (k) => [${name}], rowKey: (k) => [k.id.pad(6)]`],
    ["RowKey", `partitionKey: (k) => ["one"], rowKey: (k) => [${name}, k.id.pad(6)]`],
  ] as const)("in the %s give the rows that DuckDB gives, by the fewest requests", async (key, keys) => {
    const { classes, codes } = compileEntities([definition("Entry", keys)]);
    const entity = classes?.[0];
    if (entity === undefined) throw new Error(codes.join());
    const tables = createTableService();
    await using service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
    await service.createTables([entity as EntityClass<EntityTypes>]);
    const outcomes = service
      .entities(entity as EntityClass<EntityTypes>)
      .bulk(rows.map((insert) => ({ insert })) as never);
    for await (const outcome of outcomes) if (!outcome.ok) throw outcome.error;
    const { order, shards = 1, bucketOf = (value) => value } = part;
    const model: PartOfKeys<Value> = { key, order, shards, bucketOf };
    const shardOf = (row: Values) => entity.key({ ...row }).partitionKey.split("!")[0] ?? "";
    const stored = rows.map((row) => ({ row, value: keyedValue(row, part), shard: shardOf(row) }));
    const folder = mkdtempSync(join(tmpdir(), "tablewright-key-ranges-"));
    try {
      const file = join(folder, "rows.json");
      writeFileSync(file, rows.map((row) => JSON.stringify(row)).join("\n"));
      const types = "columns = {id: 'INTEGER', n: 'INTEGER', at: 'TIMESTAMP_NS', code: 'VARCHAR', v: 'INTEGER'}";
      const exported = `read_json('${file}', format = 'newline_delimited', ${types})`;
      const analysis = analyze(service, { Entry: entity as never });
      const sent: Tally = { queries: 0, requests: 0, fewest: 0, scans: 0 };
      tallies.set(`\`${name}\` | ${key}`, sent);
      const random = fc.tuple(conditionOf(part), formsOf(part));
      for (const [condition, { select, rest = "", needed }] of fc.sample(random, { numRuns: queriesEach, seed: 59 })) {
        const hasOther = sent.queries++ % 3 === 0;
        const where = `${whereOf(condition, part)}${hasOther ? " AND v > 2" : ""} ${rest}`;
        const text = `SELECT ${select} FROM Entry WHERE ${where}`;
        tables.clearRequests();
        const found = await analysis.sql(text).toArray();
        const requests = tables.requests.length;
        expect(found, text).toEqual(await analysis.sql(`SELECT ${select} FROM ${exported} WHERE ${where}`).toArray());
        const [plan] = await analysis.sql(text).explain();
        const rowsOfModel = stored.map(({ row, ...each }) => ({ ...each, isMatch: !hasOther || row.v > 2 }));
        const fewest = fewestRequests(model, rowsOfModel, condition, needed);
        sent.requests += requests;
        sent.fewest += fewest;
        if (plan?.access === "table scan") sent.scans++;
        expect(requests, text).toBe(fewest);
      }
      // Every condition limits the keys, but for bounds of numbers in digits, whose texts sort in another way.
      if (order !== undefined) expect(sent.scans).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

afterAll(() => {
  if (isSoak) printTable();
});
