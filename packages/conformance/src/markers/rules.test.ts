import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { Account, Member } from "../../../generator/src/emit/golden/markers/expected/index.js";
import { counterKey, failureOf, key, openLab } from "./lab.js";

const refused = { code: "entity.condition-not-met", outcome: undefined };
const unknown = { outcome: "unknown", evidence: "none" };
const partition = Account.partition(key);

/** Returns the facts that a row holds, 16 bytes each. */
function factsOf({ $marker = "" }: { readonly $marker?: string }): Buffer[] {
  const stored = Buffer.from($marker, "base64");
  return Array.from({ length: stored.length / 16 }, (_, index) => stored.subarray(16 * index, 16 * index + 16));
}

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
    // Another program takes the version after the first round was applied, and keeps its facts.
    lab.plan("unanswered");
    lab.before(async () => undefined);
    await lab.accounts.insertOrMerge({ ...key, balance: 5 });
    const [first] = factsOf((await lab.accounts.get(key)) as object);
    await lab.accounts.insertOrMerge({ ...key, balance: 6 });
    const facts = factsOf((await lab.accounts.get(key)) as object);
    expect(facts[1]).toEqual(first);
    expect(new Set(facts.map((fact) => fact.subarray(0, 8).toString("hex"))).size).toBe(3);
  });
});

describe("R2: every write is conditional and adds its fact to those of the version", () => {
  it("newest first, whichever operation it is", async () => {
    const { accounts, row } = await openLab();
    let facts = factsOf(row);
    expect(facts).toHaveLength(1);
    expect(facts[0]?.subarray(8)).toEqual(Buffer.alloc(8));
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
  });
});

describe("R5: a write that got no response is read back at once", () => {
  it("and succeeds where its fact is there, though others have written since", async () => {
    const lab = await openLab();
    lab.plan("unanswered");
    // The read comes after the response is lost, and after the writes of others.
    lab.tables.faults.add({
      operation: "get",
      times: 1,
      fault: { kind: "hook", before: async () => void (await lab.others.merge(key, { balance: 9 }, { ifMatch: "*" })) },
    });
    const { $etag } = await lab.accounts.merge(key, { balance: 5 }, { ifMatch: lab.row.$etag });
    expect(await lab.balance()).toBe(9);
    // The ETag of the own version was never seen, and that of the row is of another's.
    expect(await failureOf(lab.accounts.merge(key, { balance: 1 }, { ifMatch: $etag }))).toMatchObject(refused);
  });

  it("and is refused without another attempt where another took its version", async () => {
    const lab = await openLab();
    lab.plan("lost");
    lab.before(() => lab.others.merge(key, { balance: 9 }, { ifMatch: "*" }));
    const error = await failureOf(lab.accounts.merge(key, { balance: 5 }, { ifMatch: lab.row.$etag }));
    expect(error).toMatchObject({ ...refused, evidence: "marker" });
    expect(lab.sent).toEqual(["PATCH", "GET"]);
  });

  it("and is sent again where the version is still there", async () => {
    const lab = await openLab();
    lab.plan("lost");
    await lab.accounts.merge(key, { balance: 5 }, { ifMatch: lab.row.$etag });
    expect(lab.sent).toEqual(["PATCH", "GET", "PATCH"]);
  });
});

describe("R6: a refusal is read back, also without a lost attempt", () => {
  it("because the network may have doubled the request", async () => {
    const lab = await openLab();
    lab.plan("doubled", "doubled", "doubled");
    await lab.accounts.merge(key, { balance: 5 }, { ifMatch: lab.row.$etag });
    await lab.accounts.modify(key, ({ balance }) => ({ set: { balance: balance + 1 } }));
    await lab.accounts.insert({ bank: "B1", account: 8 });
    expect(await lab.balance()).toBe(6);
  });

  it("and stays one where the fact is another's, or there is none", async () => {
    const lab = await openLab();
    await lab.others.merge(key, { balance: 2 }, { ifMatch: "*" });
    const error = await failureOf(lab.accounts.merge(key, { balance: 5 }, { ifMatch: lab.row.$etag }));
    expect(error).toMatchObject({ ...refused, evidence: "marker" });
    const { $etag } = await lab.accounts.getOrThrow(key);
    await lab.foreign.insertOrReplace({ ...Account.key(key), properties: { owner: edm.string("a program") } });
    expect(await failureOf(lab.accounts.merge(key, { balance: 5 }, { ifMatch: $etag }))).toMatchObject(refused);
  });
});

describe("R7: a version that is still there after the last attempt is fenced", () => {
  it("so that an attempt in flight is never applied", async () => {
    const lab = await openLab();
    lab.plan("held", "held");
    const error = await failureOf(lab.accounts.merge(key, { balance: 5 }, { ifMatch: lab.row.$etag }));
    expect(error).toMatchObject({ code: "request.failed", outcome: undefined, evidence: "etag" });
    await lab.release();
    expect(await lab.balance()).toBe(1);
    const row = await lab.accounts.getOrThrow(key);
    expect(factsOf(row)).toHaveLength(2);
    expect(factsOf(row).slice(1)).toEqual(factsOf(lab.row));
  });

  it("and stays unknown where the fence gets no answer either", async () => {
    const lab = await openLab();
    lab.plan("lost", "lost", "lost", "lost");
    const error = await failureOf(lab.accounts.merge(key, { balance: 5 }, { ifMatch: lab.row.$etag }));
    expect(error).toMatchObject(unknown);
  });
});

describe("R8: an insert", () => {
  const fresh = { bank: "B1", account: 8 };

  it("succeeds where the row holds its fact", async () => {
    const lab = await openLab();
    lab.plan("unanswered");
    await lab.accounts.insert(fresh);
    expect(lab.sent).toEqual(["POST", "GET"]);
  });

  it("is refused where no attempt was lost, or the row was seen before", async () => {
    const lab = await openLab();
    expect(await failureOf(lab.accounts.insert(key))).toMatchObject({
      code: "entity.already-exists",
      outcome: undefined,
    });
    await lab.accounts.merge(key, { balance: 2 }, { ifMatch: "*" });
    lab.plan("lost");
    const error = await failureOf(lab.accounts.insert(key));
    expect(error).toMatchObject({ code: "entity.already-exists", outcome: undefined, evidence: "etag" });
  });

  it("is unknown where a lost attempt may have made a row that others deleted and inserted", async () => {
    const lab = await openLab();
    lab.plan("lost");
    lab.before(() => lab.others.insert(fresh));
    expect(await failureOf(lab.accounts.insert(fresh))).toMatchObject(unknown);
  });

  it("is refused by another's birth fact where rows are never deleted", async () => {
    const lab = await openLab();
    lab.plan("lost");
    lab.before(() => lab.otherCounters.insert(counterKey));
    const error = await failureOf(lab.counters.insert(counterKey));
    expect(error).toMatchObject({ code: "entity.already-exists", outcome: undefined, evidence: "marker" });
  });
});

describe("R9: a write that does not depend on its row", () => {
  const foreign = (lab: Awaited<ReturnType<typeof openLab>>) => async () => {
    await lab.foreign.insertOrReplace({ ...Account.key(key), properties: { owner: edm.string("a program") } });
  };

  it("is sent again where a program without markers took the version", async () => {
    const lab = await openLab();
    lab.plan("unanswered");
    lab.tables.faults.add({ operation: "get", times: 1, fault: { kind: "hook", before: foreign(lab) } });
    await lab.accounts.insertOrReplace({ ...key, balance: 5 });
    expect(await lab.balance()).toBe(5);
    expect(lab.sent).toEqual(["PUT", "GET", "GET", "PUT"]);
  });

  it("is unknown, never refused, where it loses after that", async () => {
    const lab = await openLab();
    lab.plan("unanswered");
    const take = foreign(lab);
    lab.tables.faults.add({ operation: "get", times: 1, fault: { kind: "hook", before: take } });
    lab.before(async () => undefined, ...Array.from({ length: 200 }, () => take));
    expect(await failureOf(lab.accounts.insertOrReplace({ ...key, balance: 5 }))).toMatchObject(unknown);
  });

  it("is contended where it loses all rounds, and was not applied", async () => {
    const lab = await openLab();
    lab.tables.faults.add({ operation: "replace", fault: { kind: "hook", before: foreign(lab) } });
    const error = await failureOf(lab.accounts.insertOrReplace({ ...key, balance: 5 }));
    expect(error).toMatchObject({ code: "write.contended" });
    expect(error).not.toHaveProperty("outcome");
  });
});

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

describe("R11: exclusive clients", () => {
  it("have one fact each, and none is unknown", async () => {
    const lab = await openLab();
    await lab.counters.insert(counterKey);
    const add = () => lab.counters.modify(counterKey, ({ count }) => ({ set: { count: count + 1n } }));
    for (let call = 0; call < 5; call++) await add();
    expect(factsOf(await lab.counters.getOrThrow(counterKey))).toHaveLength(1);
    await Promise.all(Array.from({ length: 8 }, add));
    expect(await lab.counters.get(counterKey)).toMatchObject({ count: 13n });
    const facts = factsOf(await lab.counters.getOrThrow(counterKey));
    expect(facts.length).toBeGreaterThan(1);
    expect(facts.length).toBeLessThanOrEqual(9);
  });

  it("know that a write was not applied where its fact is missing", async () => {
    const lab = await openLab(1);
    await lab.counters.insert(counterKey);
    const { $etag } = await lab.counters.getOrThrow(counterKey);
    // The fact that took the version is evicted by the next write of the same client.
    const take = async () => {
      await lab.otherCounters.modify(counterKey, ({ count }) => ({ set: { count: count + 1n } }));
      await lab.otherCounters.modify(counterKey, ({ count }) => ({ set: { count: count + 1n } }));
    };
    lab.plan("lost");
    lab.before(take);
    const error = await failureOf(lab.counters.merge(counterKey, { count: 9n }, { ifMatch: $etag }));
    expect(error).toMatchObject({ ...refused, evidence: "marker" });
  });

  it("read the facts of a version that they do not know, because none may be dropped", async () => {
    const lab = await openLab();
    await lab.otherCounters.insert(counterKey);
    const { $etag } = await lab.otherCounters.getOrThrow(counterKey);
    await lab.counters.merge(counterKey, { count: 5n }, { ifMatch: $etag });
    expect(lab.sent).toEqual(["GET", "PATCH"]);
    expect(await failureOf(lab.otherCounters.merge(counterKey, { count: 6n }, { ifMatch: $etag }))).toMatchObject(
      refused,
    );
  });

  it("delete no row", async () => {
    const { counters } = await openLab();
    const error = { code: "write.never-deleted" };
    expect(await failureOf(counters.delete(counterKey, { ifMatch: "*" }))).toMatchObject(error);
    await counters.insert(counterKey);
    expect(await failureOf(counters.deleteWhere(counters.scan(), { max: 1 }))).toMatchObject(error);
    expect(await counters.get(counterKey)).toMatchObject(counterKey);
  });
});

describe("an entity with a marker and indexes", () => {
  const init = { club: "C", member: 1, email: "a@x", town: "Ulm" };

  it("keeps its facts and its indexes in every write", async () => {
    const { members, service } = await openLab();
    await members.insert(init);
    await members.merge(init, { visits: 1 }, { ifMatch: "*" });
    await members.merge(init, { email: "b@x", town: "Bonn" }, { ifMatch: "*" });
    await members.insertOrReplace({ ...init, email: "c@x" });
    await members.modify(init, () => ({ set: { town: "Kiel" } }));
    await members.bulk([{ merge: init, changes: { email: "d@x" }, ifMatch: "*" }]);
    const from = await members.getOrThrow(init);
    await service.transaction(Member.partition(init), (tx) => tx.merge(Member, from, { email: "e@x" }, { from }));
    const row = await members.getOrThrow(init);
    expect(factsOf(row)).toHaveLength(7);
    expect(await members.byEmail.get({ club: "C", email: "e@x" })).toMatchObject({ member: 1 });
    expect(await members.byTown.query({ town: "Kiel" }).toArray()).toMatchObject([{ member: 1, email: "e@x" }]);
  });

  it("knows the outcome of a write that moves its index rows", async () => {
    const lab = await openLab();
    await lab.members.insert(init);
    lab.plan("unanswered");
    await lab.members.merge(init, { email: "b@x" }, { ifMatch: "*" });
    expect(await lab.members.byEmail.get({ club: "C", email: "b@x" })).toMatchObject({ member: 1 });
    expect(await lab.members.byEmail.get({ club: "C", email: "a@x" })).toBeUndefined();
  });
});
