import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { TableClient } from "@azure/data-tables";
import * as generator from "@tablewright/generator";
import { type EntityClass, type EntityTypes, TableServiceClient } from "@tablewright/runtime";
import { serveTableService } from "@tablewright/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Link } from "../../../../examples/azure-functions/src/tables.gen/index.js";
import { Task } from "../../../../examples/http-api/src/tables.gen/index.js";
import { Invoice, SharedInvoice } from "../../../../examples/multi-tenant/src/tables.gen/index.js";
import { Stock } from "../../../../examples/optimistic-concurrency/src/tables.gen/index.js";
import { OutboxMessage, Order as OutboxOrder } from "../../../../examples/outbox/src/tables.gen/index.js";
import { Customer, Order, OrderLine } from "../../../../examples/queries-and-paging/src/tables.gen/index.js";
import { OrderLine as QuickLine, Order as QuickOrder } from "../../../../examples/quickstart/src/tables.gen/index.js";
import { Reading as DeviceReading } from "../../../../examples/time-series/src/tables.gen/index.js";
import { Account, Entry } from "../../../../examples/transactions/src/tables.gen/index.js";
import { type AnySchema, loadSchema } from "../../../cli/src/definitions/load-schema.js";
import { builtBin } from "../../../cli/src/test/build-cli.js";
import { compileFixture } from "../../../generator/src/test/compile-fixture.js";
import { startAzurite } from "../azurite.js";
import * as shapes from "../tables.gen/index.js";
import { foreignRows } from "./foreign-rows.js";

/* `pull` from its own process, on tables that generated classes, `@azure/data-tables` and other programs have written. */

const day = 86_400_000;
const many = Array.from({ length: 30 }, (_, index) => index);
const at = (index: number) => new Date(Date.UTC(2026, 1, 1) + index * day * 1.37);
const idOf = (index: number) => `0f8fad5b-d9cb-469f-a165-7086772895${String(10 + index)}` as const;

/** Entity, a function that returns the values of row number `index`, and its table unless it is the declared one. */
type Written = readonly [EntityClass<EntityTypes>, (index: number) => object, table?: string];

const line = (index: number) => ({
  customerId: `C${index % 7}`,
  orderNo: index * 3,
  lineNo: index + 1,
  sku: `S/${index}`,
  quantity: 2,
});
const order = (index: number) => ({
  customerId: `C${index % 7}`,
  placedAt: at(index),
  orderNo: index * 3,
  total: index / 2,
  currency: index % 3 === 0 ? "USD" : "EUR",
  ...(index % 2 === 0 && { note: "gift" }),
});

const written = [
  [Customer, (i: number) => ({ customerId: `C${i}`, 名前: `n${i}`, since: at(i) })],
  [Order, order],
  [OrderLine, line],
  [
    QuickOrder,
    (i: number) => ({
      ...order(i),
      sequence: BigInt(i),
      ...(i % 5 === 0 && { paymentId: idOf(i), signature: new Uint8Array([i]) }),
    }),
    "Quick",
  ],
  [QuickLine, line, "Quick"],
  [
    Stock,
    (i: number) => ({ warehouse: `W${i % 3}`, article: `A${i}`, onHand: i, ...(i % 3 === 0 && { countedBy: "Ann" }) }),
  ],
  [Account, (i: number) => ({ accountNo: `DE${i}`, balance: BigInt(i * 100) })],
  [
    Entry,
    (i: number) => ({ accountNo: `DE${i % 4}`, entryNo: i + 1, amount: BigInt(-i), text: `t${i}`, bookedAt: at(i) }),
  ],
  [Link, (i: number) => ({ code: `c${i}`, url: `https://x.org/${i}`, clicks: BigInt(i), expiresAt: at(i) })],
  [Task, (i: number) => ({ listId: `l${i % 4}`, title: `t${i}`, ...(i % 2 === 0 && { dueAt: at(i) }) })],
  [Invoice, (i: number) => ({ customerId: `C${i % 5}`, invoiceNo: i + 1, amount: BigInt(i), paid: i % 2 === 0 })],
  [
    SharedInvoice,
    (i: number) => ({ tenantId: `T${i % 3}`, customerId: `C${i % 5}`, invoiceNo: i + 1, amount: BigInt(i) }),
  ],
  [
    OutboxOrder,
    (i: number) => ({ orderId: idOf(i), customerId: `C${i % 5}`, total: BigInt(i), messages: i % 3 }),
    "Outbox",
  ],
  [OutboxMessage, (i: number) => ({ orderId: idOf(i), sequence: i + 1, topic: "order-placed" }), "Outbox"],
  [DeviceReading, (i: number) => ({ deviceId: `d${i % 4}`, at: at(i), celsius: i / 2 }), "Devices"],
  [shapes.Session, (i: number) => ({ id: `s${i}`, user: `u${i}` })],
  [shapes.User, (i: number) => ({ name: `ann${i}`, age: i })],
  [shapes.UserClaim, (i: number) => ({ user: `ann${i % 5}`, claim: `c${i}`, value: `v${i}` })],
  [shapes.UserLogin, (i: number) => ({ user: `ann${i % 5}`, provider: `p${i}` })],
  [shapes.UserToken, (i: number) => ({ user: `ann${i % 5}`, token: `t${i}` })],
  [shapes.LoginToken, (i: number) => ({ id: idOf(i), token: `t${i}` })],
  [shapes.Login, (i: number) => ({ tenant: `t${i % 3}`, user: `u${i % 5}`, provider: `p:${i}` })],
  [shapes.Subscriber, (i: number) => ({ email: `Ann${i}@x.org`, name: `n${i}` })],
  [shapes.Reading, (i: number) => ({ device: `d${i % 4}`, at: at(i), value: i })],
  [shapes.Ticket, (i: number) => ({ number: i * 17, open: i % 2 === 0 })],
  [
    shapes.Signal,
    (i: number) => ({
      source: `src${i % 9}`,
      at: 639_000_000_000_000_000n + BigInt(i) * 300_000_000_000_000n,
      value: i - 10,
    }),
  ],
  [shapes.Job, (i: number) => ({ queue: `q${i % 3}` })],
  [
    shapes.OddNames,
    (i: number) => ({
      id: `o${i}`,
      etag: "e",
      timestamp: at(i),
      kind: "k",
      maker: 1n,
      proto: 2n,
      text: "t",
      json: true,
      later: 1.5,
      total: 1,
      Total: 2,
      größe: 3,
      名前: "x",
    }),
  ],
] as unknown as readonly Written[];

/** Entities whose rows do not show which properties are only in the key, or which are `.raw`, because no value needs escapes. */
const undecided: ReadonlySet<string> = new Set(["OddNames", "Login"]);

const targets = [
  [
    "the strict service",
    async () =>
      serveTableService().then((server) => ({ connectionString: server.connectionString, stop: () => server.close() })),
  ],
  ["Azurite", startAzurite],
] as const;

describe.each(targets)("pull from %s", (_, start) => {
  const root = mkdtempSync(join(tmpdir(), "tablewright-pull-"));
  let server: { readonly connectionString: string; stop(): Promise<void> };
  let service: TableServiceClient;
  const schemas = new Map<string, AnySchema[]>();
  const rows = new Map<string, number>();

  async function cli(...args: string[]): Promise<{ stdout: string; stderr: string }> {
    const options = [builtBin(), ...args];
    const env = { ...process.env, TABLES_CONNECTION_STRING: server.connectionString };
    return await promisify(execFile)(process.execPath, options, { cwd: root, env });
  }

  beforeAll(async () => {
    server = await start();
    service = TableServiceClient.fromConnectionString(server.connectionString);
    const tables = service.tables;
    const count = (table: string, more: number) => rows.set(table, (rows.get(table) ?? 0) + more);
    for (const [entity, valuesOf, table = entity.$schema.table] of written) {
      await tables.createIfNotExists(table);
      const inits = many.map((index) => ({ insert: valuesOf(index) }));
      await service
        .withTables({ [entity.$schema.table]: table })
        .entities(entity)
        .bulk(inits as never);
      count(table, inits.length);
    }
    for (const [table, list] of Object.entries(foreignRows)) {
      await tables.create(table);
      await service.table(table).bulk(list.map((row) => ({ insert: row })));
      count(table, list.length);
    }
    const client = TableClient.fromConnectionString(server.connectionString, "measures", {
      allowInsecureConnection: true,
    });
    await client.createTable();
    for (const index of many) {
      const values = { value: index / 2, when: at(index), big: BigInt(index), flag: index % 2 === 0, note: "n" };
      const id = { type: "Guid", value: idOf(index) } as const;
      await client.createEntity({ partitionKey: "p", rowKey: String(index), ...values, id });
    }
    count("measures", many.length);
    writeFileSync(join(root, "package.json"), '{ "type": "module" }');
    await cli("pull", ...rows.keys());
    await cli("generate");
    const files = readdirSync(join(root, "src/tables.gen")).map((name) => {
      const path = join(root, "src/tables.gen", name);
      return { path, text: readFileSync(path, "utf8") };
    });
    for (const { text } of files) {
      const name = /^export class (\S+)/m.exec(text)?.[1];
      if (name === undefined) continue;
      const schema = loadSchema(name, files, generator);
      schemas.set(schema.table, [...(schemas.get(schema.table) ?? []), schema]);
    }
  });

  afterAll(async () => {
    await service.close();
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it("gives definitions and classes that compile, and a finding for none", async () => {
    const { stdout } = await cli("check", "--json");
    expect(JSON.parse(stdout).diagnostics).toEqual([]);
    const tables = readdirSync(join(root, "tables")).map((name) => join(root, "tables", name));
    const files = [join(root, "src/tables.gen/index.ts"), ...tables];
    expect((await compileFixture({ files, compiler: "7.0" })).problems).toEqual([]);
  });

  it("gives classes that read every row", async () => {
    for (const [table, count] of rows) {
      let read = 0;
      for (const schema of schemas.get(table) ?? []) {
        const entities: EntityClass<EntityTypes> = { $schema: schema };
        read += (await service.entities(entities).scan().toArray()).length;
      }
      expect({ table, read }).toEqual({ table, read: count });
    }
  });

  it("gives definitions in which verify finds nothing", async () => {
    const { stdout } = await cli("verify", "--json", ...rows.keys());
    expect(JSON.parse(stdout)).toMatchObject({
      rows: [...rows.values()].reduce((sum, count) => sum + count, 0),
      findings: [],
    });
  });

  it.each(
    written
      .map(([{ $schema }, , table]) => ({ schema: $schema, table: table ?? $schema.table }))
      .filter(({ schema }) => !undecided.has(schema.name)),
  )("finds the keys and types that $schema.name is declared with", ({ schema, table }) => {
    const found = schemas.get(table) ?? [];
    const [pulled, ...others] = found.filter((other) => shapeOf(other) === shapeOf(schema));
    expect(pulled?.name ?? found.map(shapeOf), `${shapeOf(schema)} among ${found.map(shapeOf).join()}`).toBeTypeOf(
      "string",
    );
    expect(others).toEqual([]);
    const types = typesOf(pulled as AnySchema);
    const declared = typesOf(schema);
    // A row cannot show properties that it does not store.
    const stored = Object.keys(declared).filter((name) => Object.hasOwn(types, name));
    for (const name of stored) expect({ name, type: types[name] }).toEqual({ name, type: declared[name] });
    expect(Object.keys(types).sort()).toEqual(stored.sort());
  });

  it("finds the kinds of a table in a sample too", async () => {
    const { stdout } = await cli("pull", "accounts", "--sample", "60", "--dry-run", "--out", "sample.ts", "--json");
    const [{ rows: read, entities }] = JSON.parse(stdout).tables;
    expect(read).toBe(60);
    const keys = entities.map(({ partitionKey, rowKey }: Record<string, string>) => `${partitionKey} ${rowKey}`);
    expect(keys.sort()).toEqual([
      "login!{loginId} token!{token}",
      "user {name}",
      "userClaim!{user} {claim}",
      "userLogin!{user} by!{provider}",
      "userLogin!{user} token!{token}",
    ]);
  });

  it("keeps what no type reads, and says so", () => {
    const text = readFileSync(join(root, "tables/mixed.table.ts"), "utf8");
    expect(text).toContain('unknownProperties: "keep"');
    expect(text).toContain(
      "// value is not declared, since no type reads all of its values: Edm.Int32 in 8 rows, Edm.String in 4 rows. It is kept under $extra.",
    );
  });
});

/** Formats both keys with stored names. */
function shapeOf({ partitionParts, rowParts, properties }: AnySchema): string {
  const keyOf = (parts: AnySchema["rowParts"]) =>
    parts.map((part) =>
      typeof part === "string" ? part : [properties[part.field]?.name ?? part.field, part.form, part.pattern()],
    );
  return JSON.stringify([keyOf(partitionParts), keyOf(rowParts)]);
}

/** Returns the Edm types by stored names, without properties that are only in keys. */
function typesOf({ properties }: AnySchema): Record<string, string> {
  const stored = Object.entries(properties).filter(([, { keyOnly }]) => keyOnly !== true);
  return Object.fromEntries(stored.map(([field, { name = field, type }]) => [name, type.edm]));
}
