import type { TableServiceClient } from "@tablewright/runtime";
import { sweep } from "@tablewright/runtime/admin";
import { reindex } from "@tablewright/runtime/reindex";
import { beforeAll, expect } from "vitest";
import { ticksOf } from "../../../runtime/src/codec/edm/exact-date.js";
import { KeptEntry, KeptItem, KeptLogin, KeptSession } from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { azurite, strict, strictCosmos } from "../targets/targets.js";

const hour = 3_600_000;
const past = () => new Date(Date.now() - hour);
const future = () => new Date(Date.now() + hour);

describeTargets("time to live", [azurite, strict, strictCosmos], ({ running, it }) => {
  let service: TableServiceClient;

  beforeAll(async () => {
    service = running().service;
    await service.createTables([KeptSession, KeptLogin, KeptEntry, KeptItem]);
  });

  it("leaves expired rows out of every read, unless they are asked for", async () => {
    const sessions = service.entities(KeptSession);
    const user = "reader";
    for (const [token, expiresAt] of [
      ["gone", past()],
      ["live", future()],
    ] as const)
      await sessions.insert({ user, token, expiresAt, device: "tv" });
    const gone = { user, token: "gone" };
    const tokens = (rows: readonly { readonly token: string }[]) => rows.map(({ token }) => token).sort();
    expect(await sessions.get(gone)).toBeUndefined();
    await expect(sessions.getOrThrow(gone)).rejects.toMatchObject({ code: "entity.not-found" });
    expect(await sessions.get(gone, { expired: true })).toMatchObject({ token: "gone" });
    expect((await sessions.getMany([gone, { user, token: "live" }])).map((row) => row?.token)).toEqual([
      undefined,
      "live",
    ]);
    expect((await sessions.getMany([gone], { expired: true })).map((row) => row?.token)).toEqual(["gone"]);
    const query = sessions.query({ user });
    expect(tokens(await query.toArray())).toEqual(["live"]);
    expect(tokens(await query.where({ device: "tv" }).toArray())).toEqual(["live"]);
    expect(tokens(await query.select("token").toArray())).toEqual(["live"]);
    expect([await query.count(), await query.exists()]).toEqual([1, true]);
    expect(await query.where({ token: "gone" }).first()).toBeUndefined();
    expect((await query.page({ size: 5 })).items.map(({ token }) => token)).toEqual(["live"]);
    expect(tokens(await sessions.query({ user }, { expired: true }).toArray())).toEqual(["gone", "live"]);
    expect(tokens(await sessions.scan({ expired: true }).where({ user }).toArray())).toEqual(["gone", "live"]);
    expect(tokens(await sessions.scan({ parallel: 2 }).where({ user }).toArray())).toEqual(["live"]);
    expect(tokens(await sessions.byDevice.query({ user }).toArray())).toEqual(["live"]);
    expect(tokens(await sessions.byDevice.query({ user }).entities().toArray())).toEqual(["live"]);
    expect(tokens(await sessions.byDevice.query({ user }, { expired: true }).toArray())).toEqual(["gone", "live"]);
    expect(await sessions.byToken.query({ token: "gone" }).count()).toBe(0);
    expect(await sessions.byToken.query({ token: "gone" }, { expired: true }).count()).toBe(1);
    expect(await sessions.byToken.get(gone)).toBeUndefined();
    expect(await sessions.byToken.get(gone, { expired: true })).toMatchObject({ token: "gone" });
    expect(await reindex(service, KeptSession)).toMatchObject({ written: 0, deleted: 0 });
  });

  it("keeps the other kinds of a partition, also those with a property of that name", async () => {
    const user = "kinds";
    await service.entities(KeptSession).insert({ user, token: "gone", expiresAt: past() });
    await service.entities(KeptSession).insert({ user, token: "live", expiresAt: future() });
    await service.entities(KeptLogin).insert({ user, no: 1 });
    await service.entities(KeptLogin).insert({ user, no: 2, expiresAt: past() });
    const query = service.partition(KeptLogin.partition({ user })).query(KeptSession, KeptLogin);
    expect((await query.toArray()).map(({ $kind }) => $kind).sort()).toEqual(["login", "login", "session"]);
    expect(await query.with({ expired: true }).count()).toBe(4);
  });

  it("never expires a row without the time", async () => {
    const entries = service.entities(KeptEntry);
    const group = "stay";
    await entries.insert({ group, key: "ever" });
    await entries.insert({ group, key: "gone", until: ticksOf(past()) });
    await entries.insert({ group, key: "live", until: ticksOf(future()) });
    expect((await entries.query({ group }).toArray()).map(({ key }) => key).sort()).toEqual(["ever", "live"]);
    expect(await entries.get({ group, key: "ever" })).toBeDefined();
    expect(await entries.get({ group, key: "gone" })).toBeUndefined();
  });

  it("pages with one cursor, although each page asks for another time", async () => {
    const sessions = service.entities(KeptSession);
    for (const token of ["a", "b", "c"]) await sessions.insert({ user: "pages", token, expiresAt: future() });
    const query = sessions.query({ user: "pages" });
    const first = await query.page({ size: 2 });
    await new Promise((resolve) => setTimeout(resolve, 2));
    const second = await query.page({ size: 2, ...(first.cursor && { cursor: first.cursor }) });
    expect([...first.items, ...second.items]).toHaveLength(3);
  });

  it("inserts where a row has expired, as where there is none", async () => {
    const sessions = service.entities(KeptSession);
    const key = { user: "again", token: "s" };
    await sessions.insert({ ...key, expiresAt: past(), device: "old" });
    await sessions.insert({ ...key, expiresAt: future(), device: "new" });
    expect(await sessions.get(key)).toMatchObject({ device: "new" });
    expect(await sessions.byDevice.query({ user: "again" }, { expired: true }).count()).toBe(1);
    await expect(sessions.insert({ ...key, expiresAt: future() })).rejects.toMatchObject({
      code: "entity.already-exists",
    });
    await sessions.merge(key, { expiresAt: past() }, { ifMatch: "*" });
    await expect(sessions.modify(key, () => ({ set: { device: "x" } }))).rejects.toMatchObject({
      code: "entity.not-found",
    });
    const orInsert = { ...key, expiresAt: future(), device: "modified" };
    await sessions.modify(key, () => ({ set: { device: "x" } }), { orInsert });
    expect(await sessions.get(key)).toMatchObject({ device: "modified" });
  });

  it("changes and deletes by a query only what has not expired", async () => {
    const entries = service.entities(KeptEntry);
    const group = "where";
    await entries.insert({ group, key: "gone", until: ticksOf(past()) });
    await entries.insert({ group, key: "live", until: ticksOf(future()) });
    expect(await entries.updateWhere(entries.query({ group }), { value: "x" }, { max: 9 })).toMatchObject({
      updated: 1,
    });
    expect(await entries.deleteWhere(entries.query({ group }), { max: 9 })).toMatchObject({ deleted: 1 });
    expect(await entries.query({ group }, { expired: true }).count()).toBe(1);
  });

  it("is swept: expired rows are deleted with their index rows, and no others", async () => {
    const sessions = service.entities(KeptSession);
    for (let n = 0; n < 120; n++)
      await sessions.insert({ user: `swept${n % 2}`, token: `${n}`, expiresAt: n % 3 === 0 ? future() : past() });
    const before = await sessions.scan({ expired: true }).count();
    const live = await sessions.scan().count();
    expect(await sweep(service, KeptSession, { dryRun: true })).toEqual({
      deleted: before - live,
      changed: 0,
      receipts: 0,
    });
    const { deleted, changed } = await sweep(service, KeptSession);
    expect([deleted, changed]).toEqual([before - live, 0]);
    expect(await sessions.scan({ expired: true }).count()).toBe(live);
    expect(await sessions.byDevice.query({ user: "swept0" }, { expired: true }).count()).toBe(20);
    expect(await sweep(service, KeptSession)).toEqual({ deleted: 0, changed: 0, receipts: 0 });
  });

  it("is swept without indexes by one query of keys, and transactions by partition", async () => {
    const entries = service.entities(KeptEntry);
    const items = Array.from({ length: 150 }, (_, n) => ({
      insert: { group: "sweep", key: `${n}`, until: ticksOf(past()) },
    }));
    await entries.bulk(items);
    const before = service.metrics();
    const { deleted } = await sweep(service, KeptEntry);
    expect(deleted).toBeGreaterThanOrEqual(150);
    expect(service.metrics().requests - before.requests).toBeLessThanOrEqual(8);
    expect(await entries.query({ group: "sweep" }, { expired: true }).count()).toBe(0);
  });

  it("is not needed by a sweep, which deletes receipts of an entity without it, but none of the last day", async () => {
    const items = service.entities(KeptItem);
    const item = { list: "swept", size: "small", owner: "o" } as const;
    await items.insertOrReplace(item, { exactly: "once" });
    expect(await sweep(service, KeptItem)).toEqual({ deleted: 0, changed: 0, receipts: 0 });
    expect(await items.get(item)).toMatchObject(item);
  });
});
