import { TableServiceClient } from "@tablewright/runtime";
import { getUserDelegationKey, removeReceipts, setAccessPolicies } from "@tablewright/runtime/admin";
import { edm } from "@tablewright/runtime/edm";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { compileEntities } from "../key-shapes/compile-entities.js";

const { classes = [] } = compileEntities([
  `export const Thing = entity({
    table: "Things",
    properties: { part: edm.string(), id: edm.string(), text: edm.string().optional(), bytes: edm.binary().optional(), no: edm.int32({ min: 1, max: 9 }).optional(), short: edm.string({ maxLength: 4 }).optional(), some: edm.binary({ maxBytes: 4 }).optional() },
    partitionKey: (k) => [k.part], rowKey: (k) => [k.id],
  });`,
]);
const { classes: sharded = [] } = compileEntities([
  `export const Sharded = entity({ table: "Shards", properties: { id: edm.string() }, partitionKey: (k) => [k.id.shard(4)], rowKey: (k) => [k.id] });`,
]);
const [Thing] = classes as unknown as [never];
const [Sharded] = sharded as unknown as [never];

// biome-ignore lint/suspicious/noExplicitAny: the classes are known only at run time
type Any = any;
type Call = (service: TableServiceClient, things: Any) => PromiseLike<unknown>;

const key = { part: "a", id: "1" };
const day = 86_400_000;
const start = new Date("2026-01-01T00:00:00Z");
const name = (length: number) => "A".repeat(length);
const policies = (count: number, id = "p") => Array.from({ length: count }, (_, n) => ({ id: `${id}${n}` }));
const either = (count: number) => ({ $or: Array.from({ length: count }, (_, n) => ({ no: (n % 9) + 1 })) });
const inserts = (count: number, options: object) => async (service: TableServiceClient) =>
  service.transaction(
    (Thing as Any).partition(key),
    (tx: Any) => {
      for (let n = 0; n < count; n++) tx.insert(Thing, { id: `t${n}` });
    },
    options,
  );
const rowOf =
  (properties: Record<string, unknown>): Call =>
  (service) =>
    service.table("Things").insert({ partitionKey: "p", rowKey: "r", properties } as never);
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, edm.boolean(true)]));
const insert =
  (values: object): Call =>
  (_, things) =>
    things.insert({ ...key, ...values });
const delegation =
  (milliseconds: number): Call =>
  (service) =>
    getUserDelegationKey(service, { startsOn: start, expiresOn: new Date(start.getTime() + milliseconds) });

/** Documented limits: the last accepted call, and the first refused one. */
const limits: Readonly<Record<string, readonly [accepted: Call, refused: Call]>> = {
  "a user delegation key of 7 days": [delegation(7 * day), delegation(7 * day + 1)],
  "a string of 32,768 units": [insert({ text: "x".repeat(32_768) }), insert({ text: "x".repeat(32_769) })],
  "65,536 bytes": [insert({ bytes: new Uint8Array(65_536) }), insert({ bytes: new Uint8Array(65_537) })],
  "the maxLength of a definition": [insert({ short: "1234" }), insert({ short: "12345" })],
  "the maxBytes of a definition": [insert({ some: new Uint8Array(4) }), insert({ some: new Uint8Array(5) })],
  "the max of a definition": [insert({ no: 9 }), insert({ no: 10 })],
  "the min of a definition": [insert({ no: 1 }), insert({ no: 0 })],
  "a key of 1,024 units": [insert({ id: "x".repeat(1_024) }), insert({ id: "x".repeat(1_025) })],
  "100 operations of a transaction": [inserts(100, {}), inserts(101, {})],
  "99 operations of a transaction with a receipt": [
    inserts(99, { exactly: "once" }),
    inserts(100, { exactly: "once" }),
  ],
  "252 properties": [rowOf(many(252)), rowOf(many(253))],
  "a property name of 255 units": [
    rowOf({ ["n".repeat(255)]: edm.int32(1) }),
    rowOf({ ["n".repeat(256)]: edm.int32(1) }),
  ],
  "a table name of 63 characters": [(s) => s.tables.create(name(63)), (s) => s.tables.create(name(64))],
  "a table name of 3 characters": [(s) => s.tables.create(name(3)), (s) => s.tables.create(name(2))],
  "5 access policies": [
    (s) => setAccessPolicies(s, "Things", policies(5)),
    (s) => setAccessPolicies(s, "Things", policies(6)),
  ],
  "an access policy's id of 64 characters": [
    (s) => setAccessPolicies(s, "Things", policies(1, "i".repeat(63))),
    (s) => setAccessPolicies(s, "Things", policies(1, "i".repeat(64))),
  ],
  "15 comparisons": [
    (_, things) => things.query({ part: "a" }).where(either(14)).toArray(),
    (_, things) => things.query({ part: "a" }).where(either(16)).toArray(),
  ],
  "a page of 1,000 rows": [
    (_, things) => things.scan().page({ size: 1_000 }),
    (_, things) => things.scan().page({ size: 1_001 }),
  ],
  "a page of one row": [(_, things) => things.scan().page({ size: 1 }), (_, things) => things.scan().page({ size: 0 })],
  "one attempt of modify": [
    (_, things) => things.modify(key, () => ({ set: { short: "m" } }), { attempts: 1 }),
    (_, things) => things.modify(key, () => ({ set: { short: "m" } }), { attempts: 0 }),
  ],
  "one concurrent read of getMany": [
    (_, things) => things.getMany([key], { concurrency: 1 }),
    (_, things) => things.getMany([key], { concurrency: 0 }),
  ],
  "one concurrent request of a bulk": [
    (_, things) => things.bulk([{ insertOrMerge: key }], { concurrency: 1 }),
    async (_, things) => things.bulk([{ insertOrMerge: key }], { concurrency: 0 }),
  ],
  "one parallel read": [
    (_, things) => things.scan({ parallel: 1 }).toArray(),
    async (_, things) => things.scan({ parallel: 0 }).toArray(),
  ],
  "as many partitions as maxPartitions": [
    (s) => (s.entities(Sharded) as Any).queryPartitions({}, { maxPartitions: 4 }).toArray(),
    async (s) => (s.entities(Sharded) as Any).queryPartitions({}, { maxPartitions: 3 }).toArray(),
  ],
  "a time limit of a millisecond": [
    (_, things) => things.get(key, { timeoutMs: 1 }),
    (_, things) => things.get(key, { timeoutMs: 0 }),
  ],
  "receipts of 16 minutes": [
    (s) => removeReceipts(s, "Things", { minAgeMs: 16 * 60_000 }),
    (s) => removeReceipts(s, "Things", { minAgeMs: 16 * 60_000 - 1 }),
  ],
};

it.each(Object.entries(limits))(
  "%s: the last value is sent, and the next is refused before anything is sent",
  async (_, [accepted, refused]) => {
    for (const [call, isSent] of [
      [accepted, true],
      [refused, false],
    ] as const) {
      const tables = createTableService({ tables: { Things: [], Shards: [] } });
      const plain = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
      await (plain.entities(Thing) as Any).insert({ ...key, id: "0" });
      let sent = 0;
      const service = TableServiceClient.fromConnectionString(tables.connectionString, {
        transport: (request) => {
          sent++;
          return tables(request);
        },
        retry: false,
      });
      const error = await Promise.resolve()
        .then(() => call(service, service.entities(Thing)))
        .then(
          () => undefined,
          (thrown: { readonly code?: string }) => thrown.code,
        );
      expect({ isSent: sent > 0, error }).toEqual({
        isSent,
        error: isSent ? error : expect.stringMatching(/^[a-z]+\.[a-z-]+$/),
      });
    }
  },
);

it("max of deleteWhere and updateWhere: as many rows as it says are written, one more and none is", async () => {
  const tables = createTableService({ tables: { Things: [] } });
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  const things = service.entities(Thing) as Any;
  await things.bulk(["1", "2"].map((id) => ({ insert: { ...key, id } })));
  const query = things.query({ part: "a" });
  await expect(things.updateWhere(query, { short: "m" }, { max: 1 })).rejects.toMatchObject({
    code: "query.too-many-rows",
  });
  expect(await things.updateWhere(query, { short: "m" }, { max: 2 })).toMatchObject({ updated: 2 });
  await expect(things.deleteWhere(query, { max: 1 })).rejects.toMatchObject({ code: "query.too-many-rows" });
  expect(await things.deleteWhere(query, { max: 2 })).toMatchObject({ deleted: 2 });
});
