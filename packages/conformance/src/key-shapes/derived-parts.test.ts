import { edm } from "@tablewright/runtime/edm";
import { beforeAll, expect } from "vitest";
import { Reading, Subscriber, Ticket } from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { listed } from "../targets/target.js";
import { targets } from "../targets/targets.js";

describeTargets("derived key parts", targets, ({ target, running, it }) => {
  const subscribers = () => running().service.entities(Subscriber);
  const readings = () => running().service.entities(Reading);
  const tickets = () => running().service.entities(Ticket);

  beforeAll(async () => {
    await running().service.createTables([Subscriber, Reading, Ticket]);
  });

  it("find a row by its e-mail address in any case, and keep the address", async () => {
    await subscribers().insertOrReplace({ email: "Ann@X.org", name: "Ann" });
    const read = await subscribers().getOrThrow({ email: "ANN@x.ORG" });
    expect(read).toMatchObject({ email: "Ann@X.org", name: "Ann" });
    await subscribers().merge({ email: "ann@x.org" }, { name: "Eve" }, { ifMatch: read.$etag });
    expect(await subscribers().query({ email: "ann@X.org" }).toArray()).toMatchObject([
      { email: "Ann@X.org", name: "Eve" },
    ]);
    expect(await subscribers().query({ email: "ann@x.org" }).select("email").toArray()).toMatchObject([
      { email: "Ann@X.org" },
    ]);
    await running().service.transaction(Subscriber.partition({ email: "ANN@x.org" }), (tx) => {
      tx.merge(Subscriber, {}, { name: "Zoe" }, { ifMatch: "*" });
    });
    expect(await subscribers().get({ email: "ann@x.org" })).toMatchObject({ email: "Ann@X.org", name: "Zoe" });
    await expect(subscribers().insert({ email: "ANN@X.org", name: "Bob" })).rejects.toMatchObject({
      code: "entity.already-exists",
    });
  });

  it("compare a condition with the property as well, since the key does not tell it", async () => {
    await subscribers().insertOrReplace({ email: "Cat@X.org", name: "Cat" });
    const found = subscribers().scan().where({ email: "Cat@X.org" });
    expect(found.explain().filters).toEqual([
      "PartitionKey eq 'cat@x.org' and RowKey eq 'profile' and email eq 'Cat@X.org'",
    ]);
    expect(await found.count()).toBe(1);
    expect(await subscribers().scan().where({ email: "cat@x.org" }).count()).toBe(0);
  });

  it("say that the keys do not tell a property, and need it stored", async () => {
    expect(() => Subscriber.parseKey({ partitionKey: "ann@x.org", rowKey: "profile" })).toThrow(
      expect.objectContaining({ code: "key.not-reversible", property: "email" }),
    );
    const row = { partitionKey: "bob@x.org", rowKey: "profile" };
    await running()
      .service.table("subscribers")
      .insertOrReplace({ ...row, properties: { name: edm.string("Bob") } });
    const selected = () => subscribers().query({ email: "bob@x.org" }).select("email").toArray();
    for (const read of [() => subscribers().get({ email: "bob@x.org" }), selected]) {
      await expect(read()).rejects.toMatchObject({ code: "decode.missing", property: "email" });
    }
    const properties = { name: edm.string("Bob"), email: edm.string("eve@x.org") };
    await running()
      .service.table("subscribers")
      .insertOrReplace({ ...row, properties });
    for (const read of [
      () => subscribers().get({ email: "bob@x.org" }),
      () => subscribers().query({ email: "bob@x.org" }).select("email").toArray(),
    ]) {
      await expect(read()).rejects.toMatchObject({ code: "decode.key-mismatch", property: "email" });
    }
    await running().service.table("subscribers").delete(row, { ifMatch: "*" });
  });

  it("put a month of rows in a partition, newest first", async () => {
    const at = (text: string) => new Date(`${text}T00:00:00Z`);
    const days = ["2026-10-31", "2026-11-01", "2026-11-30", "2026-12-01"];
    for (const [value, day] of days.entries()) await readings().insert({ device: "d", at: at(day), value });
    const rows = await readings()
      .query({ device: "d", at: at("2026-11-15") })
      .select("value")
      .toArray();
    const values = rows.map(({ value }) => value);
    expect(listed(target, values)).toEqual(listed(target, [2, 1]));
    expect((await readings().get({ device: "d", at: at("2026-12-01") }))?.value).toBe(3);
    expect(
      await readings()
        .scan()
        .where({ device: "d", at: at("2026-10-31") })
        .explain(),
    ).toMatchObject({
      access: "point",
    });
    const id = Reading.key({ device: "d", at: at("2026-11-01") });
    expect(id.partitionKey).toBe("d!2026-11");
    expect(Reading.parseKey(id)).toEqual({ device: "d", at: at("2026-11-01") });
    expect(() => Reading.parseKey({ ...id, partitionKey: "d!2026-12" })).toThrow(
      expect.objectContaining({ code: "key.malformed" }),
    );
    const { service } = running();
    const november = Reading.partition({ device: "d", at: at("2026-11-15") });
    await service.transaction(november, (tx) => {
      tx.insert(Reading, { at: at("2026-11-16"), value: 9 });
      tx.merge(Reading, { at: at("2026-11-30") }, { value: 5 }, { ifMatch: "*" });
    });
    const changed = await service.partition(november).query(Reading).toArray();
    expect(
      listed(
        target,
        changed.map(({ value }) => value),
      ),
    ).toEqual(listed(target, [5, 9, 1]));
    const december = service.transaction(november, (tx) => tx.insert(Reading, { at: at("2026-12-16"), value: 9 }));
    await expect(december).rejects.toMatchObject({ code: "transaction.other-partition" });
  });

  it("spread rows over shards", async () => {
    for (let number = 0; number < 40; number++) await tickets().insert({ number, open: number % 2 === 0 });
    expect((await tickets().get({ number: 7 }))?.open).toBe(false);
    const keys = new Set<string>();
    for (let number = 0; number < 40; number++) keys.add(Ticket.key({ number }).partitionKey);
    expect(keys.size).toBeGreaterThan(10);
    for (const key of keys) expect(key).toMatch(/^ticket!(0\d|1[0-5])$/);
    expect(Ticket.parseKey(Ticket.key({ number: 7 }))).toEqual({ number: 7 });
    expect(await tickets().scan().count()).toBe(40);
  });
});
