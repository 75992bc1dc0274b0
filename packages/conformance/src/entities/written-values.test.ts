import { type ETag, isTableError, TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { User } from "../../../generator/src/emit/golden/kept/expected/index.js";
import { Job } from "../../../generator/src/emit/golden/made-defaults/expected/index.js";
import { Order, OrderLine } from "../../../generator/src/emit/golden/shop/expected/index.js";

const tables = createTableService();
const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
const orders = service.entities(Order);
const users = service.entities(User);
const jobs = service.entities(Job);

const key = { customerId: "C1", placedAt: new Date("2026-11-21T12:00:00.123Z"), orderNo: 7 };
const init = { ...key, total: 5, sequence: 1n, currency: "EUR" } as const;
const person = { tenant: "t", email: "a@x.org", passwordHash: new Uint8Array([1]) };
const anyETag = expect.stringMatching(/^W\//) as unknown as ETag;

beforeEach(async () => {
  tables.reset();
  await service.createTables([Order, User, Job]);
});

/** Counts the requests that a call sends. */
async function requestsOf(call: () => Promise<unknown>): Promise<number> {
  const before = tables.requests.length;
  await call();
  return tables.requests.length - before;
}

describe("a write returns", () => {
  it("the key of the entity beside its ETag", async () => {
    expect(await orders.insert(init)).toStrictEqual({ $etag: anyETag, ...key });
    expect(await orders.insertOrMerge(init)).toStrictEqual({ $etag: anyETag, ...key });
    expect(await orders.insertOrReplace(init)).toStrictEqual({ $etag: anyETag, ...key });
    expect(await orders.replace(init, { ifMatch: "*" })).toStrictEqual({ $etag: anyETag, ...key });
    const { $etag } = await orders.merge(key, { paid: true }, { ifMatch: "*" });
    const unchanged = await orders.modify(key, () => undefined);
    expect(unchanged).toStrictEqual({ $etag, ...key });
    expect(await orders.modify(key, () => ({ set: { total: 6 } }))).toStrictEqual({ $etag: anyETag, ...key });
    expect(await orders.modify(key, () => ({ unset: ["note"] }))).toStrictEqual({ $etag: anyETag, ...key });
  });

  it("a key that can be passed on", async () => {
    const created = await orders.insert(init);
    await orders.merge(created, { paid: true }, { ifMatch: created.$etag });
    expect(await orders.get(created)).toMatchObject({ paid: true });
  });

  it("the values that the library made, as they are stored", async () => {
    const made = await users.insert(person);
    const stored = await users.getOrThrow(made);
    const { tenant, id, createdAt, createdIso, updatedAt, updatedTicks } = stored;
    // The service drops zeros at the end of the fraction.
    const { createdIso: madeIso, ...others } = made;
    expect(others).toStrictEqual({ $etag: stored.$etag, tenant, id, createdAt, updatedAt, updatedTicks });
    expect(new Date(madeIso)).toEqual(new Date(createdIso ?? ""));

    const { $etag, ...changed } = await users.merge(made, { plan: "paid" }, { ifMatch: made.$etag });
    const merged = await users.getOrThrow(made);
    expect(changed).toStrictEqual({ tenant, id, updatedAt: merged.updatedAt, updatedTicks: merged.updatedTicks });
    expect($etag).toBe(merged.$etag);

    const modified = await users.modify(made, () => ({ set: { plan: "free" } }));
    const last = await users.getOrThrow(made);
    expect(modified.updatedAt).toEqual(last.updatedAt);
    expect(await users.replace(last, { ifMatch: last.$etag })).toMatchObject({ tenant, id });
    expect((await users.getOrThrow(made)).createdAt).toEqual(createdAt);
  });

  it("random ids and times of keys, which only the insert knows", async () => {
    const made = await jobs.insert({ queue: "q" });
    const stored = await jobs.getOrThrow(made);
    expect(made).toMatchObject({ id: stored.id, createdAt: stored.createdAt, trace: stored.trace });
    expect(made).not.toHaveProperty("tags");
    const again = await jobs.insertOrReplace({ queue: "q" });
    expect(await jobs.getOrThrow(again)).toMatchObject({ trace: again.trace });
    expect((await jobs.insert({})).queue).toBe("main");
  });
});

describe("on request, a write returns the entity as it was written", () => {
  it("without a further request", async () => {
    let order: Order | undefined;
    expect(await requestsOf(async () => (order = await orders.insert(init, { return: "entity" })))).toBe(1);
    const { $timestamp, ...stored } = await orders.getOrThrow(key);
    expect(order).toBeInstanceOf(Order);
    expect({ ...order }).toEqual(stored);
    expect(JSON.stringify(order)).toBe(JSON.stringify(await orders.getOrThrow(key)));

    const replaced = await orders.replace({ ...init, total: 7 }, { ifMatch: "*", return: "entity" });
    expect([replaced.total, replaced.paid]).toEqual([7, false]);
    const upserted = await orders.insertOrReplace({ ...init, total: 8 }, { return: "entity" });
    expect(upserted.$etag).toBe((await orders.getOrThrow(key)).$etag);
  });

  it("as modify changed it", async () => {
    await orders.insert({ ...init, note: "n" });
    const add = ({ total }: { readonly total: number }) => ({ set: { total: total + 1 } });
    const { total, note } = await orders.modify(key, add, { return: "entity" });
    expect([total, note]).toEqual([6, "n"]);
    const without = await orders.modify(key, () => ({ unset: ["note"] }), { return: "entity" });
    expect([without.total, without.note]).toEqual([6, undefined]);
    const same = await orders.modify(key, () => undefined, { return: "entity" });
    expect(same.total).toBe(6);
    const first = await orders.modify({ ...key, orderNo: 8 }, add, {
      orInsert: { ...init, orderNo: 8 },
      return: "entity",
    });
    expect(first.total).toBe(5);
  });

  it("of entities with indexes and read-only properties, usable as the condition of a transaction", async () => {
    const made = await users.insert(person, { return: "entity" });
    expect(made).toMatchObject({ email: "a@x.org", plan: "free" });
    await service.transaction(User.partition(made), (tx) => {
      tx.merge(User, made, { plan: "paid" }, { from: made });
    });
    expect((await users.getOrThrow(made)).plan).toBe("paid");
    const kept = await users.insertOrReplace(await users.getOrThrow(made), { return: "entity" });
    expect(kept.createdAt).toEqual(made.createdAt);
  });

  it("and is refused where the write does not know it", async () => {
    const asked = { ifMatch: "*", return: "entity" } as const;
    const failure = await orders.merge(key, { paid: true }, asked).catch((error: unknown) => error);
    expect(isTableError(failure, "config.invalid-option")).toBe(true);
  });
});

describe("a transaction returns", () => {
  const line = { orderNo: 7, sku: "A", quantity: 1 };

  it("keys and made values, from the methods at once and in the results with the ETags", async () => {
    const results = await service.transaction(User.partition({ tenant: "t" }), (tx) => {
      const { id } = tx.insert(User, { email: "a@x.org", passwordHash: new Uint8Array([1]) });
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      return [
        tx.insert(User, { id: "00000000-0000-4000-8000-000000000001", email: id, passwordHash: person.passwordHash }),
      ];
    });
    expect(results).toHaveLength(1);
    const [{ $etag, id, createdAt }] = results as typeof results & [(typeof results)[number]];
    expect(await users.getOrThrow({ tenant: "t", id })).toMatchObject({ $etag, createdAt });
  });

  it("one typed result for the operation, or the array of operations, that the callback returns", async () => {
    const partition = OrderLine.partition({ customerId: "C1" });
    const [only] = await service.transaction(partition, (tx) => tx.insert(OrderLine, { ...line, lineNo: 1 }));
    expect(only).toStrictEqual({ $etag: anyETag, customerId: "C1", orderNo: 7, lineNo: 1 });
    const [second, removed] = await service.transaction(partition, (tx) => {
      const gone = tx.delete(OrderLine, { orderNo: 7, lineNo: 1 }, { ifMatch: "*" });
      return [tx.insert(OrderLine, { ...line, lineNo: 2 }), gone] as const;
    });
    expect([second.lineNo, second.$etag, removed.lineNo, removed.$etag]).toEqual([2, anyETag, 1, undefined]);
    const all = await service.transaction(partition, (tx) => {
      tx.insert(OrderLine, { ...line, lineNo: 3 });
      tx.rows.insert({ rowKey: "audit", properties: {} });
      return [];
    });
    expect(all).toEqual([{ $etag: anyETag, customerId: "C1", orderNo: 7, lineNo: 3 }, { $etag: anyETag }]);
  });
});

it("a bulk tells the key and the made values of each item", async () => {
  const items = [
    { insert: person },
    {
      merge: { tenant: "t", id: "00000000-0000-4000-8000-000000000002" } as const,
      changes: { plan: "paid" as const },
      ifMatch: "*" as const,
    },
  ];
  let inserted: object | undefined;
  for await (const outcome of users.bulk(items)) {
    if (outcome.ok) inserted = outcome.values;
    else expect(outcome.error.code).toBe("entity.not-found");
  }
  const { id, createdAt } = inserted as { readonly id: User["id"]; readonly createdAt: Date };
  expect(await users.getOrThrow({ tenant: "t", id })).toMatchObject({ createdAt });
  const deleted = [];
  for await (const outcome of orders.bulk([{ delete: key, ifMatch: "*" }]))
    if (outcome.ok) deleted.push(outcome.values);
  expect(deleted).toEqual([key]);
});

it("a time that every write sets is refused in plain values, and ignored in an entity", async () => {
  const time = { updatedAt: new Date() };
  const refused = { code: "value.read-only", property: "updatedAt" };
  await expect(users.insert({ ...person, ...time })).rejects.toMatchObject(refused);
  await expect(users.insertOrReplace({ ...person, ...time })).rejects.toMatchObject(refused);
  const made = await users.insert(person);
  await expect(users.merge(made, { plan: "paid", ...time } as never, { ifMatch: "*" })).rejects.toMatchObject(refused);
  await expect(users.modify(made, () => ({ set: time as never }))).rejects.toMatchObject(refused);
  const stored = await users.getOrThrow(made);
  await users.replace({ ...stored, plan: "paid" }, { ifMatch: stored.$etag });
  await users.insert(new User({ ...stored, id: "00000000-0000-4000-8000-000000000003" }));
  expect(await users.query({ tenant: "t" }).count()).toBe(2);
});
