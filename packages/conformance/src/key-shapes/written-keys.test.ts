import { TableClient } from "@azure/data-tables";
import { type EntityClass, type EntityTypes, type Mismatch, TableServiceClient } from "@tablewright/runtime";
import { serveTableService } from "@tablewright/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startAzurite } from "../azurite.js";
import {
  AuditEntry,
  Booking,
  Component,
  DiagnosticRow,
  DiaryDay,
  DiaryMeta,
  FeedItem,
  LimitWindow,
  OutboxMessage,
  Profile,
  Sample,
  Score,
  StreamEvent,
  StreamEventId,
  StreamHead,
  TextBooking,
  Upload,
} from "../tables.gen/index.js";

/* Keys that programs write with template strings: seeds of `@azure/data-tables`, read and written back with definitions. */

type Seed = readonly [
  partitionKey: string,
  rowKey: string,
  properties: Readonly<Record<string, unknown>>,
  values: object,
];

const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
const at = (text: string) => new Date(`${text}Z`);

const shapes: readonly (readonly [name: string, entity: unknown, seeds: readonly Seed[]])[] = [
  [
    "a booking by a time in whole minutes",
    Booking,
    [
      ["res_42", "2026-11-22T10:00_c1", { user: "ann" }, { resource: "42", start: at("2026-11-22T10:00"), slot: "c1" }],
      [
        "res_a_b",
        "2026-11-23T09:30_c_2",
        { user: "bob" },
        { resource: "a_b", start: at("2026-11-23T09:30"), slot: "c_2" },
      ],
    ],
  ],
  [
    "a booking by text of fixed length",
    TextBooking,
    [
      ["res_42", "2026-11-22T10:00_c1", { user: "ann" }, { resource: "42", start: "2026-11-22T10:00", slot: "c1" }],
      ["res_42", "2026-11-23T10:00_", { user: "bob" }, { resource: "42", start: "2026-11-23T10:00", slot: "" }],
    ],
  ],
  [
    "a limiter by address and minute",
    LimitWindow,
    [
      [
        "ip:10.0.0.1",
        "w29384756_c1",
        { hits: 1 },
        { address: "10.0.0.1", at: new Date(29384756 * 60_000), slot: "c1" },
      ],
      ["ip:2001:db8::1", "w9_a_b", { hits: 2 }, { address: "2001:db8::1", at: new Date(9 * 60_000), slot: "a_b" }],
    ],
  ],
  ["the head of a stream", StreamHead, [["order-1", "SS-HEAD", { version: 2 }, { stream: "order-1", version: 2 }]]],
  [
    "an event of a stream",
    StreamEvent,
    [["order-1", "SS-SE-0000000012", { version: 12, data: "{}" }, { stream: "order-1", version: 12 }]],
  ],
  [
    "the identifier of an event",
    StreamEventId,
    [["order-1", `SS-UID-${id}`, { version: 12 }, { stream: "order-1", id }]],
  ],
  ["facts beside days", DiaryMeta, [["ann", "meta", { title: "Mine" }, { owner: "ann", title: "Mine" }]]],
  [
    "days beside facts",
    DiaryDay,
    [["ann", "2026-11-22", { text: "rain" }, { owner: "ann", day: at("2026-11-22T00:00") }]],
  ],
  [
    "diagnostics of Azure",
    DiagnosticRow,
    [
      [
        "0638998758000000000",
        "dep-1___Web_Role___00000000000000000042",
        { message: "m" },
        { deployment: "dep-1", role: "Web_Role", no: 42n },
      ],
    ],
  ],
  [
    "the greatest time minus a time",
    FeedItem,
    [
      [
        "feed-a",
        `8638204694400000_${id.replaceAll("-", "")}`,
        { at: at("2026-11-22T00:00") },
        { feed: "a", at: at("2026-11-22T00:00"), id },
      ],
    ],
  ],
  [
    "the greatest safe integer minus a number",
    Score,
    [["chess", "9007199254739791-ann-b", { value: 1 }, { points: 1200n, player: "ann-b" }]],
  ],
  [
    "a time as toISOString writes it",
    AuditEntry,
    [
      [
        "audit|a|b",
        `2026-11-22T10:00:00.123Z|${id.toUpperCase()}`,
        { what: "login" },
        { tenant: "a|b", at: at("2026-11-22T10:00:00.123"), id },
      ],
    ],
  ],
  [
    "a ULID",
    OutboxMessage,
    [["mail", "msg_01KAMZ2Y00ABCDEFGHJKMNPQRS", { body: "b" }, { id: "01KAMZ2Y00ABCDEFGHJKMNPQRS" }]],
  ],
  ["a KSUID", Upload, [["ann", "0ujtsYcgvSTl8PAuAdqWYSMnLOv", { name: "n" }, { id: "0ujtsYcgvSTl8PAuAdqWYSMnLOv" }]]],
  ["the start of a hash", Profile, [["u15", "ANN@X.ORG", { email: "Ann@x.org", name: "Ann" }, { email: "Ann@x.org" }]]],
  [
    "a guid in braces and upper-case digits",
    Component,
    [["{00FF}", `{${id}}`, { hash: "h", name: "n" }, { id, part: 255 }]],
  ],
  [
    "parts that only touch",
    Sample,
    [["sensor-5", "t1795341600", { value: 1 }, { sensor: -5, at: new Date(1_795_341_600_000) }]],
  ],
];

const servers = [
  ["Azurite", "storage", startAzurite],
  ["the strict service", "storage", () => serveTableService().then(closing)],
  ["the strict service as Cosmos", "cosmos", () => serveTableService({ kind: "cosmos" }).then(closing)],
] as const;

describe.each(servers)("keys that programs write by hand, on %s", (_, kind, start) => {
  let server: { readonly connectionString: string; stop(): Promise<void> };
  const seen: Mismatch[] = [];
  const connect = (options = {}) =>
    TableServiceClient.fromConnectionString(server.connectionString, { kind, ...options });

  beforeAll(async () => {
    server = await start();
    for (const [, entity, seeds] of shapes) {
      const { table } = (entity as EntityClass<EntityTypes>).$schema;
      const client = TableClient.fromConnectionString(server.connectionString, table, {
        allowInsecureConnection: true,
      });
      await client.createTable();
      for (const [partitionKey, rowKey, properties] of seeds)
        await client.createEntity({ partitionKey, rowKey, ...properties });
    }
  });
  afterAll(() => server.stop());

  it.each(shapes)("%s: reads every row, and writes it back as it was", async (_, given, seeds) => {
    const entity = given as EntityClass<EntityTypes>;
    const service = connect();
    const entities = service.entities(entity);
    const table = service.table(entity.$schema.table);
    const read = await entities.scan().toArray();
    expect(read).toHaveLength(seeds.length);
    for (const [, , , values] of seeds) expect(read).toContainEqual(expect.objectContaining(values));
    const before = await table.scan().toArray();
    for (const row of read) await entities.replace(row as never, { ifMatch: row.$etag });
    for (const row of read) await entities.insertOrReplace({ ...row } as never);
    const after = await table.scan().toArray();
    const facts = (rows: typeof before) => rows.map(({ $etag: _, $timestamp: __, ...row }) => row);
    expect(facts(after)).toEqual(facts(before));
    expect(await entities.scan().count()).toBe(seeds.length);
    await service.close();
  });

  it("rows of another program are skipped, and reported where a handler is given", async () => {
    const client = TableClient.fromConnectionString(server.connectionString, "bookings", {
      allowInsecureConnection: true,
    });
    await client.createEntity({ partitionKey: "other", rowKey: "config", user: "x" });
    await client.createEntity({ partitionKey: "res_42", rowKey: "lunch_c1", user: "x" });
    const service = connect({ onMismatch: (mismatch: Mismatch) => void seen.push(mismatch) });
    expect(await connect().entities(Booking).scan().count()).toBe(2);
    expect(await connect().entities(Booking).scan().toArray()).toHaveLength(2);
    expect(await service.entities(Booking).scan().toArray()).toHaveLength(2);
    expect(seen.map(({ rowKey, error }) => [rowKey, error.code]).sort()).toEqual([
      ["config", "key.malformed"],
      ["lunch_c1", "key.malformed"],
    ]);
    const days = connect().entities(DiaryDay);
    expect(await days.query({ owner: "ann" }).toArray()).toMatchObject([{ text: "rain" }]);
    const partition = connect().partition(DiaryDay.partition({ owner: "ann" }));
    const both = await partition.query(DiaryMeta, DiaryDay).toArray();
    expect(both.map(({ $kind }) => $kind).sort()).toEqual(["day", "meta"]);
  });

  it("ranges and prefixes read what their values say", async () => {
    const bookings = connect().entities(Booking).query({ resource: "42" });
    const day = { ge: at("2026-11-22T00:00"), lt: at("2026-11-23T00:00") };
    const find = (start: object) => bookings.rowKey.between({ start } as never).toArray();
    expect(await find(day)).toHaveLength(1);
    expect(await find({ gt: at("2026-11-22T09:59:59.999") })).toHaveLength(1);
    expect(await find({ gt: at("2026-11-22T10:00") })).toHaveLength(0);
    expect(await find({ ge: at("2026-11-22T10:00:30") })).toHaveLength(0);
    expect(await find({ le: at("2026-11-22T10:00:30") })).toHaveLength(1);
    const texts = connect().entities(TextBooking).query({ resource: "42" }).rowKey;
    expect(await texts.startsWith({ start: "2026-11-22" }).toArray()).toMatchObject([{ slot: "c1" }]);
    expect(await texts.between({ start: { ge: "2026-11-23" } }).toArray()).toMatchObject([{ slot: "" }]);
    expect(await texts.between({ start: { le: "2026-11-22T10:00" } }).toArray()).toHaveLength(1);
    const feed = connect().entities(FeedItem).query({ feed: "a" }).rowKey;
    expect(await feed.between({ at: { ge: at("2026-11-21T00:00") } } as never).toArray()).toHaveLength(1);
    expect(await feed.between({ at: { gt: at("2026-11-22T00:00") } } as never).toArray()).toHaveLength(0);
    const messages = connect().entities(OutboxMessage).query({ topic: "mail" }).rowKey;
    const time = (text: string) => new Date(text);
    expect(
      await messages.between({ id: { time: { ge: time("2025-01-01"), lt: time("2026-01-01") } } }).toArray(),
    ).toHaveLength(1);
    expect(await messages.between({ id: { time: { ge: time("2026-01-01") } } }).toArray()).toHaveLength(0);
    const uploads = connect().entities(Upload).query({ user: "ann" }).rowKey;
    const second = time("2017-10-10T04:00:47Z");
    expect(await uploads.between({ id: { time: { ge: second, le: second } } }).toArray()).toHaveLength(1);
    expect(await uploads.between({ id: { time: { gt: second } } }).toArray()).toHaveLength(0);
  });
});

async function closing(server: Awaited<ReturnType<typeof serveTableService>>) {
  return { connectionString: server.connectionString, stop: () => server.close() };
}
