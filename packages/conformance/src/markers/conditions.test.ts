import { describe, expect, it } from "vitest";
import { Account } from "../../../generator/src/emit/golden/markers/expected/index.js";
import { factsOf, failureOf, key, openLab, partition } from "./lab.js";

describe("R1: a call has one marker", () => {
  it("in all attempts, so that one that arrives twice is applied once", async () => {
    const lab = await openLab(3);
    lab.plan("unanswered", "lost", "ok");
    await lab.accounts.modify(key, ({ balance }) => ({ set: { balance: balance + 1 } }));
    expect(await lab.balance()).toBe(2);
    expect(lab.sent).toEqual(["GET", "PATCH", "GET"]);
  });

  it("in all rounds of a write that does not depend on its row", async () => {
    const lab = await openLab();
    // Another program replaces the version after the first round was applied, and keeps its facts.
    lab.plan("unanswered");
    lab.before(async () => undefined);
    await lab.accounts.insertOrMerge({ ...key, balance: 5 });
    const [first] = factsOf((await lab.accounts.get(key)) as object);
    await lab.accounts.insertOrMerge({ ...key, balance: 6 });
    const facts = factsOf((await lab.accounts.get(key)) as object);
    expect(facts[1]).toEqual(first);
    expect(new Set(facts.map((fact) => fact.subarray(0, 9).toString("hex"))).size).toBe(3);
  });
});

describe("R2: every write is conditional and adds its fact to those of the version", () => {
  it("newest first, whichever operation it is", async () => {
    const { accounts, row } = await openLab();
    let facts = factsOf(row);
    expect(facts).toHaveLength(1);
    expect(facts[0]?.subarray(9)).toEqual(Buffer.alloc(6));
    const writes = [
      async () => accounts.merge(key, { owner: "a" }, { ifMatch: "*" }),
      async () =>
        accounts.merge(
          await accounts.getOrThrow(key),
          { owner: "b" },
          { ifMatch: (await accounts.getOrThrow(key)).$etag },
        ),
      async () => accounts.replace({ ...key, balance: 2 }, { ifMatch: "*" }),
      async () => accounts.insertOrMerge({ ...key, balance: 3 }),
      async () => accounts.insertOrReplace({ ...key, balance: 4 }),
      async () => accounts.modify(key, () => ({ set: { balance: 5 } })),
      async () => accounts.modify(key, () => ({ unset: ["owner"] })),
      async () => accounts.bulk([{ merge: key, changes: { balance: 6 }, ifMatch: "*" }]),
      async () => accounts.updateWhere(accounts.scan(), { balance: 7 }, { max: 5 }),
    ];
    for (const write of writes) {
      await write();
      const now = factsOf(await accounts.getOrThrow(key));
      expect(now.slice(1), write.toString()).toEqual(facts);
      facts = now;
    }
  });

  it("so that it is never applied to a later version", async () => {
    const lab = await openLab();
    lab.plan("held", "ok");
    await lab.accounts.merge(key, { balance: 5 }, { ifMatch: lab.row.$etag });
    await lab.others.merge(key, { balance: 6 }, { ifMatch: "*" });
    await lab.release();
    expect(await lab.balance()).toBe(6);
  });

  it("a read carries the facts, out of sight", async () => {
    const { accounts, row } = await openLab();
    expect(row.$marker).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(Object.keys(row)).not.toContain("$marker");
    expect(JSON.stringify(row)).not.toContain(row.$marker);
    const [projected] = await accounts.query(key).select("balance").toArray();
    expect(projected).toEqual({ balance: 1, $etag: row.$etag });
  });
});

describe("R3, R4: the version of a row", () => {
  it("is not read for an insert, a write under an ETag, or modify's own write", async () => {
    const { accounts, row, sent } = await openLab();
    await accounts.insert({ bank: "B1", account: 8 });
    const { $etag } = await accounts.merge(key, { balance: 2 }, { ifMatch: row.$etag });
    await accounts.replace({ ...key, balance: 3 }, { ifMatch: $etag });
    expect(sent).toEqual(["POST", "PATCH", "PUT"]);
    await accounts.modify(key, () => ({ set: { balance: 5 } }));
    expect(sent.slice(3)).toEqual(["GET", "PATCH"]);
  });

  it("is read once for a write to any version, unless the client knows it", async () => {
    const { accounts, service, sent } = await openLab();
    const fresh = { bank: "B1", account: 9 };
    await accounts.insertOrReplace(fresh);
    await accounts.insertOrReplace(fresh);
    await accounts.delete(fresh, { ifMatch: "*" });
    expect(sent).toEqual(["GET", "POST", "PUT", "DELETE"]);
    await service.transaction(partition, (tx) => tx.insertOrMerge(Account, { account: 9, balance: 1 }));
    expect(sent.slice(4)).toEqual(["GET", "POST"]);
  });

  it("missing: an upsert inserts, other writes find no row, and nothing is sent", async () => {
    const { accounts, sent } = await openLab();
    const missing = { bank: "B1", account: 9 };
    expect(await failureOf(accounts.merge(missing, { balance: 1 }, { ifMatch: "*" }))).toMatchObject({
      code: "entity.not-found",
    });
    expect(await failureOf(accounts.replace(missing, { ifMatch: "*" }))).toMatchObject({ code: "entity.not-found" });
    expect(await accounts.delete(missing, { ifMatch: "*" })).toBe(false);
    expect(sent).toEqual(["GET", "GET", "GET"]);
  });

  it("known but outdated: it is read again", async () => {
    const lab = await openLab();
    await lab.others.merge(key, { balance: 2 }, { ifMatch: "*" });
    await lab.accounts.merge(key, { owner: "a" }, { ifMatch: "*" });
    expect(await lab.accounts.get(key)).toMatchObject({ balance: 2, owner: "a" });
    await lab.others.merge(key, { balance: 3 }, { ifMatch: "*" });
    expect(await lab.accounts.delete(key, { ifMatch: "*" })).toBe(true);
    expect(await lab.accounts.get(key)).toBeUndefined();
  });

  it("known, but deleted since: an upsert inserts, and other writes find no row", async () => {
    const lab = await openLab();
    const again = async () => {
      await lab.accounts.insertOrReplace({ ...key, balance: 5 });
      await lab.others.delete(key, { ifMatch: "*" });
    };
    await again();
    await again();
    const merge = await failureOf(lab.accounts.merge(key, { balance: 1 }, { ifMatch: "*" }));
    expect(merge).toMatchObject({ code: "entity.not-found" });
    await again();
    expect(await lab.accounts.delete(key, { ifMatch: "*" })).toBe(false);
  });

  it("unknown because it cannot be read: the write fails with the error of the read", async () => {
    const lab = await openLab();
    lab.tables.faults.add({ operation: "get", fault: { kind: "respond", status: 403 } });
    const call = lab.accounts.insertOrReplace({ bank: "B1", account: 9 });
    expect(await failureOf(call)).toMatchObject({ name: "ServiceError", status: 403, outcome: undefined });
    expect(lab.sent).toEqual(["GET"]);
  });
});
