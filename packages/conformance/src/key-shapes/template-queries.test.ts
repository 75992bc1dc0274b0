import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { Booking, LimitWindow, OutboxMessage, Score, TextBooking } from "../tables.gen/index.js";
import { type AnyClass, compileEntities, type Values } from "./compile-entities.js";

const tables = createTableService();
const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
const at = (text: string) => new Date(`${text}Z`);

describe("the plan of a query by a template is a range of keys", () => {
  const bookings = service.entities(Booking).query({ resource: "42" }).rowKey;
  const texts = service.entities(TextBooking).query({ resource: "42" }).rowKey;
  const messages = service.entities(OutboxMessage).query({ topic: "mail" }).rowKey;
  const windows = service.entities(LimitWindow).query({ address: "::1" }).rowKey;
  const scores = service.entities(Score).query({ game: "chess" }).rowKey;
  const day = { ge: at("2026-11-22T00:00"), lt: at("2026-11-23T00:00") };

  it.each([
    ["a day of times", bookings.between({ start: day }), "ge '2026-11-22T00:00'", "lt '2026-11-23T00:00'"],
    [
      "a bound between minutes",
      bookings.between({ start: { gt: at("2026-11-22T10:00:30") } }),
      "ge '2026-11-22T10:01'",
    ],
    ["one time", bookings.startsWith({ start: at("2026-11-22T10:00") }), "ge '2026-11-22T10:00_'"],
    ["the first characters of a text", texts.startsWith({ start: "2026-11-22" }), "ge '2026-11-22'", "lt '2026-11-23'"],
    [
      "a time of identifiers",
      messages.between({ id: { time: { ge: new Date(1) } } }),
      "ge 'msg_00000000010000000000000000'",
    ],
    ["a value after a literal", windows.startsWith({ at: new Date(540_000) }), "ge 'w9_'", "lt 'w9`'"],
    ["the greatest numbers first", scores.between({ points: { gt: 1200n } }), "lt '9007199254739791'"],
  ])("%s", (_, query, ...bounds) => {
    const { access, filters } = query.explain();
    expect(access).toBe("row range");
    for (const bound of bounds) expect(filters[0]).toContain(`RowKey ${bound}`);
  });
});

/** Compiles one entity, creates its table and inserts rows. */
async function entitiesOf(name: string, definition: string, rows: readonly Values[]) {
  const { classes, codes } = compileEntities([`export const ${name} = entity({ table: "${name}", ${definition} });`]);
  if (classes === undefined) throw new Error(codes.join());
  const [entity] = classes as readonly [AnyClass];
  await service.createTables([entity]);
  const entities = service.entities(entity);
  for (const row of rows) await entities.insert(row as never);
  return entities;
}

it("a prefix that other values begin with finds only its rows, in every way to read them", async () => {
  const rows = [1, 10, 101, 2].flatMap((n) => [true, false].map((b) => ({ n, b, v: n })));
  const entities = await entitiesOf(
    "Flags",
    `properties: { n: edm.int32({ keyOnly: true, min: 0 }), b: edm.boolean({ keyOnly: true }), v: edm.int32() }, partitionKey: () => ["p"], rowKey: (k) => [\`\${k.n.text}\${k.b}\`]`,
    rows,
  );
  const query = entities.query({} as never).rowKey.startsWith({ n: 1 } as never);
  expect(await query.toArray()).toMatchObject(rows.filter(({ n }) => n === 1).reverse());
  expect(await query.count()).toBe(2);
  expect(await query.where({ v: { gt: 1 } } as never).first()).toBeUndefined();
  const pages: number[] = [];
  for await (const page of query.pages({ size: 1 })) pages.push(page.items.length);
  expect(pages.reduce((sum, length) => sum + length, 0)).toBe(2);
  expect(await entities.deleteWhere(query, { max: 9 })).toMatchObject({ deleted: 2 });
  expect(await entities.query({} as never).count()).toBe(6);
});

describe("queryPartitions enumerates the formats of times", () => {
  const days = [22, 23, 24].flatMap((day) => [0, 12].map((hour) => ({ at: new Date(Date.UTC(2026, 10, day, hour)) })));
  const range = { at: { ge: at("2026-11-22T06:00"), lt: at("2026-11-24T00:00") } };

  it("of a stored property, with a condition on it", async () => {
    const rows = days.map((row, n) => ({ ...row, n }));
    const entities = await entitiesOf(
      "Stored",
      'properties: { at: edm.dateTime(), n: edm.int32() }, partitionKey: (k) => [k.at.format("yyyyMMdd")], rowKey: (k) => [k.n.pad(3)]',
      rows,
    );
    const query = entities.queryPartitions(range as never);
    expect(query.explain().filters).toHaveLength(2);
    expect((await query.toArray()).map((row) => (row as unknown as Values)["n"])).toEqual([1, 2, 3]);
  });

  it("of a property in the key alone, for the times that it keeps", async () => {
    const rows = days.filter(({ at: time }) => time.getUTCHours() === 0).map((row, n) => ({ ...row, n }));
    const entities = await entitiesOf(
      "Kept",
      `properties: { at: edm.dateTime({ keyOnly: true }), n: edm.int32() }, partitionKey: (k) => [\`d\${k.at.days}\`], rowKey: (k) => [k.n.pad(3)]`,
      rows,
    );
    const query = entities.queryPartitions(range as never);
    expect(query.explain().filters).toEqual(["PartitionKey eq 'd20780'"]);
    expect(await query.toArray()).toMatchObject([{ at: at("2026-11-23T00:00"), n: 1 }]);
  });
});
