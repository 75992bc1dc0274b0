import { type EntityClient, isTableError, type Mismatch, type TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { Mailbox, type MailboxTypes } from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { listed, type RunningTarget } from "../targets/target.js";
import { targets } from "../targets/targets.js";

const id = { partitionKey: "x.org", rowKey: "ann@x.org" };
const made = { partitionKey: "x.org", rowKey: "Ann@X.org" };
const key = { domain: "x.org", email: "ann@x.org" };
const properties = { domain: edm.string("x.org"), email: edm.string("Ann@X.org"), quota: edm.int32(5) };

type Mailboxes = EntityClient<MailboxTypes>;
type Read = NonNullable<Awaited<ReturnType<Mailboxes["get"]>>>;

/** Changes the instance itself: a copy would be a new value. */
function changed(read: Read): Read {
  read.quota = 9;
  return read;
}

describeTargets("stored keys", targets, ({ target, running, it }) => {
  let strict: Mailboxes;
  let lenient: RunningTarget;
  let service: TableServiceClient;
  let mailboxes: Mailboxes;
  const seen: Mismatch[] = [];
  beforeAll(async () => {
    strict = running().service.entities(Mailbox);
    lenient = await target.start({ onMismatch: (mismatch) => void seen.push(mismatch) });
    service = lenient.service;
    mailboxes = service.entities(Mailbox);
    await service.createTables([Mailbox]);
    await running().service.createTables([Mailbox]);
  });
  afterAll(() => lenient.stop());
  /** Stores one row whose property does not match its RowKey. */
  beforeEach(async () => {
    seen.length = 0;
    for (const client of [service, running().service]) {
      await client.deletePartition(Mailbox.partition({ domain: "x.org" }));
      await client.table("mailboxes").insert({ ...id, properties });
    }
  });
  const rowKeys = async (client = service) => {
    const keys: string[] = [];
    for await (const row of client.table("mailboxes").query("x.org")) keys.push(row.rowKey);
    return keys;
  };

  it("that the properties do not make are an error, with both keys and the property", async () => {
    const reads = [
      () => strict.get(key),
      () => strict.query({ domain: "x.org" }).toArray(),
      () => strict.query({ domain: "x.org" }).select("domain", "email").toArray(),
      () => strict.modify(key, () => ({ set: { quota: 1 } })),
    ];
    for (const read of reads) {
      const error = await read().then(
        () => expect.fail("The keys fit."),
        (thrown: unknown) => thrown,
      );
      if (!isTableError(error, "decode.key-mismatch")) throw error;
      expect(error).toMatchObject({ entity: "Mailbox", property: "email" });
      expect(error.message).toContain('email is "Ann@X.org", which gives the RowKey "Ann@X.org"');
      expect(error.message).toContain('not the stored "ann@x.org"');
    }
    expect(await rowKeys(running().service)).toEqual(["ann@x.org"]);
  });

  it("are told to onMismatch", async () => {
    expect(await mailboxes.getOrThrow(key)).toMatchObject({ domain: "x.org", email: "Ann@X.org", quota: 5 });
    const claim = { ...id, entity: "Mailbox", property: "email", stored: "Ann@X.org", expected: made };
    expect(seen).toMatchObject([{ ...claim, error: { code: "decode.key-mismatch" } }]);
  });

  const writes: Readonly<Record<string, (read: Read) => Promise<unknown>>> = {
    replace: (read) => mailboxes.replace(changed(read), { ifMatch: read.$etag }),
    insertOrReplace: (read) => mailboxes.insertOrReplace(changed(read)),
    insertOrMerge: (read) => mailboxes.insertOrMerge(changed(read)),
    merge: (read) => mailboxes.merge(read, { quota: 9 }, { ifMatch: read.$etag }),
    modify: (read) => mailboxes.modify(read, () => ({ set: { ...(read as object), quota: 9 } })),
    "modify that unsets": () => mailboxes.modify(key, () => ({ set: { quota: 9 }, unset: ["note"] })),
    transaction: (read) =>
      service.transaction(Mailbox.partition(read), (tx) => {
        tx.replace(Mailbox, changed(read), { ifMatch: read.$etag });
      }),
    "transaction by key": (read) =>
      service.transaction(Mailbox.partition(read), (tx) => {
        tx.merge(Mailbox, read, { quota: 9 }, { ifMatch: read.$etag });
      }),
    bulk: async (read) => {
      for await (const outcome of mailboxes.bulk([{ replace: changed(read), ifMatch: read.$etag }])) {
        expect(outcome).toMatchObject({ ok: true, existed: undefined });
      }
    },
  };
  for (const [name, write] of Object.entries(writes)) {
    it(`are where ${name} writes what was read`, async () => {
      await write(await mailboxes.getOrThrow(key));
      expect(await rowKeys()).toEqual(["ann@x.org"]);
      expect((await service.table("mailboxes").getOrThrow(id)).properties).toMatchObject({
        email: edm.string("Ann@X.org"),
        quota: edm.int32(9),
      });
    });
  }

  it("are kept where its key properties change: the write is refused, unless they now make the stored keys", async () => {
    const read = await mailboxes.getOrThrow(key);
    Object.assign(read, { email: "bob@x.org" });
    await expect(mailboxes.replace(changed(read), { ifMatch: "*" })).rejects.toMatchObject({ code: "key.changed" });
    expect(await rowKeys()).toEqual(["ann@x.org"]);
    Object.assign(read, { email: "ann@x.org" });
    await mailboxes.replace(changed(read), { ifMatch: "*" });
    expect((await service.table("mailboxes").getOrThrow(id)).properties).toMatchObject({
      email: edm.string("ann@x.org"),
    });
  });

  it("are where what was read is inserted again, and found again", async () => {
    const read = await mailboxes.getOrThrow(key);
    await expect(mailboxes.insert(read)).rejects.toMatchObject({ code: "entity.already-exists" });
    expect(await mailboxes.get(read)).toEqual(read);
    expect(Mailbox.key(read)).toEqual(id);
  });

  it("are those of a copy no more", async () => {
    const read = await mailboxes.getOrThrow(key);
    await mailboxes.insertOrReplace({ ...read });
    expect(listed(target, await rowKeys())).toEqual(listed(target, ["Ann@X.org", "ann@x.org"]));
  });

  it("are deleted by what was read, also by what was selected, and only once", async () => {
    const [selected] = await mailboxes.query({ domain: "x.org" }).select("domain", "email").toArray();
    if (selected === undefined) throw new Error("There is no row.");
    const outcomes = [];
    for (const ifMatch of [selected.$etag, "*"] as const) {
      for await (const outcome of mailboxes.bulk([{ delete: selected, ifMatch }])) outcomes.push(outcome);
    }
    expect(outcomes).toMatchObject([
      { ok: true, existed: true },
      { ok: true, existed: false },
    ]);
    expect(await rowKeys()).toEqual([]);
  });

  it("are deleted in a transaction by what was selected of the RowKey alone", async () => {
    const [selected] = await mailboxes.query({ domain: "x.org" }).select("email").toArray();
    if (selected === undefined) throw new Error("There is no row.");
    await service.transaction(Mailbox.partition({ domain: "x.org" }), (tx) => {
      tx.delete(Mailbox, selected, { ifMatch: selected.$etag });
    });
    expect(await rowKeys()).toEqual([]);
  });

  it("are what deleteWhere deletes, whatever the properties say", async () => {
    await running().service.table("mailboxes").insert({ partitionKey: "x.org", rowKey: "bob@x.org", properties });
    expect(await strict.deleteWhere(strict.query({ domain: "x.org" }), { max: 9 })).toEqual({ deleted: 2, changed: 0 });
    expect(await rowKeys(running().service)).toEqual([]);
  });
});
