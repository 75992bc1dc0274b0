import { removeReceipts } from "@tablewright/runtime/admin";
import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it, vi } from "vitest";
import { Account } from "../../../generator/src/emit/golden/club/expected/index.js";
import { failureOf, key, openLab, partition, refused, second, unknown } from "./lab.js";

const many = Array.from({ length: 250 }, (_, account) => ({ insert: { bank: "B2", account } }));

describe("a write with a receipt", () => {
  it("is one transaction, and the next one uses the same row", async () => {
    const { once, receipts, sent } = await openLab();
    await once.insert(second);
    await once.delete(second, { ifMatch: "*" });
    expect(await once.delete(second, { ifMatch: "*" })).toBe(false);
    expect(receipts()).toHaveLength(1);
    expect(sent).toEqual(["POST", "POST", "POST", "GET", "PUT"]);
  });

  it("knows an insert whose row others deleted and inserted meanwhile", async () => {
    const lab = await openLab();
    lab.plan("unanswered");
    const replace = async () => {
      await lab.others.delete(second, { ifMatch: "*" });
      await lab.others.insert({ ...second, balance: 5 });
    };
    lab.tables.faults.add({ operation: "get", times: 1, fault: { kind: "hook", before: replace } });
    const { $etag } = await lab.once.insert(second);
    expect(await failureOf(lab.accounts.merge(second, { balance: 1 }, { ifMatch: $etag }))).toMatchObject({
      code: "entity.condition-not-met",
    });
  });

  it("knows who deleted a row", async () => {
    const lab = await openLab();
    lab.plan("lost");
    lab.before(async () => lab.others.delete(key, { ifMatch: "*" }));
    expect(await lab.once.delete(key, { ifMatch: "*" })).toBe(false);
    await lab.others.insert(key);
    lab.plan("unanswered");
    expect(await lab.once.delete(key, { ifMatch: "*" })).toBe(true);
  });

  it("that deletes under an ETag tells that the row was missing", async () => {
    const lab = await openLab();
    await lab.others.delete(key, { ifMatch: "*" });
    expect(await lab.once.delete(key, { ifMatch: lab.row.$etag })).toBe(false);
  });

  it("is never applied after its call has ended", async () => {
    const lab = await openLab();
    lab.plan("held", "held");
    expect(await failureOf(lab.once.insert(second))).toMatchObject({
      code: "request.failed",
      outcome: undefined,
      evidence: "receipt",
    });
    await lab.release();
    expect(await lab.others.get(second)).toBeUndefined();
    await lab.once.insert(second);
    expect(lab.receipts()).toHaveLength(1);
  });

  it("is refused for good where a copy of the request arrives later", async () => {
    const lab = await openLab();
    await lab.others.insert(second);
    lab.plan("copied");
    expect(await failureOf(lab.once.insert(second))).toMatchObject({
      code: "entity.already-exists",
      outcome: undefined,
    });
    await lab.others.delete(second, { ifMatch: "*" });
    await lab.release();
    expect(await lab.others.get(second)).toBeUndefined();
  });

  it("is applied once where the network doubles it", async () => {
    const lab = await openLab();
    lab.plan("doubled");
    await lab.once.insert(second);
    lab.plan("doubled");
    expect(await lab.once.delete(second, { ifMatch: "*" })).toBe(true);
  });

  it("begins again with a new row where the old one was removed", async () => {
    const lab = await openLab();
    await lab.once.insert(second);
    const [receipt] = lab.receipts();
    await lab.foreign.delete({ partitionKey: "B1", rowKey: receipt?.RowKey ?? "" }, { ifMatch: "*" });
    await lab.once.merge(second, { balance: 4 }, { ifMatch: "*" });
    expect(await lab.others.get(second)).toMatchObject({ balance: 4 });
  });

  it("gives up where another program changes the row of each of ten requests first", async () => {
    const lab = await openLab();
    await lab.once.insert(second);
    lab.sent.length = 0;
    const change = async () => {
      const rowKey = lab.receipts()[0]?.RowKey ?? "";
      await lab.foreign.insertOrReplace({ partitionKey: "B1", rowKey, properties: { x: edm.int32(1) } });
    };
    lab.before(...Array.from({ length: 20 }, () => change));
    const error = await failureOf(lab.once.insert({ bank: "B1", account: 9 }));
    expect(error).toMatchObject({ code: "entity.condition-not-met", outcome: undefined });
    expect(lab.sent.filter((method) => method === "POST")).toHaveLength(10);
  });

  it("is known as soon as the service takes writes again", async () => {
    const lab = await openLab();
    lab.plan(...Array.from({ length: 12 }, () => "lost" as const));
    expect(await failureOf(lab.once.merge(key, { balance: 5 }, { ifMatch: lab.row.$etag }))).toMatchObject({
      outcome: undefined,
      evidence: "receipt",
    });
    expect(await lab.balance()).toBe(1);
  });

  it("is unknown if the service takes no write until the time is over", async () => {
    const lab = await openLab();
    lab.planRest("lost");
    const options = { ifMatch: lab.row.$etag, timeoutMs: 50 };
    expect(await failureOf(lab.once.merge(key, { balance: 5 }, options))).toMatchObject(unknown);
  });

  it("reads its receipt again if it was not used for a while, because another program may have removed it", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const lab = await openLab();
      await lab.once.insert(second);
      vi.advanceTimersByTime(11 * 60_000);
      await lab.once.merge(second, { balance: 4 }, { ifMatch: "*" });
      await lab.once.merge(second, { balance: 5 }, { ifMatch: "*" });
      expect(lab.sent).toEqual(["POST", "GET", "POST", "POST"]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("exactly once is an option of", () => {
  type Lab = Awaited<ReturnType<typeof openLab>>;
  const exactly = "once";
  const row = { partitionKey: "B1", rowKey: "x", properties: { balance: edm.double(1) } };
  const x = { partitionKey: "B1", rowKey: "x" };

  const ways: Readonly<Record<string, (lab: Lab) => PromiseLike<unknown>>> = {
    insert: ({ accounts }) => accounts.insert(second, { exactly }),
    insertOrMerge: ({ accounts }) => accounts.insertOrMerge(second, { exactly }),
    insertOrReplace: ({ accounts }) => accounts.insertOrReplace(second, { exactly }),
    merge: ({ accounts }) => accounts.merge(key, { balance: 2 }, { ifMatch: "*", exactly }),
    replace: ({ accounts }) => accounts.replace(key, { ifMatch: "*", exactly }),
    delete: ({ accounts }) => accounts.delete(key, { ifMatch: "*", exactly }),
    modify: ({ accounts }) => accounts.modify(key, () => ({ set: { balance: 2 } }), { exactly }),
    bulk: ({ accounts }) => accounts.bulk([{ insert: second }], { exactly }),
    updateWhere: ({ accounts }) => accounts.updateWhere(accounts.query(key), { balance: 2 }, { max: 9, exactly }),
    deleteWhere: ({ accounts }) => accounts.deleteWhere(accounts.query(key), { max: 9, exactly }),
    deletePartition: ({ service }) => service.deletePartition(partition, { exactly }),
    transaction: ({ service }) => service.transaction(partition, (tx) => tx.insert(Account, second), { exactly }),
    "a partition": ({ service }) =>
      service.partition(partition, { exactly }).transaction((tx) => tx.insert(Account, second)),
    "a table": ({ service }) => service.table("Bank", { exactly }).insert(row),
    "an upsert of a row without a definition": ({ foreign }) => foreign.insertOrReplace(row, { exactly }),
    "a change of a row without a definition": async ({ foreign }) => {
      await foreign.insert(row);
      await foreign.modify(x, () => ({ set: { balance: edm.double(2) } }), { exactly });
    },
    "a transaction of rows without a definition": ({ foreign }) =>
      foreign.transaction("B1", (tx) => tx.insert({ rowKey: "x", properties: {} }), { exactly }),
    "the client": ({ connect }) => connect({ exactly }).entities(Account).insert(second),
    "a transaction of the client": ({ connect }) =>
      connect({ exactly }).transaction(partition, (tx) => tx.insert(Account, second)),
  };

  it.each(Object.entries(ways))("%s", async (_, write) => {
    const lab = await openLab();
    await write(lab);
    expect(lab.receipts()).toHaveLength(1);
  });

  it("no call by default", async () => {
    const lab = await openLab();
    await lab.accounts.insert(second);
    await lab.accounts.bulk(many);
    expect([...lab.receipts(), ...lab.receipts("B2")]).toEqual([]);
  });

  it("nothing but once", async () => {
    const { service, accounts } = await openLab();
    expect(() => service.entities(Account, { exactly: "twice" as never })).toThrow('it must be "once"');
    await expect(accounts.insert(second, { exactly: "twice" as never })).rejects.toThrow('it must be "once"');
  });
});

describe("a transaction with a receipt", () => {
  it("has at most 99 operations", async () => {
    const { service, receipts } = await openLab();
    const insert = (count: number) =>
      service.transaction(
        partition,
        (tx) => {
          for (let account = 10; account < 10 + count; account++) tx.insert(Account, { account });
        },
        { exactly: "once" },
      );
    await expect(insert(100)).rejects.toThrow("at most 99 operations besides its receipt");
    expect(await insert(99)).toHaveLength(99);
    expect(receipts()).toHaveLength(1);
  });

  it("knows that it was applied, whatever its rows hold by then", async () => {
    const lab = await openLab();
    lab.plan("unanswered");
    const undo = async () => {
      await lab.others.delete(second, { ifMatch: "*" });
      await lab.others.merge(key, { owner: "x" }, { ifMatch: "*" });
    };
    lab.tables.faults.add({ operation: "get", times: 1, fault: { kind: "hook", before: undo } });
    const [inserted, merged, kept] = await lab.service.transaction(
      partition,
      (tx) => {
        tx.insert(Account, second);
        tx.merge(Account, key, { balance: 3 }, { ifMatch: lab.row.$etag });
        tx.insert(Account, { account: 9 });
      },
      { exactly: "once" },
    );
    const ninth = { bank: "B1", account: 9 };
    expect(kept?.$etag).toBe((await lab.others.getOrThrow(ninth)).$etag);
    for (const etag of [inserted?.$etag, merged?.$etag])
      expect(await failureOf(lab.accounts.merge(key, { balance: 9 }, { ifMatch: etag ?? "*" }))).toMatchObject(refused);
  });

  it("names the operation that was rejected, and is never applied", async () => {
    const lab = await openLab();
    await lab.others.insert(second);
    lab.plan("copied");
    const transfer = lab.service.transaction(
      partition,
      (tx) => {
        tx.merge(Account, key, { balance: 100 }, { ifMatch: "*" });
        tx.insert(Account, second);
      },
      { exactly: "once" },
    );
    expect(await failureOf(transfer)).toMatchObject({ code: "entity.already-exists", index: 1, outcome: undefined });
    await lab.others.delete(second, { ifMatch: "*" });
    await lab.release();
    expect(await lab.balance()).toBe(1);
  });
});

describe("an entity with indexes", () => {
  const member = { club: "C", member: 1 };
  const init = { ...member, email: "a@x", town: "Ulm" };

  it("has a receipt in each partition that a write reaches", async () => {
    const lab = await openLab();
    await lab.members.insert(init);
    await lab.members.modify(member, () => ({ set: { email: "b@x", town: "Bonn" } }));
    const { Club = [], Towns = [] } = lab.tables.dump();
    const receiptsIn = (rows: readonly { PartitionKey: string; RowKey: string }[]) =>
      rows.filter(({ RowKey }) => RowKey.startsWith("~r-")).map(({ PartitionKey }) => PartitionKey);
    expect([receiptsIn(Club), receiptsIn(Towns)]).toEqual([["C"], ["Bonn", "Ulm"]]);
  });

  it("returns an ETag after its response was lost", async () => {
    const lab = await openLab();
    lab.plan("ok", "unanswered");
    const { $etag } = await lab.members.insert(init);
    expect($etag).toBe((await lab.members.getOrThrow(member)).$etag);
    lab.plan("ok", "unanswered");
    const changed = await lab.members.modify(member, () => ({ set: { email: "b@x", town: "Bonn" } }));
    expect(changed.$etag).toMatch(/^W\/"/);
    expect(await lab.members.byEmail.get({ club: "C", email: "b@x" })).toMatchObject(member);
  });

  it("is not written late, nor is its row of an index elsewhere", async () => {
    const lab = await openLab();
    lab.plan("held", "held");
    expect(await failureOf(lab.members.insert(init))).toMatchObject({ outcome: undefined });
    await lab.release();
    lab.plan("ok", "held", "held");
    expect(await failureOf(lab.members.insert({ ...init, town: "Bonn" }))).toMatchObject({ outcome: undefined });
    await lab.release();
    const { Club = [], Towns = [] } = lab.tables.dump();
    const rows = [...Club, ...Towns].filter(({ RowKey }) => !RowKey.startsWith("~r-"));
    expect(rows).toMatchObject([{ PartitionKey: "Bonn" }]);
  });
});

describe("receipts", () => {
  it("are skipped by queries, scans, counts and deletions", async () => {
    const lab = await openLab();
    await lab.once.insert(second);
    expect(lab.receipts()).toHaveLength(1);
    expect(await lab.accounts.query({ bank: "B1" }).count()).toBe(2);
    expect(await lab.accounts.scan().toArray()).toHaveLength(2);
    expect(await lab.foreign.scan().toArray()).toHaveLength(2);
    expect(await lab.service.partition(Account.partition(key)).query(Account).toArray()).toHaveLength(2);
    expect(await lab.service.deletePartition(Account.partition(key))).toBe(2);
    expect(lab.receipts()).toHaveLength(1);
  });

  it("are removed once no request can be on its way", async () => {
    const lab = await openLab();
    await lab.once.insert(second);
    expect(await removeReceipts(lab.service, "Bank", { minAgeMs: 16 * 60_000 })).toBe(0);
    await expect(removeReceipts(lab.service, "Bank", { minAgeMs: 1000 })).rejects.toThrow("minAgeMs");
    vi.useFakeTimers({ now: Date.now() + 17 * 60_000, toFake: ["Date"] });
    try {
      expect(await removeReceipts(lab.service, "Bank", { minAgeMs: 16 * 60_000 })).toBe(1);
    } finally {
      vi.useRealTimers();
    }
    expect(lab.receipts()).toHaveLength(0);
    await lab.once.delete(second, { ifMatch: "*" });
  });
});
