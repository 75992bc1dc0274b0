import type { TableServiceClient } from "@tablewright/runtime";
import { beforeAll, expect } from "vitest";
import { Account } from "../../../runtime/src/test/company/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";
import { agreement } from "./agreement.js";

describeTargets("bulks of entities with indexes", targets, ({ running, it }) => {
  let service: TableServiceClient;
  let companies = 0;
  beforeAll(async () => {
    service = running().service;
    await service.createTables([Account]);
  });

  function setUp() {
    const companyId = `B${companies++}`;
    const account = (accountId: string, more: object = {}) => ({
      ...{ companyId, accountId, email: `${accountId}@x.org`, name: accountId },
      ...more,
    });
    const key = (accountId: string) => ({ companyId, accountId });
    const agrees = () => agreement(service, Account, { companyId });
    return { companyId, accounts: service.entities(Account), account, key, agrees };
  }

  it("keep them in every operation, in the order of the items", async () => {
    const { accounts, account, key, agrees } = setUp();
    const { written } = await accounts.bulk([
      ...["a", "b", "c", "d", "e"].map((id) => ({ insert: account(id) })),
      { replace: account("a", { status: "closed" as const }), ifMatch: "*" },
      { merge: key("b"), changes: { status: "closed", note: "n" }, ifMatch: "*" },
      { merge: key("b"), changes: { logins: 7 }, ifMatch: "*" },
      { delete: key("c"), ifMatch: "*" },
      { insertOrReplace: account("d", { email: "d2@x.org" }) },
      { insertOrMerge: account("f") },
      { delete: key("e"), ifMatch: "*" },
      { insert: account("e", { email: "e2@x.org" }) },
      { delete: key("missing"), ifMatch: "*" },
    ]);
    expect(written).toBe(14);
    expect(await agrees()).toEqual({ entities: 5, entries: 10, wrong: [] });
    expect(await accounts.get(key("b"))).toMatchObject({ status: "closed", logins: 7 });
    expect(await accounts.get(key("e"))).toMatchObject({ email: "e2@x.org" });
  });

  it("fill requests with whole items, and blame one alone", async () => {
    const { companyId, accounts, account, agrees } = setUp();
    const items = Array.from({ length: 120 }, (_, n) => ({ insert: account(`n${n}`) }));
    items.splice(60, 0, { insert: account("twice", { email: "n7@x.org" }) });
    const outcomes = [];
    for await (const outcome of accounts.bulk(items)) outcomes.push(outcome);
    expect(outcomes).toHaveLength(121);
    const failed = outcomes.filter(({ ok }) => !ok);
    expect(failed).toMatchObject([{ index: 60, error: { code: "index.not-unique", index: "byEmail" } }]);
    expect(await agrees()).toEqual({ entities: 120, entries: 240, wrong: [] });
    expect(await accounts.byEmail.get({ companyId, email: "n7@x.org" })).toMatchObject({ accountId: "n7" });
  });

  it("say of each deletion whether the row existed, and keep conditions", async () => {
    const { accounts, account, key } = setUp();
    const { $etag } = await accounts.insert(account("a"));
    await accounts.merge(key("a"), { logins: 1 }, { ifMatch: "*" });
    const outcomes = [];
    for await (const outcome of accounts.bulk([
      { merge: key("a"), changes: { status: "closed" }, ifMatch: $etag },
      { delete: key("a"), ifMatch: "*" },
      { delete: key("a"), ifMatch: "*" },
    ])) {
      outcomes.push(outcome);
    }
    expect(outcomes.map((outcome) => (outcome.ok ? outcome.existed : outcome.error.code))).toEqual([
      "entity.condition-not-met",
      true,
      false,
    ]);
  });

  it("write an item alone where another writer overtakes it", async () => {
    const { accounts, account, key, agrees } = setUp();
    await accounts.bulk(Array.from({ length: 10 }, (_, n) => ({ insert: account(`n${n}`) })));
    const all = Array.from({ length: 10 }, (_, n) => n);
    const bulk = (note: string) =>
      accounts.bulk(all.map((n) => ({ merge: key(`n${n}`), changes: { note }, ifMatch: "*" as const })));
    await Promise.all([bulk("one"), bulk("two"), bulk("three")]);
    expect(await agrees()).toEqual({ entities: 10, entries: 20, wrong: [] });
  });

  it("go on with the next item of a row where one could not be planned", async () => {
    const { accounts, account, key } = setUp();
    const outcomes = [];
    for await (const outcome of accounts.bulk([
      { replace: account("none"), ifMatch: "*" },
      { merge: key("none"), changes: { status: "closed" }, ifMatch: "*" },
      { insertOrReplace: account("none") },
    ])) {
      outcomes.push(outcome.ok || outcome.error.code);
    }
    expect(outcomes).toEqual(["entity.not-found", "entity.not-found", true]);
  });

  it("end early without waiting for what was not written", async () => {
    const { accounts, account, key } = setUp();
    const items = Array.from({ length: 50 }, () => ({ insertOrReplace: account("same") }));
    for await (const outcome of accounts.bulk(items)) {
      expect(outcome.ok).toBe(true);
      break;
    }
    expect(await accounts.get(key("same"))).toMatchObject(key("same"));
  });

  it("are what deleteWhere and updateWhere write with", async () => {
    const { companyId, accounts, account, agrees } = setUp();
    await accounts.bulk(Array.from({ length: 40 }, (_, n) => ({ insert: account(`n${n}`, { logins: n }) })));
    const busy = accounts.query({ companyId }).where({ logins: { ge: 20 } });
    expect(await accounts.updateWhere(busy, { status: "closed" }, { max: 20 })).toEqual({ updated: 20, changed: 0 });
    const rename = ({ name }: Account) => ({ set: { name: name.toUpperCase() } });
    await accounts.updateWhere(accounts.query({ companyId }), rename, { max: 40 });
    expect(await agrees()).toEqual({ entities: 40, entries: 80, wrong: [] });
    const open = accounts.query({ companyId }).where({ status: "open" });
    expect(await accounts.deleteWhere(open, { max: 20 })).toEqual({ deleted: 20, changed: 0 });
    expect(await agrees()).toEqual({ entities: 20, entries: 40, wrong: [] });
  });
});
