import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { Account } from "../../../generator/src/emit/golden/markers/expected/index.js";
import { factsOf, failureOf, key, openLab, partition, refused } from "./lab.js";

describe("R10: a transaction", () => {
  const second = { bank: "B1", account: 8 };

  async function open() {
    const lab = await openLab();
    await lab.others.insert({ ...second, balance: 1 });
    const [a, b] = [await lab.accounts.getOrThrow(key), await lab.accounts.getOrThrow(second)];
    lab.sent.length = 0;
    const transfer = () =>
      lab.service.transaction(partition, (tx) => {
        tx.merge(Account, a, { balance: a.balance - 1 }, { ifMatch: a.$etag });
        tx.merge(Account, b, { balance: b.balance + 1 }, { ifMatch: b.$etag });
      });
    const balances = async () => [await lab.balance(), (await lab.others.get(second))?.balance];
    return { ...lab, a, b, transfer, balances };
  }

  it("leaves a fact in every row, and keeps those of entities that were read", async () => {
    const lab = await open();
    await lab.transfer();
    expect(await lab.balances()).toEqual([0, 2]);
    expect(factsOf(await lab.accounts.getOrThrow(key)).slice(1)).toEqual(factsOf(lab.a));
    expect(factsOf(await lab.accounts.getOrThrow(second)).slice(1)).toEqual(factsOf(lab.b));
  });

  it("was applied where one row holds its fact, whatever the others hold", async () => {
    const lab = await open();
    lab.plan("unanswered");
    const replace = () => lab.foreign.insertOrReplace({ ...Account.key(key), properties: { x: edm.int32(1) } });
    lab.tables.faults.add({
      operation: "get",
      times: 1,
      fault: { kind: "hook", before: async () => void (await replace()) },
    });
    const [first, other] = await lab.transfer();
    expect(await failureOf(lab.accounts.replace(key, { ifMatch: first?.$etag ?? "*" }))).toMatchObject(refused);
    await lab.accounts.merge(second, { balance: 7 }, { ifMatch: other?.$etag ?? "*" });
  });

  it("was not applied where another took the version of one row", async () => {
    const lab = await open();
    lab.plan("lost");
    lab.before(() => lab.others.merge(second, { balance: 9 }, { ifMatch: "*" }));
    const error = await failureOf(lab.transfer());
    expect(error).toMatchObject({ code: "entity.condition-not-met", outcome: undefined, index: 1 });
    expect(await lab.balances()).toEqual([1, 9]);
  });

  it("names the row whose version another took while it got no response", async () => {
    const lab = await open();
    lab.plan("lost");
    lab.before(() => lab.others.merge(key, { balance: 9 }, { ifMatch: "*" }));
    const error = await failureOf(lab.transfer());
    expect(error).toMatchObject({ code: "entity.condition-not-met", outcome: undefined, index: 0 });
    expect(lab.sent).toEqual(["POST", "GET"]);
  });

  it("is fenced by one of its rows", async () => {
    const lab = await open();
    lab.plan("held", "held");
    expect(await failureOf(lab.transfer())).toMatchObject({
      code: "request.failed",
      outcome: undefined,
      evidence: "etag",
    });
    await lab.release();
    expect(await lab.balances()).toEqual([1, 1]);
  });

  it("is fenced also where the service refused it, because a copy may arrive later", async () => {
    const lab = await open();
    lab.plan("copied");
    const third = { bank: "B1", account: 9 };
    await lab.others.insert(third);
    const error = await failureOf(
      lab.service.transaction(partition, (tx) => {
        tx.merge(Account, lab.a, { balance: 100 }, { ifMatch: lab.a.$etag });
        tx.insert(Account, { account: 9 });
      }),
    );
    expect(error).toMatchObject({ code: "entity.already-exists", outcome: undefined, index: 1 });
    await lab.others.delete(third, { ifMatch: "*" });
    await lab.release();
    expect(await lab.balance()).toBe(1);
  });

  it("begins again where another writer changed a row that it does not depend on", async () => {
    const lab = await open();
    await lab.others.merge(second, { owner: "x" }, { ifMatch: "*" });
    const [, result] = await lab.service.transaction(partition, (tx) => {
      tx.merge(Account, lab.a, { balance: 5 }, { ifMatch: lab.a.$etag });
      tx.insertOrReplace(Account, { account: 8, balance: 6 });
    });
    expect(await lab.balances()).toEqual([5, 6]);
    await lab.accounts.merge(second, { balance: 7 }, { ifMatch: result?.$etag ?? "*" });
  });

  it("knows the versions that it made, so that later writes read no row", async () => {
    const lab = await openLab();
    await lab.service.transaction(partition, (tx) => {
      tx.merge(Account, lab.row, { balance: 2 }, { ifMatch: lab.row.$etag });
      tx.insert(Account, { account: 8 });
    });
    await lab.accounts.merge(key, { balance: 3 }, { ifMatch: "*" });
    await lab.accounts.merge(second, { balance: 4 }, { ifMatch: "*" });
    expect(lab.sent).toEqual(["POST", "PATCH", "PATCH"]);
  });

  it("is contended where others change its row before each of 100 requests", async () => {
    const lab = await openLab();
    lab.before(...Array.from({ length: 200 }, () => () => lab.others.merge(key, { owner: "x" }, { ifMatch: "*" })));
    const call = lab.service.transaction(partition, (tx) => tx.insertOrMerge(Account, { account: 7, balance: 5 }));
    expect(await failureOf(call)).toMatchObject({ code: "write.contended", entity: "Account" });
    expect(lab.sent.filter((method) => method === "POST")).toHaveLength(100);
  });

  it("is not sent again where another of its rows is refused", async () => {
    const lab = await openLab();
    await lab.others.insert(second);
    const call = lab.service.transaction(partition, (tx) => {
      tx.insertOrMerge(Account, { account: 7, balance: 5 });
      tx.insert(Account, { account: 8 });
    });
    expect(await failureOf(call)).toMatchObject({ code: "entity.already-exists", index: 1, outcome: undefined });
    expect(lab.sent.filter((method) => method === "POST")).toHaveLength(1);
  });

  it("names the row to delete that is missing", async () => {
    const lab = await openLab();
    const call = lab.service.transaction(partition, (tx) => {
      tx.insert(Account, { account: 8 });
      tx.delete(Account, { account: 9 }, { ifMatch: "*" });
    });
    expect(await failureOf(call)).toMatchObject({
      code: "entity.not-found",
      index: 1,
      operation: "delete",
      key: Account.key({ bank: "B1", account: 9 }),
    });
    expect(lab.sent).toEqual(["GET"]);
  });

  it("names the row that is missing", async () => {
    const lab = await openLab();
    const error = failureOf(
      lab.service.transaction(partition, (tx) => {
        tx.insert(Account, { account: 8 });
        tx.merge(Account, { account: 9 }, { balance: 1 }, { ifMatch: "*" });
      }),
    );
    expect(await error).toMatchObject({ code: "entity.not-found", index: 1, operation: "merge" });
    expect(lab.sent).toEqual(["GET"]);
  });
});
