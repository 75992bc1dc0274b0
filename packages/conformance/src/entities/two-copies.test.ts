import { isTableError, TableServiceClient } from "@tablewright/runtime";
import { createTableService, type TableService } from "@tablewright/testing";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type AnyClass, compileEntities, type Values } from "../key-shapes/compile-entities.js";

/*
 * A process may load the ES modules and the CommonJS files of the runtime, or two installs of it. Then the classes belong to one copy and
 * the client to another. Every operation must give what it gives within one copy.
 */

type Runtime = Pick<typeof import("@tablewright/runtime"), "TableServiceClient">;
type Operation = readonly [name: string, run: (client: AnyClient, Entity: AnyClass) => unknown];
// biome-ignore lint/suspicious/noExplicitAny: The entities are known only at run time.
type AnyClient = any;

let other: Runtime & typeof import("@tablewright/runtime/codegen/v1");

beforeAll(async () => {
  vi.resetModules();
  other = { ...(await import("@tablewright/runtime")), ...(await import("@tablewright/runtime/codegen/v1")) };
  vi.resetModules();
  expect(other.TableServiceClient).not.toBe(TableServiceClient);
});

/** Runs operations in a new account. @returns what each returned or threw, and the rows that are stored then, without times */
async function outcomes(
  { TableServiceClient: Client }: Runtime,
  classes: readonly AnyClass[],
  operations: readonly Operation[],
) {
  const tables: TableService = createTableService({ now: () => Date.UTC(2026, 10, 28) });
  const service = Client.fromConnectionString(tables.connectionString, { transport: tables });
  await service.createTables(classes as never);
  const found: Record<string, unknown> = {};
  for (const Entity of classes) {
    for (const [name, run] of operations) {
      const outcome = Promise.resolve().then(() => run(service.entities(Entity as never), Entity));
      found[`${Entity.$schema.name} ${name}`] = shown(await outcome.catch((error: Error) => errorText(error)));
    }
  }
  return { ...found, rows: shown(tables.dump()) };
}

function errorText(error: Error): string {
  return isTableError(error) ? `${error.code}: ${error.message}` : String(error);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each)) ?? "undefined";
  return text.replaceAll(/"Timestamp":"[^"]*"|\(request [-0-9a-f]+\)|W\/\\"[^"]*\\"/g, "…");
}

const at = new Date("2026-11-21T10:11:12.134Z");
const guid = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** Each form of a key: declaration of the property, part of the key, value. */
const forms: readonly (readonly [declaration: string, part: string, value: unknown])[] = [
  ["edm.string({ maxLength: 20 })", "k.v", "a b/c"],
  ["edm.string({ maxLength: 20 })", "k.v.raw", "a"],
  ["edm.string({ maxLength: 20 })", "k.v.lower", "Ab"],
  ["edm.string({ maxLength: 20 })", "k.v.sha256(8)", "Ab"],
  ["edm.string({ maxLength: 20 })", "k.v.shard(16)", "Ab"],
  ['edm.string({ oneOf: ["x", "y"] })', "k.v", "x"],
  ["edm.int32({ codes: { x: 1, y: 2 } })", "k.v.pad(3)", "y"],
  ["edm.boolean()", "k.v", true],
  ["edm.guid()", "k.v", guid],
  ["edm.guid()", 'k.v.format("N")', guid],
  ["edm.int32({ min: 0 })", "k.v.pad(6)", 7],
  ["edm.int32({ min: 0 })", "k.v.hex(8)", 7],
  ["edm.int32()", "k.v.asc", -7],
  ["edm.int32()", "k.v.desc", -7],
  ["edm.int64()", "k.v.asc", -7n],
  ['edm.int64({ as: "number", keyOnly: true })', "k.v.asc", -7],
  ['edm.int64({ as: "string", keyOnly: true })', "k.v.desc", "-7"],
  ["edm.dateTime({ keyOnly: true })", "k.v.asc", at],
  ["edm.dateTime({ keyOnly: true })", "k.v.desc", at],
  ['edm.dateTime({ as: "iso", keyOnly: true })', "k.v.desc", "2026-11-21T10:11:12.1234567Z"],
  ['edm.dateTime({ as: "ticks", keyOnly: true })', "k.v.asc", 638_992_554_721_234_567n],
  ["edm.dateTime()", "k.v.iso", at],
  ["edm.dateTime()", "k.v.day", at],
  ["edm.dateTime()", "k.v.seconds.pad(12)", at],
  ["edm.dateTime()", "k.v.format(\"yyyy-MM-dd'T'HH:mm\")", at],
];

const rest = "p: edm.string({ maxLength: 9 }), x: edm.int32({ default: 0, min: 0 }), note: edm.string().optional()";
const definition = (name: string, declaration: string, part: string) =>
  `export const ${name} = entity({ table: "Table${name}", properties: { ${rest}, v: ${declaration} }, partitionKey: (k) => [k.p], rowKey: (k) => ["r", ${part}] });`;

const operations = (value: unknown): readonly Operation[] => {
  const key = { p: "p", v: value };
  return [
    ["insert", (rows) => rows.insert(key)],
    ["insert again", (rows) => rows.insert(key)],
    ["get", (rows) => rows.getOrThrow(key)],
    ["get of properties", (rows) => rows.get(key, { select: ["v", "x"] })],
    ["getMany", (rows) => rows.getMany([key])],
    ["query", (rows) => rows.query({ p: "p" }).toArray()],
    ["select", (rows) => rows.query({ p: "p" }).select("v").toArray()],
    [
      "where",
      (rows) =>
        rows
          .query({ p: "p" })
          .where({ v: value, x: { ge: 0 } })
          .toArray(),
    ],
    ["explain", (rows) => rows.query({ p: "p" }).where({ v: value }).explain().filters],
    ["startsWith", (rows) => rows.query({ p: "p" }).rowKey.startsWith({ v: value }).toArray()],
    [
      "between",
      (rows) =>
        rows
          .query({ p: "p" })
          .rowKey.between({ v: { ge: value } })
          .toArray(),
    ],
    ["merge", (rows) => rows.merge(key, { x: 1 }, { ifMatch: "*" })],
    ["modify", (rows) => rows.modify(key, ({ x }: { x: number }) => ({ set: { x: x + 1 } }))],
    ["replace of what was read", async (rows) => rows.replace({ ...(await rows.get(key)), x: 5 }, { ifMatch: "*" })],
    ["a changed key", async (rows) => rows.delete(Object.assign(await rows.get(key), { p: "q" }), { ifMatch: "*" })],
    ["an invalid value", (rows) => rows.insert({ ...key, x: -1 })],
    ["a missing value", (rows) => rows.insert({ p: "p" })],
    ["bulk", (rows) => rows.bulk([{ insertOrReplace: { ...key, p: "b" } }, { insert: key }]).toArray?.()],
    ["parseKey", (_, Entity) => Entity.parseKey(Entity.key(key))],
    ["deleteWhere", (rows) => rows.deleteWhere(rows.query({ p: "p" }).where({ x: { ge: 0 } }), { max: 9 })],
  ];
};

describe("a class of one copy of the runtime and a client of another", () => {
  it.each(forms)("agree with those of one copy for %s in the key as %s", async (declaration, part, value) => {
    const { classes = [], codes } = compileEntities([definition("E", declaration, part)], other);
    expect(codes).toEqual([]);
    const across = await outcomes({ TableServiceClient }, classes, operations(value));
    expect(across).toEqual(await outcomes(other, classes, operations(value)));
    expect(across).toMatchObject({
      "E get": expect.stringContaining('"p":"p"'),
      "E an invalid value": expect.stringContaining("out-of-range"),
    });
  });

  it("agree for indexes, expiry, read-only properties, former names, parts, compression and undeclared properties", async () => {
    const text = `export const Person = entity({ table: "People", kind: "person", unknownProperties: "keep", properties: { tenant: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), email: edm.string({ maxLength: 60 }), by: edm.string({ readOnly: true }).optional(), expiresAt: edm.dateTime().optional(), mail: edm.string({ formerly: ["oldMail"] }).optional(), big: edm.string({ parts: 3 }).optional(), doc: edm.json<readonly string[]>({ compress: "gzip" }).optional(), state: edm.int32({ codes: { open: 0, done: 1 } }).optional() }, partitionKey: (k) => ["t", k.tenant], rowKey: (k) => ["person", k.id], indexes: { byEmail: { rowKey: (k) => ["email", k.email.lower], unique: true } }, ttl: (k) => k.expiresAt });`;
    const person = { tenant: "T", id: "1", email: "Ann@x.org", by: "me", state: "open" };
    const read: Operation[1] = (rows) => rows.getOrThrow({ tenant: "T", id: "1" });
    const steps: readonly Operation[] = [
      ["insert", (rows) => rows.insert({ ...person, big: "x".repeat(40_000), doc: ["a"] })],
      ["insert of a taken value", (rows) => rows.insert({ ...person, id: "2" })],
      [
        "insert of an expired one",
        (rows) => rows.insert({ ...person, id: "3", email: "c@x.org", expiresAt: new Date(0) }),
      ],
      ["get", async (rows, Entity) => ({ ...((await read(rows, Entity)) as Values), $timestamp: undefined })],
      [
        "query",
        (rows) =>
          rows
            .query({ tenant: "T" })
            .where({ mail: "old", state: "open" })
            .explain()
            .filters.map((each: string) => each.replaceAll(/datetime'[^']*'/g, "now")),
      ],
      ["get by index", (rows) => rows.byEmail.get({ tenant: "T", email: "ann@x.org" })],
      [
        "merge of an indexed value",
        (rows) => rows.merge({ tenant: "T", id: "1" }, { email: "b@x.org" }, { ifMatch: "*" }),
      ],
      ["query by index", (rows) => rows.byEmail.query({ tenant: "T" }).toArray()],
      ["merge of a read-only value", (rows) => rows.merge({ tenant: "T", id: "1" }, { by: "eve" }, { ifMatch: "*" })],
      [
        "replace of what was read",
        async (rows, Entity) =>
          rows.replace(Object.assign((await read(rows, Entity)) as object, { email: "d@x.org", state: "done" }), {
            ifMatch: "*",
          }),
      ],
      ["delete of what was read", async (rows, Entity) => rows.delete(await read(rows, Entity), { ifMatch: "*" })],
    ];
    const { classes = [], codes } = compileEntities([text], other);
    expect(codes).toEqual([]);
    const across = await outcomes({ TableServiceClient }, classes, steps);
    expect(across).toEqual(await outcomes(other, classes, steps));
    expect(across).toMatchObject({ "Person insert of a taken value": expect.stringContaining("index.not-unique") });
  });
});

it("writes the index rows of classes of two copies once", async () => {
  const texts = ["A", "B"].map(
    (name) =>
      `export const ${name} = entity({ table: "Both", kind: "${name}", properties: { p: edm.string({ maxLength: 9 }), id: edm.string({ maxLength: 9 }), mail: edm.string({ maxLength: 9 }) }, partitionKey: (k) => [k.p], rowKey: (k) => ["${name}", k.id], indexes: { byMail: { rowKey: (k) => ["${name}-mail", k.mail] } } });`,
  );
  const [A] = compileEntities(texts).classes as readonly AnyClass[];
  const [, B] = compileEntities(texts, other).classes as readonly AnyClass[];
  const tables = createTableService();
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables }) as AnyClient;
  await service.createTables([A, B]);
  const row = (id: string) => ({ id, mail: `m${id}` });
  await service.transaction(A?.partition({ p: "p" }), (tx: AnyClient) => {
    tx.insert(A, row("1"));
    tx.insert(B, row("2"));
  });
  await service.entities(B).merge({ p: "p", id: "2" }, { mail: "new" }, { ifMatch: "*" });
  expect(tables.dump()["Both"]?.map(({ RowKey }) => RowKey)).toEqual(["A!1", "A-mail!m1!1", "B!2", "B-mail!new!2"]);
});
