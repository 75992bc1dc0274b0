import {
  TableServiceClient as Client,
  type IndexError,
  isIndexError,
  type TableServiceClient,
  type Transport,
} from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { reindex } from "@tablewright/runtime/reindex";
import { createTableService } from "@tablewright/testing";
import { afterEach, beforeAll, describe, expect, it as test, vi } from "vitest";
import { Profile, ProfileByHandle } from "../../../runtime/src/test/profiles/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";

const any = { ifMatch: "*" } as const;

async function failureOf(call: PromiseLike<unknown>): Promise<IndexError> {
  const error = await Promise.resolve(call).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isIndexError(error)) throw error ?? new Error("The call did not fail.");
  return error;
}

describeTargets("values that are unique over all partitions", targets, ({ running, it }) => {
  let service: TableServiceClient;
  let count = 0;
  beforeAll(async () => {
    service = running().service;
    await service.createTables([Profile]);
  });

  function setUp() {
    const n = count++;
    const [one, two] = [`U${n}a`, `U${n}b`];
    return { profiles: service.entities(Profile), one, two, handle: `H${n}` };
  }

  it("belong to one entity, and the error names the entity, the property and the value", async () => {
    const { profiles, one, two, handle } = setUp();
    await profiles.insert({ team: one, who: "1", handle });
    const error = await failureOf(profiles.insert({ team: two, who: "2", handle: handle.toLowerCase() }));
    expect(error).toMatchObject({
      code: "index.not-unique",
      entity: "Profile",
      index: "byHandle",
      values: { handle: handle.toLowerCase() },
      owner: Profile.key({ team: one, who: "1" }),
      entityKey: Profile.key({ team: two, who: "2" }),
    });
    expect(error.message).toContain(`Another Profile has handle "${handle.toLowerCase()}", and the index byHandle`);
    expect(await profiles.get({ team: two, who: "2" })).toBeUndefined();
    expect(await profiles.byHandle.get({ handle })).toMatchObject({ team: one, who: "1" });
  });

  it("are refused in every write", async () => {
    const { profiles, one, two, handle } = setUp();
    await profiles.insert({ team: one, who: "1", handle });
    await profiles.insert({ team: two, who: "2" });
    const [key, init] = [
      { team: two, who: "2" },
      { team: two, who: "2", handle },
    ];
    const taken = { code: "index.not-unique", index: "byHandle", values: { handle } };
    await expect(profiles.insertOrReplace(init)).rejects.toMatchObject(taken);
    await expect(profiles.insertOrMerge(init)).rejects.toMatchObject(taken);
    await expect(profiles.replace(init, any)).rejects.toMatchObject(taken);
    await expect(profiles.merge(key, { handle }, any)).rejects.toMatchObject(taken);
    await expect(profiles.modify(key, () => ({ set: { handle } }))).rejects.toMatchObject(taken);
    const from = await profiles.getOrThrow(key);
    const both = service.transaction(Profile.partition({ team: two }), (tx) => {
      tx.insert(Profile, { who: "3" });
      tx.merge(Profile, { who: "2" }, { handle }, { from });
    });
    await expect(both).rejects.toMatchObject({ ...taken, cause: { name: "TransactionError", index: 1 } });
    expect(await profiles.get({ team: two, who: "3" })).toBeUndefined();
    const twice = service.transaction(Profile.partition({ team: two }), (tx) => {
      tx.insert(Profile, { who: "4", handle: `${handle}x` });
      tx.insert(Profile, { who: "5", handle: `${handle}X` });
    });
    await expect(twice).rejects.toMatchObject({ code: "index.not-unique", values: { handle: `${handle}X` } });
    const bulk = profiles.bulk(
      ["6", "7", "8"].map((who) => ({ insert: { team: two, who, handle: who === "7" ? handle : `${handle}-${who}` } })),
    );
    await expect(bulk).rejects.toMatchObject({ written: 2, failed: 1, cause: taken });
    expect(await profiles.query({ team: two }).count()).toBe(3);
  });

  it("go with their entity, and stay with it where nothing changes", async () => {
    const { profiles, one, two, handle } = setUp();
    const key = { team: one, who: "1" };
    await profiles.insert({ ...key, handle });
    await profiles.merge(key, { note: "n" }, any);
    await profiles.merge(key, { handle: `${handle}-new` }, any);
    // The reservation of the former value is too young to be taken over, so only the entity that had the value can take it back.
    await expect(profiles.insert({ team: two, who: "2", handle })).rejects.toMatchObject({ code: "index.reserved" });
    await profiles.merge(key, { handle }, any);
    expect(await profiles.byHandle.get({ handle: `${handle}-new` })).toBeUndefined();
    expect(await profiles.byHandle.get({ handle })).toMatchObject(key);
    await profiles.replace(key, any);
    expect(await profiles.byHandle.get({ handle })).toBeUndefined();
  });

  it("reindex reserves what another program has written, and names both entities of a value", async () => {
    const { profiles, one, two, handle } = setUp();
    const table = service.table("Profiles");
    await profiles.insert({ team: one, who: "1" });
    await profiles.insert({ team: two, who: "2" });
    await table.merge(Profile.key({ team: one, who: "1" }), { handle: edm.string(handle) }, any);
    expect(await profiles.byHandle.get({ handle })).toBeUndefined();
    await reindex(service, Profile, "byHandle");
    expect(await profiles.byHandle.get({ handle })).toMatchObject({ who: "1" });
    await table.merge(Profile.key({ team: two, who: "2" }), { handle: edm.string(handle) }, any);
    const { takenValues } = await reindex(service, Profile, "byHandle");
    expect(takenValues).toContainEqual({
      index: "byHandle",
      entity: Profile.key({ team: two, who: "2" }),
      owner: Profile.key({ team: one, who: "1" }),
    });
  });
});

describe.each(["storage", "cosmos"] as const)("a reservation on %s that a crash has left behind", (kind) => {
  afterEach(() => {
    vi.useRealTimers();
  });

  async function open() {
    vi.useFakeTimers({ now: new Date("2024-05-01T00:00:00Z"), toFake: ["Date"] });
    const tables = createTableService({ kind });
    let sent = 0;
    let crashAfter = Number.POSITIVE_INFINITY;
    const transport: Transport = async (request) => {
      if (sent++ < crashAfter) return tables(request);
      throw Object.assign(new Error("The client has crashed."), { code: "ECONNREFUSED" });
    };
    const client = (options: object) => Client.fromConnectionString(tables.connectionString, { kind, ...options });
    const service = client({ transport: tables });
    await service.createTables([Profile]);
    const profiles = service.entities(Profile);
    const crashing = client({ transport, retry: { maxAttempts: 1 } });
    return {
      service,
      profiles,
      /** Inserts a profile with a client that crashes once it has reserved the handle. */
      async crash(init: Parameters<typeof profiles.insert>[0]) {
        [sent, crashAfter] = [0, 1];
        await expect(crashing.entities(Profile).insert(init)).rejects.toThrow();
      },
      later: (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000),
    };
  }

  test("is taken over by the next write after 20 minutes, and not before", async () => {
    const { profiles, crash, later } = await open();
    await crash({ team: "A", who: "1", handle: "ann" });
    expect(await profiles.byHandle.get({ handle: "ann" })).toBeUndefined();
    const bob = { team: "B", who: "2", handle: "ann" };
    const error = await failureOf(profiles.insert(bob));
    expect(error).toMatchObject({
      code: "index.reserved",
      values: { handle: "ann" },
      owner: Profile.key({ team: "A", who: "1" }),
    });
    later(21);
    await profiles.insert(bob);
    expect(await profiles.byHandle.get({ handle: "ANN" })).toMatchObject({ who: "2" });
    await expect(profiles.insert({ team: "A", who: "1", handle: "ann" })).rejects.toMatchObject({
      code: "index.not-unique",
    });
  });

  test("stays the value of an entity whose insert the network held for as long as the service accepts it", async () => {
    const tables = createTableService({ tables: { Profiles: [] } });
    let held: (() => Promise<unknown>) | undefined;
    const holding: Transport = async (request) => {
      if (request.method !== "POST" || !String(request.body).includes('"kind":"profile"')) return tables(request);
      held ??= () => tables({ ...request, signal: undefined } as never);
      throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    };
    const connect = (transport: Transport) =>
      Client.fromConnectionString(tables.connectionString, { transport, retry: false });
    const other = connect(tables);
    await other.createTables([Profile]);
    const ann = connect(holding).entities(Profile).insert({ team: "A", who: "1", handle: "ann" });
    await expect(ann).rejects.toMatchObject({ outcome: "unknown" });
    tables.clock.advance(14 * 60_000);
    await expect(other.entities(Profile).insert({ team: "B", who: "2", handle: "ann" })).rejects.toMatchObject({
      code: "index.reserved",
    });
    await held?.();
    expect((await other.entities(Profile).scan().toArray()).map(({ who }) => who)).toEqual(["1"]);
    tables.clock.advance(10 * 60_000);
    await expect(other.entities(Profile).insert({ team: "B", who: "2", handle: "ann" })).rejects.toMatchObject({
      code: "index.not-unique",
    });
  });

  test("is that of its own entity at once", async () => {
    const { profiles, crash } = await open();
    await crash({ team: "A", who: "1", handle: "ann" });
    await profiles.insert({ team: "A", who: "1", handle: "ann" });
    expect(await profiles.byHandle.get({ handle: "ann" })).toMatchObject({ who: "1" });
  });

  test("is deleted by reindex after 20 minutes", async () => {
    const { service, profiles, crash, later } = await open();
    await crash({ team: "A", who: "1", handle: "ann" });
    expect(await reindex(service, Profile, "byHandle")).toMatchObject({ deleted: 0 });
    later(21);
    expect(await reindex(service, Profile, "byHandle")).toMatchObject({ deleted: 1 });
    await profiles.insert({ team: "B", who: "2", handle: "ann" });
  });

  test("of a former value goes with the write that leaves it, once it is old", async () => {
    const { service, profiles, later } = await open();
    await profiles.insert({ team: "A", who: "1", handle: "ann" });
    later(21);
    await profiles.merge({ team: "A", who: "1" }, { handle: "bob" }, any);
    expect(await service.entities({ $schema: ProfileByHandle.$schema }).scan().count()).toBe(1);
    await profiles.insert({ team: "B", who: "2", handle: "ann" });
    later(21);
    await profiles.delete({ team: "B", who: "2" }, any);
    await profiles.insert({ team: "C", who: "3", handle: "ann" });
  });
});
