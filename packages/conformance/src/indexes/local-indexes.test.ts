import type { TableServiceClient } from "@tablewright/runtime";
import { beforeAll, describe, expect } from "vitest";
import { Account, AccountByEmail } from "../../../runtime/src/test/company/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";
import { agreement } from "./agreement.js";

describeTargets("indexes in the entity's partition", targets, ({ running, it }) => {
  let service: TableServiceClient;
  let companies = 0;
  beforeAll(async () => {
    service = running().service;
    await service.createTables([Account]);
  });

  function setUp() {
    const companyId = `C${companies++}`;
    const accounts = service.entities(Account);
    const account = (accountId: string, more: object = {}) => ({
      companyId,
      accountId,
      email: `${accountId}@x.org`,
      name: accountId.toUpperCase(),
      ...more,
    });
    const key = (accountId: string) => ({ companyId, accountId });
    return { companyId, accounts, account, key, agrees: () => agreement(service, Account, { companyId }) };
  }

  it("finds what was inserted, by get, query and entities", async () => {
    const { companyId, accounts, account, agrees } = setUp();
    for (const id of ["a", "b", "c"]) await accounts.insert(account(id, id === "b" ? { status: "closed" } : {}));
    expect(await accounts.byEmail.get({ companyId, email: "b@x.org" })).toMatchObject({ accountId: "b", logins: 0 });
    expect(await accounts.byEmail.get({ companyId, email: "d@x.org" })).toBeUndefined();
    const open = accounts.byStatus.query({ companyId }).rowKey.startsWith({ status: "open" });
    const rows = await open.toArray();
    expect(rows.map(({ accountId, name, status }) => [accountId, name, status])).toEqual([
      ["a", "A", "open"],
      ["c", "C", "open"],
    ]);
    const entities = await open.entities().toArray();
    expect(entities.every((entity) => entity instanceof Account)).toBe(true);
    expect(entities.map(({ accountId }) => accountId)).toEqual(["a", "c"]);
    expect(await agrees()).toEqual({ entities: 3, entries: 6, wrong: [] });
  });

  it("leaves other queries of the partition as they were", async () => {
    const { companyId, accounts, account } = setUp();
    await accounts.insert(account("a"));
    expect(await accounts.query({ companyId }).toArray()).toHaveLength(1);
    expect(await accounts.scan().where({ companyId }).count()).toBe(1);
  });

  it("skips the rows of indexes in a query of several kinds", async () => {
    const { companyId, accounts, account } = setUp();
    for (const id of ["a", "b"]) await accounts.insert(account(id));
    const partition = service.partition(Account.partition({ companyId }));
    const query = partition.query(Account);
    expect((await query.toArray()).map(({ accountId }) => accountId).sort()).toEqual(["a", "b"]);
    expect(await query.take(2).select("name").toArray()).toHaveLength(2);
    expect(await query.count()).toBe(2);
    expect(await query.exists()).toBe(true);
    expect(await query.where({ accountId: "b" }).count()).toBe(1);
    expect(await partition.query(Account, AccountByEmail).count()).toBe(4);
    expect(await query.onUnknownKind("raw").toArray()).toHaveLength(6);
    await expect(partition.query(AccountByEmail).toArray()).rejects.toMatchObject({ code: "entity.wrong-kind" });
  });

  it("keeps an index unique, whatever writes", async () => {
    const { companyId, accounts, account, key, agrees } = setUp();
    await accounts.insert(account("a"));
    await accounts.insert(account("b"));
    const taken = { email: "a@x.org" };
    const refused = {
      code: "index.not-unique",
      entity: "Account",
      index: "byEmail",
      key: { partitionKey: `company!${companyId}`, rowKey: "accountEmail!a@x.org" },
    };
    await expect(accounts.insert(account("c", taken))).rejects.toMatchObject(refused);
    await expect(accounts.insertOrReplace(account("b", taken))).rejects.toMatchObject(refused);
    await expect(accounts.insertOrMerge(account("d", taken))).rejects.toMatchObject(refused);
    await expect(accounts.replace(account("b", taken), { ifMatch: "*" })).rejects.toMatchObject(refused);
    await expect(accounts.merge(key("b"), taken, { ifMatch: "*" })).rejects.toMatchObject(refused);
    await expect(accounts.modify(key("b"), () => ({ set: taken }))).rejects.toMatchObject(refused);
    expect(await agrees()).toEqual({ entities: 2, entries: 4, wrong: [] });
    await accounts.delete(key("a"), { ifMatch: "*" });
    await accounts.merge(key("b"), taken, { ifMatch: "*" });
    expect(await accounts.byEmail.get({ companyId, ...taken })).toMatchObject({ accountId: "b" });
    expect(await agrees()).toEqual({ entities: 1, entries: 2, wrong: [] });
  });

  it("refuses the second insert of an entity as that of any other", async () => {
    const { accounts, account, agrees } = setUp();
    await accounts.insert(account("a"));
    await expect(accounts.insert(account("a", { email: "z@x.org" }))).rejects.toMatchObject({
      code: "entity.already-exists",
      name: "ServiceError",
      entity: "Account",
    });
    expect(await agrees()).toEqual({ entities: 1, entries: 2, wrong: [] });
  });

  it("follows every write of indexed and included properties", async () => {
    const { companyId, accounts, account, key, agrees } = setUp();
    await accounts.insert(account("a"));
    const { $etag } = await accounts.insertOrReplace(account("a", { status: "closed", note: "n" }));
    expect(await agrees()).toEqual({ entities: 1, entries: 2, wrong: [] });
    await accounts.replace(account("a", { email: "b@x.org", note: "m" }), { ifMatch: $etag });
    expect(await agrees()).toEqual({ entities: 1, entries: 2, wrong: [] });
    await accounts.insertOrMerge(account("a", { email: "c@x.org" }));
    expect(await accounts.byStatus.query({ companyId }).toArray()).toMatchObject([{ status: "open", note: "m" }]);
    await accounts.insertOrMerge(account("b", { status: "closed" }));
    await accounts.insertOrReplace(account("d"));
    await accounts.merge(key("a"), { name: "New" }, { ifMatch: "*" });
    await accounts.modify(key("a"), ({ logins }) => ({
      set: { logins: logins + 1, status: "closed" },
      unset: ["note"],
    }));
    expect(await agrees()).toEqual({ entities: 3, entries: 6, wrong: [] });
    const closed = await accounts.byStatus.query({ companyId }).rowKey.startsWith({ status: "closed" }).toArray();
    // Cosmos returns rows in no order.
    expect(closed.map(({ accountId, name, note }) => [accountId, name, note]).sort()).toEqual([
      ["a", "New", undefined],
      ["b", "B", undefined],
    ]);
    await accounts.modify(key("e"), () => undefined, { orInsert: account("e") });
    expect(await accounts.delete(key("b"), { ifMatch: "*" })).toBe(true);
    expect(await accounts.delete(key("b"), { ifMatch: "*" })).toBe(false);
    expect(await agrees()).toEqual({ entities: 3, entries: 6, wrong: [] });
  });

  it("keeps conditions and errors of writes", async () => {
    const { accounts, account, key, agrees } = setUp();
    const { $etag } = await accounts.insert(account("a"));
    await accounts.merge(key("a"), { logins: 1 }, { ifMatch: $etag });
    const outdated = { code: "entity.condition-not-met" };
    await expect(accounts.merge(key("a"), { status: "closed" }, { ifMatch: $etag })).rejects.toMatchObject(outdated);
    await expect(accounts.replace(account("a"), { ifMatch: $etag })).rejects.toMatchObject(outdated);
    await expect(accounts.delete(key("a"), { ifMatch: $etag })).rejects.toMatchObject(outdated);
    const missing = { code: "entity.not-found" };
    await expect(accounts.merge(key("b"), { status: "closed" }, { ifMatch: "*" })).rejects.toMatchObject(missing);
    await expect(accounts.replace(account("b"), { ifMatch: "*" })).rejects.toMatchObject(missing);
    expect(await accounts.delete(key("b"), { ifMatch: $etag })).toBe(false);
    expect(await agrees()).toEqual({ entities: 1, entries: 2, wrong: [] });
  });

  it("writes on where another program has deleted the row of an index", async () => {
    const { companyId, accounts, account, key, agrees } = setUp();
    await accounts.insert(account("a"));
    const rows = service.table("Company");
    await rows.delete({ partitionKey: `company!${companyId}`, rowKey: "accountEmail!a@x.org" }, { ifMatch: "*" });
    await accounts.merge(key("a"), { email: "b@x.org" }, { ifMatch: "*" });
    expect(await agrees()).toEqual({ entities: 1, entries: 2, wrong: [] });
  });

  describe("a query of the index", () => {
    it("has conditions, select, pages with cursors, counts and a plan", async () => {
      const { companyId, accounts, account } = setUp();
      for (const n of [1, 2, 3, 4, 5]) await accounts.insert(account(`a${n}`, { note: n % 2 === 0 ? "even" : "odd" }));
      const query = accounts.byStatus.query({ companyId });
      const even = query.where({ note: "even" });
      expect(await even.select("accountId").toArray()).toMatchObject([{ accountId: "a2" }, { accountId: "a4" }]);
      expect(await even.entities().toArray()).toMatchObject([{ accountId: "a2" }, { accountId: "a4" }]);
      expect(await query.count()).toBe(5);
      expect(await query.entities().count()).toBe(5);
      expect(await query.take(2).entities().toArray()).toMatchObject([{ accountId: "a1" }, { accountId: "a2" }]);
      const first = await query.entities().page({ size: 2 });
      expect(first.items.map(({ accountId }) => accountId)).toEqual(["a1", "a2"]);
      const second = await query.entities().page({ size: 2, cursor: first.cursor as string });
      expect(second.items.map(({ accountId }) => accountId)).toEqual(["a3", "a4"]);
      expect(query.explain()).toMatchObject({
        access: "row range",
        filters: [
          `PartitionKey eq 'company!${companyId}' and RowKey ge 'accountStatus!' and RowKey lt 'accountStatus"'`,
        ],
      });
      expect(query.entities().explain()).toEqual(query.explain());
    });
  });
});
