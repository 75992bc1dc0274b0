import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { beforeAll, expect } from "vitest";
import { Account, type StoredAccount } from "../../../runtime/src/test/company/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";
import { agreement } from "./agreement.js";

describeTargets("transactions of entities with indexes", targets, ({ running, it }) => {
  let service: TableServiceClient;
  let companies = 0;
  beforeAll(async () => {
    service = running().service;
    await service.createTables([Account]);
  });

  async function setUp(...ids: string[]) {
    const companyId = `T${companies++}`;
    const accounts = service.entities(Account);
    const partition = Account.partition({ companyId });
    for (const accountId of ids) await accounts.insert({ companyId, ...account(accountId) });
    const read = async (accountId: string) => (await accounts.get({ companyId, accountId })) as StoredAccount;
    return { companyId, accounts, partition, read, agrees: () => agreement(service, Account, { companyId }) };
  }

  const account = (accountId: string) => ({ accountId, email: `${accountId}@x.org`, name: accountId });

  it("keep them in every operation, and return one result for each", async () => {
    const { partition, read, agrees } = await setUp("a", "b", "c", "d");
    const [a, b, c, d] = [await read("a"), await read("b"), await read("c"), await read("d")];
    const results = await service.transaction(partition, (tx) => {
      tx.insert(Account, account("e"));
      tx.replace(Account, { ...account("a"), email: "a2@x.org", status: "closed" }, { from: a });
      tx.merge(Account, { accountId: "b" }, { status: "closed", note: "n" }, { from: b });
      tx.delete(Account, { accountId: "c" }, { from: c });
      tx.insertOrReplace(Account, { ...account("d"), name: "D" }, { from: d });
      tx.insertOrMerge(Account, account("f"), { from: undefined });
    });
    expect(results.map(({ $etag }) => typeof $etag)).toEqual([
      ...["string", "string", "string", "undefined", "string", "string"],
    ]);
    expect((await read("a")).$etag).toBe(results[1]?.$etag);
    expect((await read("f")).$etag).toBe(results[5]?.$etag);
    expect(await agrees()).toEqual({ entities: 5, entries: 10, wrong: [] });
  });

  it("go by what was read, whatever was assigned since", async () => {
    const { partition, read, agrees } = await setUp("a");
    const a = await read("a");
    a.status = "closed";
    a.email = "new@x.org";
    await service.transaction(partition, (tx) => tx.replace(Account, a, { from: a }));
    expect(await agrees()).toEqual({ entities: 1, entries: 2, wrong: [] });
  });

  it("fail as a whole where an entity has changed since, or a value is taken", async () => {
    const { companyId, accounts, partition, read, agrees } = await setUp("a", "b");
    const a = await read("a");
    await accounts.merge({ companyId, accountId: "a" }, { logins: 1 }, { ifMatch: "*" });
    const outdated = service.transaction(partition, (tx) => {
      tx.insert(Account, account("c"));
      tx.merge(Account, { accountId: "a" }, { status: "closed" }, { from: a });
    });
    await expect(outdated).rejects.toMatchObject({
      code: "entity.condition-not-met",
      name: "TransactionError",
      index: 1,
    });
    const taken = service.transaction(partition, (tx) => {
      tx.insert(Account, account("c"));
      tx.insert(Account, { ...account("d"), email: "b@x.org" });
    });
    await expect(taken).rejects.toMatchObject({ code: "index.not-unique", index: "byEmail" });
    expect(await agrees()).toEqual({ entities: 2, entries: 4, wrong: [] });
  });

  it("refuse a copy, another row, and no entity", async () => {
    const { partition, read } = await setUp("a", "b");
    const [a, b] = [await read("a"), await read("b")];
    const asking = (condition: object) =>
      service.transaction(partition, (tx) => tx.delete(Account, { accountId: "a" }, condition as never));
    await expect(asking({ from: { ...a } })).rejects.toMatchObject({ code: "value.wrong-type" });
    await expect(asking({ from: b })).rejects.toMatchObject({ code: "key.changed" });
    await expect(asking({})).rejects.toMatchObject({ code: "value.wrong-type" });
    await expect(asking({ ifMatch: "*" })).rejects.toMatchObject({ code: "config.invalid-option" });
    const upsert = service.transaction(partition, (tx) => tx.insertOrReplace(Account, account("c"), {} as never));
    await expect(upsert).rejects.toMatchObject({ code: "value.wrong-type" });
  });

  it("take the ETag of an entity that was not read, and read it before they are sent", async () => {
    const { partition, read, agrees } = await setUp("a", "b");
    const { $etag } = await read("a");
    await service.transaction(partition, (tx) => {
      tx.merge(Account, { accountId: "a" }, { status: "closed" }, { ifMatch: $etag });
      tx.insert(Account, account("c"));
    });
    expect((await read("a")).status).toBe("closed");
    const stale = service.transaction(partition, (tx) => {
      tx.insert(Account, account("d"));
      tx.delete(Account, { accountId: "a" }, { ifMatch: $etag });
    });
    await expect(stale).rejects.toMatchObject({ code: "entity.condition-not-met", index: 1 });
    const gone = service.transaction(partition, (tx) => {
      tx.insert(Account, account("d"));
      tx.merge(Account, { accountId: "x" }, { status: "closed" }, { ifMatch: $etag });
    });
    await expect(gone).rejects.toMatchObject({ code: "entity.not-found", index: 1 });
    expect(await agrees()).toMatchObject({ entities: 3, wrong: [] });
  });

  it("name the unique index in which two operations have one value", async () => {
    const { partition } = await setUp();
    const twice = service.transaction(partition, (tx) => {
      tx.insert(Account, account("a"));
      tx.insert(Account, { ...account("b"), email: "a@x.org" });
    });
    await expect(twice).rejects.toMatchObject({
      code: "transaction.duplicate-row",
      index: 1,
      message: expect.stringContaining("the unique index byEmail of Account"),
    });
  });

  const email = (id: string) => ({ email: `${id}@x.org` });

  it("exchange unique values between entities, whatever the order", async () => {
    const { companyId, accounts, partition, read, agrees } = await setUp("a", "b", "c", "d");
    const [a, b, c, d] = [await read("a"), await read("b"), await read("c"), await read("d")];
    await service.transaction(partition, (tx) => {
      tx.merge(Account, a, email("b"), { from: a });
      tx.merge(Account, b, email("a"), { from: b });
      // c takes over the email that d releases with its deletion, and e the one that c releases.
      tx.merge(Account, c, { ...email("d"), status: "closed" }, { from: c });
      tx.delete(Account, d, { from: d });
      tx.insert(Account, { ...account("e"), ...email("c") });
    });
    const owner = async (id: string) => (await accounts.byEmail.get({ companyId, ...email(id) }))?.accountId;
    expect([await owner("a"), await owner("b"), await owner("c"), await owner("d")]).toEqual(["b", "a", "e", "c"]);
    expect(await agrees()).toEqual({ entities: 4, entries: 8, wrong: [] });
  });

  it("pass no value on that another entity has by now", async () => {
    const { accounts, companyId, partition, read, agrees } = await setUp("a", "b");
    const [a, b] = [await read("a"), await read("b")];
    const rowKey = "accountEmail!a@x.org";
    const table = service.table("Company");
    // Another program gives a's email to c, and changes the index row accordingly.
    await accounts.insert({ companyId, ...account("c") });
    const row = { partitionKey: `company!${companyId}`, rowKey };
    await table.merge(row, { accountId: edm.string("c") }, { ifMatch: "*" });
    await table.merge({ ...row, rowKey: "account!c" }, { email: edm.string("a@x.org") }, { ifMatch: "*" });
    await table.delete({ ...row, rowKey: "accountEmail!c@x.org" }, { ifMatch: "*" });
    const taken = service.transaction(partition, (tx) => {
      tx.merge(Account, a, email("b"), { from: a });
      tx.merge(Account, b, email("a"), { from: b });
    });
    await expect(taken).rejects.toMatchObject({ code: "index.not-unique", index: "byEmail" });
    expect((await agrees()).entities).toBe(3);
  });

  it("refuse an exchange of which one half has changed since", async () => {
    const { companyId, accounts, partition, read, agrees } = await setUp("a", "b");
    const [a, b] = [await read("a"), await read("b")];
    await accounts.merge({ companyId, accountId: "b" }, email("b2"), { ifMatch: "*" });
    const outdated = service.transaction(partition, (tx) => {
      tx.merge(Account, a, email("b"), { from: a });
      tx.merge(Account, b, email("a"), { from: b });
    });
    await expect(outdated).rejects.toMatchObject({ code: "entity.condition-not-met", index: 1 });
    expect(await agrees()).toEqual({ entities: 2, entries: 4, wrong: [] });
  });

  it("count the rows of indexes towards the 100 operations", async () => {
    const { partition } = await setUp();
    const insertAll = (count: number) =>
      service.transaction(partition, (tx) => {
        for (let n = 0; n < count; n++) tx.insert(Account, account(`n${n}`));
      });
    await expect(insertAll(34)).rejects.toMatchObject({ code: "transaction.too-many-operations", index: 33 });
    expect(await insertAll(33)).toHaveLength(33);
  });
});
