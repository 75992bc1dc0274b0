import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { beforeEach, expect, it } from "vitest";
import { type AnyClass, compileEntities } from "./compile-entities.js";

/* Conditions on properties in keys, which a query reads as keys: they find, and delete, the rows that meet them and no others. */

/** Any value that plain JavaScript can pass. */
// biome-ignore lint/suspicious/noExplicitAny: the compiler refuses most of these conditions.
type Anything = any;

const { classes = [] } = compileEntities([
  `export const Parcel = entity({ table: "Parcels",
    properties: { code: edm.string({ length: 4 }), no: edm.int32({ min: 0 }), tag: edm.string({ length: 2, keyOnly: true }) },
    partitionKey: () => ["p"], rowKey: (k) => [k.code.raw, k.no.pad(3), k.tag.raw] });`,
  `export const Depot = entity({ table: "Depots", properties: { code: edm.string({ length: 4 }), no: edm.int32({ min: 0 }) },
    partitionKey: (k) => [k.code.raw, k.no.pad(3)], rowKey: () => ["x"] });`,
  `export const Shelf = entity({ table: "Shelves", properties: { level: edm.int32({ default: 7 }), no: edm.int32({ min: 0 }) },
    partitionKey: () => ["p"], rowKey: (k) => [k.level.asc, k.no.pad(4)] });`,
]);
const [Parcel, Depot, Shelf] = classes as [AnyClass, AnyClass, AnyClass];

let service: TableServiceClient;
let parcels: Anything;
let depots: Anything;

beforeEach(async () => {
  const tables = createTableService();
  service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  await service.createTables([Parcel, Depot, Shelf]);
  parcels = service.entities(Parcel);
  depots = service.entities(Depot);
  for (const [code, no] of [
    ["abcd", 1],
    ["abce", 2],
    ["abcd", 12],
  ]) {
    await parcels.insert({ code, no, tag: "xy" });
    await depots.insert({ code, no });
  }
});

it.each([
  [{ code: "ab" }],
  [{ code: "" }],
  [{ code: { eq: "abc" } }],
  [{ code: { in: ["ab", ""] } }],
  [{ code: { gt: "\uffff\uffff\uffff\uffff" } }],
])("%j deletes nothing, since no text of four characters meets it", async (where) => {
  expect(await parcels.deleteWhere(parcels.scan().where(where), { max: 10 })).toEqual({ deleted: 0, changed: 0 });
  expect(await depots.deleteWhere(depots.scan().where(where), { max: 10 })).toEqual({ deleted: 0, changed: 0 });
  expect([await parcels.scan().count(), await depots.scan().count()]).toEqual([3, 3]);
});

it("finds each row once where a text and a beginning of it are listed", async () => {
  const where = { code: { in: ["ab", "abcd", "abce"] } };
  expect(await parcels.scan().where(where).toArray()).toHaveLength(3);
  expect(await depots.scan().where(where).toArray()).toHaveLength(3);
});

it.each([
  [{ code: { ge: "abcd", between: undefined } }, "query.undefined-value"],
  [{ code: { ge: "abcd", between: null } }, "query.undefined-value"],
  [{ code: { ge: "abcd", between: ["abcd"] } }, "value.wrong-type"],
  [{ code: "abcd", no: { ge: "1" } }, "value.wrong-type"],
  [{ code: "abcd", no: "1" }, "value.wrong-type"],
])("%j is refused with %s, and deletes nothing", async (where, code) => {
  const deleting = async () => parcels.deleteWhere(parcels.scan().where(where), { max: 10 });
  await expect(deleting()).rejects.toMatchObject({ code });
  expect(await parcels.scan().count()).toBe(3);
});

it("finds no row that lacks a property with a default, whatever its key says", async () => {
  const shelves: Anything = service.entities(Shelf);
  await shelves.insert({ level: 7, no: 1 });
  const rows = service.table("Shelves");
  const row = await rows.getOrThrow(Shelf.key({ level: 7, no: 1 }));
  const { level: _, ...properties } = row.properties;
  await rows.insertOrReplace({ ...row, properties });
  for (const where of [{ level: 7 }, { level: { in: [7, 8] } }, { level: { ge: 7 } }, { level: { ge: 7, ne: 9 } }])
    expect(await shelves.scan().where(where).toArray()).toEqual([]);
  expect(await shelves.scan().toArray()).toMatchObject([{ level: 7, no: 1 }]);
});
