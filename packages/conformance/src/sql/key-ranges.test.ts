import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EntityClass, type EntityTypes, TableServiceClient } from "@tablewright/runtime";
import { analyze } from "@tablewright/sql";
import { createTableService } from "@tablewright/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileEntities } from "../key-shapes/compile-entities.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
/** Random queries of each kind of key part: 1,000 in all if `TABLEWRIGHT_SOAK` is set. */
const queriesEach = isSoak ? 46 : 3;
const rowCount = isSoak ? 3000 : 1200;
const perRequest = 1000;

/** Key parts, each with the property of which queries select values and ranges. */
const parts = {
  "k.n.pad(8)": "n",
  "k.n.asc": "n",
  "k.n.desc": "n",
  "k.n.text": "n",
  "k.at.asc": "at",
  "k.at.desc": "at",
  "k.at.year": "at",
  "k.at.month": "at",
  "k.at.day": "at",
  "k.at.hour": "at",
  "k.code.raw": "code",
  "k.code.shard(4), k.at.day": "at",
} as const;
type Property = (typeof parts)[keyof typeof parts];

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

function literal(value: Values[Property]): string {
  if (typeof value === "number") return String(value);
  return `'${value instanceof Date ? value.toISOString().replace("T", " ").replace("Z", "") : value}'`;
}

/** Generates a condition on a property, as SQL. */
function conditionOf(property: Property): fc.Arbitrary<string> {
  const value = fc.nat(rowCount - 1).map((index) => literal(rows[index]?.[property] ?? 0));
  const bound = fc.tuple(fc.constantFrom(">", ">="), value, fc.constantFrom("<", "<="), value);
  return fc.oneof(
    value.map((one) => `${property} = ${one}`),
    fc.array(value, { minLength: 1, maxLength: 5 }).map((list) => `${property} IN (${list.join(", ")})`),
    fc.tuple(fc.constantFrom("<", "<=", ">", ">="), value).map(([operator, one]) => `${property} ${operator} ${one}`),
    bound.map(([from, low, to, high]) => `${property} ${from} ${low} AND ${property} ${to} ${high}`),
    fc.tuple(value, value).map(([low, high]) => `${property} BETWEEN ${low} AND ${high}`),
  );
}

interface Keys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** Returns the fewest requests that read what the sent ones asked for: one for each range, or more if its rows do not fit one response. */
function fewest(stored: readonly Keys[], filters: readonly string[]): number {
  return filters.reduce((sum, filter) => {
    const keys = filter.split(" and ").filter((each) => /^(?:PartitionKey|RowKey) (?:eq|ge|lt) '[^']*'$/.test(each));
    const tests = keys.map((each) => /^(\w+) (\w+) '(.*)'$/.exec(each) ?? []);
    const found = stored.filter(({ partitionKey, rowKey }) =>
      tests.every(([, name, operator, text = ""]) => {
        const key = name === "RowKey" ? rowKey : partitionKey;
        return operator === "eq" ? key === text : operator === "ge" ? key >= text : key < text;
      }),
    );
    return sum + Math.max(1, Math.ceil(found.length / perRequest));
  }, 0);
}

describe.each(Object.entries(parts))("random queries of %s", (part, property) => {
  it.each([
    ["PartitionKey", `partitionKey: (k) => [${part}], rowKey: (k) => [k.id.pad(6)]`],
    ["RowKey", `partitionKey: (k) => ["one"], rowKey: (k) => [${part}, k.id.pad(6)]`],
  ])("in the %s give the rows that DuckDB gives, by few requests", async (name, keys) => {
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
    const stored = rows.map((row) => entity.key({ ...row }));
    const folder = mkdtempSync(join(tmpdir(), "tablewright-key-ranges-"));
    try {
      const file = join(folder, "rows.json");
      writeFileSync(file, rows.map((row) => JSON.stringify(row)).join("\n"));
      const types = "columns = {id: 'INTEGER', n: 'INTEGER', at: 'TIMESTAMP_NS', code: 'VARCHAR', v: 'INTEGER'}";
      const analysis = analyze(service, { Entry: entity as never });
      const read = async (from: string, where: string) =>
        (await analysis.sql(`SELECT id FROM ${from} WHERE ${where} ORDER BY id`).toArray()).map(({ id }) => id);
      const sent = { queries: 0, requests: 0, fewest: 0, whole: 0 };
      const conditions = fc.sample(conditionOf(property), { numRuns: queriesEach, seed: 59 });
      for (const condition of conditions) {
        const where = sent.queries++ % 3 === 0 ? `${condition} AND v > 2` : condition;
        tables.clearRequests();
        const found = await read("Entry", where);
        const requests = tables.requests.length;
        expect(found, where).toEqual(await read(`read_json('${file}', format = 'newline_delimited', ${types})`, where));
        const [plan] = await analysis.sql(`SELECT id FROM Entry WHERE ${where}`).explain();
        const least = fewest(stored, plan?.filters ?? []);
        sent.requests += requests;
        sent.fewest += least;
        if (plan?.access === "table scan") sent.whole++;
        // Readers divide the rows that do not fit one response, and look up keys for that.
        if (least === plan?.filters.length) expect(requests, where).toBe(least);
      }
      // Every condition limits the keys, but for bounds of numbers in digits, whose texts sort in another way.
      if (!part.endsWith(".text")) expect(sent.whole).toBe(0);
      if (isSoak) process.stdout.write(`${part.padEnd(24)} ${name.padEnd(13)} ${JSON.stringify(sent)}\n`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
