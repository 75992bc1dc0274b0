import type { RequestError, TableRow } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { Account } from "../../../generator/src/emit/golden/markers/expected/index.js";
import { counterKey, factsOf, failureOf, key, openLab, partition, refused, unknown } from "./lab.js";

describe("R5: a write that got no response is read back at once", () => {
  it("and succeeds where its fact is there, though others have written since", async () => {
    const lab = await openLab();
    lab.plan("unanswered");
    // The read happens after the response is lost, and after the writes of others.
    lab.tables.faults.add({
      operation: "get",
      times: 1,
      fault: { kind: "hook", before: async () => void (await lab.others.merge(key, { balance: 9 }, { ifMatch: "*" })) },
    });
    const { $etag } = await lab.accounts.merge(key, { balance: 5 }, { ifMatch: lab.row.$etag });
    expect(await lab.balance()).toBe(9);
    // The client has never seen the ETag of its own version, and the row has the ETag of another client's.
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

  it("as often as it takes, while there is time", async () => {
    const lab = await openLab();
    lab.plan("lost", "unanswered");
    const reads = lab.tables.faults.add({ operation: "get", times: 9, fault: { kind: "throttle" } });
    await lab.accounts.merge(key, { balance: 5 }, { ifMatch: lab.row.$etag });
    expect(reads.seen).toBeGreaterThan(9);
    expect(await lab.balance()).toBe(5);
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

  it("as often as it takes, while there is time", async () => {
    const lab = await openLab();
    lab.plan(...Array.from({ length: 9 }, () => "lost" as const));
    const error = await failureOf(lab.accounts.merge(key, { balance: 5 }, { ifMatch: lab.row.$etag }));
    expect(error).toMatchObject({ outcome: undefined, evidence: "etag" });
    expect(lab.sent.filter((method) => method === "PATCH")).toHaveLength(10);
  });

  it.each(["once", undefined] as const)(
    "and names no read that rules its attempts out, exactly: %s",
    async (exactly) => {
      const lab = await openLab();
      const accounts = lab.service.entities(Account, { exactly });
      lab.plan("lost", "lost");
      lab.tables.faults.add({ operation: "get", times: 999, fault: { kind: "throttle" } });
      const call = accounts.merge(key, { balance: 5 }, { ifMatch: lab.row.$etag, timeoutMs: 50 });
      const error = (await failureOf(call)) as RequestError;
      expect(error).toMatchObject(unknown);
      expect(error.ambiguousAttempts).toHaveLength(2);
      for (const attempt of error.ambiguousAttempts ?? []) expect(attempt).not.toHaveProperty("ruledOutAt");
    },
  );

  it("and stays unknown where the fence gets no answer until the time is over", async () => {
    const lab = await openLab();
    lab.planRest("lost");
    const options = { ifMatch: lab.row.$etag, timeoutMs: 50 };
    expect(await failureOf(lab.accounts.merge(key, { balance: 5 }, options))).toMatchObject(unknown);
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

  it("is sent as often as it takes while its row does not exist", async () => {
    const lab = await openLab();
    lab.plan(...Array.from({ length: 9 }, () => "lost" as const));
    const { $etag } = await lab.accounts.insert(fresh);
    expect(await lab.accounts.get(fresh)).toMatchObject({ $etag });
    expect(lab.sent.filter((method) => method === "POST")).toHaveLength(10);
  });

  it("is sent so in a transaction too", async () => {
    const lab = await openLab();
    lab.plan(...Array.from({ length: 5 }, () => "lost" as const));
    await lab.service.transaction(partition, (tx) => {
      tx.insert(Account, { account: 8 });
      tx.insert(Account, { account: 9 });
    });
    expect(await lab.accounts.query({ bank: "B1" }).count()).toBe(3);
  });

  it("is unknown where it gets no response until the time is over", async () => {
    const lab = await openLab();
    lab.planRest("lost");
    expect(await failureOf(lab.accounts.insert(fresh, { timeoutMs: 50 }))).toMatchObject(unknown);
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

  describe("after a program without markers took its version, is unknown", () => {
    async function doubtful() {
      const lab = await openLab();
      lab.plan("unanswered");
      lab.tables.faults.add({ operation: "get", nth: 1, fault: { kind: "hook", before: foreign(lab) } });
      return { ...lab, write: () => lab.accounts.insertOrReplace({ ...key, balance: 5 }) };
    }

    it("where its row is missing then", async () => {
      const lab = await doubtful();
      const remove = async () => void (await lab.foreign.delete(Account.key(key), { ifMatch: "*" }));
      lab.tables.faults.add({ operation: "get", nth: 2, fault: { kind: "hook", before: remove } });
      expect(await failureOf(lab.write())).toMatchObject(unknown);
      expect(lab.sent).toEqual(["PUT", "GET", "GET"]);
    });

    it("where its row cannot be read again", async () => {
      const lab = await doubtful();
      lab.tables.faults.add({ operation: "get", nth: 2, fault: { kind: "respond", status: 403 } });
      expect(await failureOf(lab.write())).toMatchObject(unknown);
    });

    it("where it is refused the second time", async () => {
      const lab = await doubtful();
      lab.tables.faults.add({ operation: "replace", nth: 2, fault: { kind: "respond", status: 403 } });
      expect(await failureOf(lab.write())).toMatchObject(unknown);
      expect(lab.sent).toEqual(["PUT", "GET", "GET", "PUT"]);
    });
  });

  it("was applied where a program that took its version writes its fact back", async () => {
    const lab = await openLab();
    lab.plan("unanswered");
    const id = Account.key(key);
    let written: TableRow | undefined;
    const take = async () => {
      written = await lab.foreign.get(id);
      await lab.foreign.insertOrReplace({ ...id, properties: { owner: edm.string("a program") } });
    };
    const restore = async () => void (await lab.foreign.insertOrReplace(written as TableRow));
    lab.tables.faults.add({ operation: "get", nth: 1, fault: { kind: "hook", before: take } });
    lab.tables.faults.add({ operation: "get", nth: 3, fault: { kind: "hook", before: restore } });
    const { $etag } = await lab.accounts.insertOrReplace({ ...key, balance: 5 });
    expect(lab.sent).toEqual(["PUT", "GET", "GET"]);
    expect(await lab.balance()).toBe(5);
    expect(await failureOf(lab.accounts.merge(key, { balance: 1 }, { ifMatch: $etag }))).toMatchObject(refused);
  });

  it("fails as the service refuses it where no attempt was lost", async () => {
    const lab = await openLab();
    lab.tables.faults.add({ operation: "replace", fault: { kind: "respond", status: 403 } });
    const error = await failureOf(lab.accounts.insertOrReplace({ ...key, balance: 5 }));
    expect(error).toMatchObject({ name: "ServiceError", status: 403, outcome: undefined });
  });

  it("counts as made by this call where it deletes, may have been applied, and finds no row later", async () => {
    const lab = await openLab();
    const insert = () =>
      lab.foreign.insertOrReplace({ ...Account.key(key), properties: { owner: edm.string("a program") } });
    lab.plan("unanswered");
    lab.tables.faults.add({
      operation: "get",
      times: 2,
      fault: { kind: "hook", before: async () => void (await insert()) },
    });
    lab.before(
      async () => undefined,
      () => lab.foreign.delete(Account.key(key), { ifMatch: "*" }),
    );
    expect(await lab.accounts.delete(key, { ifMatch: "*" })).toBe(true);
    expect(lab.sent.filter((method) => method === "DELETE")).toHaveLength(2);
  });

  it("is contended where it loses all rounds, and was not applied", async () => {
    const lab = await openLab();
    lab.tables.faults.add({ operation: "replace", fault: { kind: "hook", before: foreign(lab) } });
    const error = await failureOf(lab.accounts.insertOrReplace({ ...key, balance: 5 }));
    expect(error).toMatchObject({ code: "write.contended" });
    expect(lab.sent.filter((method) => method === "PUT")).toHaveLength(100);
    expect(error).not.toHaveProperty("outcome");
  });
});
