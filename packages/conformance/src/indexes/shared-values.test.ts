import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { beforeAll, expect } from "vitest";
import { Account, type StoredAccount } from "../../../runtime/src/test/company/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";

describeTargets("two entities with one value of a unique index", targets, ({ running, it }) => {
  let service: TableServiceClient;
  let companies = 0;
  beforeAll(async () => {
    service = running().service;
    await service.createTables([Account]);
  });

  /** Gives account b the email of account a without the index, as if the rows were older than the index. */
  async function setUp() {
    const companyId = `S${companies++}`;
    const accounts = service.entities(Account);
    const account = (accountId: string, more: object = {}) => ({
      ...{ companyId, accountId, email: `${accountId}@x.org`, name: accountId },
      ...more,
    });
    const key = (accountId: string) => ({ companyId, accountId });
    for (const id of ["a", "b"]) await accounts.insert(account(id));
    const partitionKey = `company!${companyId}`;
    const table = service.table("Company");
    await table.merge({ partitionKey, rowKey: "account!b" }, { email: edm.string("a@x.org") }, { ifMatch: "*" });
    await table.delete({ partitionKey, rowKey: "accountEmail!b@x.org" }, { ifMatch: "*" });
    return { companyId, accounts, account, key, b: (await accounts.get(key("b"))) as StoredAccount };
  }

  type Given = Awaited<ReturnType<typeof setUp>>;
  const other = { email: "new@x.org" };
  const writes: Record<string, (given: Given) => PromiseLike<unknown>> = {
    delete: ({ accounts, key }) => accounts.delete(key("b"), { ifMatch: "*" }),
    "delete under an ETag": ({ accounts, key, b }) => accounts.delete(key("b"), { ifMatch: b.$etag }),
    merge: ({ accounts, key }) => accounts.merge(key("b"), other, { ifMatch: "*" }),
    replace: ({ accounts, account }) => accounts.replace(account("b", other), { ifMatch: "*" }),
    modify: ({ accounts, key }) => accounts.modify(key("b"), () => ({ set: other })),
    insertOrReplace: ({ accounts, account }) => accounts.insertOrReplace(account("b", other)),
    transaction: ({ companyId, account, b }) =>
      service.transaction(Account.partition({ companyId }), (tx) => {
        tx.insert(Account, account("c"));
        tx.delete(Account, { accountId: "b" }, { from: b });
        tx.insert(Account, account("d"));
      }),
    bulk: ({ accounts, account, key }) =>
      accounts.bulk([{ insert: account("c") }, { delete: key("b"), ifMatch: "*" }, { insert: account("d") }]),
    deleteWhere: ({ companyId, accounts }) =>
      accounts.deleteWhere(accounts.query({ companyId }).where({ name: "b" }), { max: 1 }),
  };

  for (const [name, write] of Object.entries(writes)) {
    it(`keep the row of the other one: ${name}`, async () => {
      const given = await setUp();
      const { accounts, account, companyId } = given;
      await write(given);
      expect(await accounts.byEmail.get({ companyId, email: "a@x.org" })).toMatchObject({ accountId: "a" });
      await expect(accounts.insert(account("e", { email: "a@x.org" }))).rejects.toMatchObject({
        code: "index.not-unique",
      });
      await accounts.delete({ companyId, accountId: "a" }, { ifMatch: "*" });
      await accounts.insert(account("e", { email: "a@x.org" }));
    });
  }

  it("blame the operation that failed, where a row before it stays", async () => {
    const { companyId, accounts, key, b } = await setUp();
    const a = (await accounts.get(key("a"))) as StoredAccount;
    await accounts.merge(key("a"), { logins: 1 }, { ifMatch: "*" });
    const outdated = service.transaction(Account.partition({ companyId }), (tx) => {
      tx.delete(Account, { accountId: "b" }, { from: b });
      tx.merge(Account, { accountId: "a" }, { status: "closed" }, { from: a });
    });
    await expect(outdated).rejects.toMatchObject({ code: "entity.condition-not-met", index: 1 });
  });
});
