import { removeGuardRows } from "@tablewright/runtime/admin";
import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it, vi } from "vitest";
import { Account } from "../../../generator/src/emit/golden/markers/expected/index.js";
import { failureOf, key, openLab } from "./lab.js";

const second = { bank: "B1", account: 8 };
const many = Array.from({ length: 250 }, (_, account) => ({ insert: { bank: "B2", account } }));

async function openExact(maxAttempts = 2) {
  const lab = await openLab(maxAttempts);
  const once = lab.service.entities(Account, { exactly: "once" });
  const stored = (partition = "B1") => lab.tables.dump()["Bank"]?.filter((row) => row.PartitionKey === partition) ?? [];
  const guards = (partition?: string) => stored(partition).filter((row) => row.RowKey.startsWith("~w-"));
  return { ...lab, once, stored, guards };
}

describe("R12: a write with a guard row", () => {
  it("is one transaction, and the next one uses the same row", async () => {
    const { once, guards, sent } = await openExact();
    await once.insert(second);
    await once.delete(second, { ifMatch: "*" });
    expect(await once.delete(second, { ifMatch: "*" })).toBe(false);
    expect(guards()).toHaveLength(1);
    expect(sent).toEqual(["POST", "POST", "GET"]);
  });

  it("knows an insert whose row others deleted and inserted meanwhile", async () => {
    const lab = await openExact();
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
    const lab = await openExact();
    lab.plan("lost");
    lab.before(async () => lab.others.delete(key, { ifMatch: "*" }));
    expect(await lab.once.delete(key, { ifMatch: "*" })).toBe(false);
    await lab.others.insert(key);
    lab.plan("unanswered");
    expect(await lab.once.delete(key, { ifMatch: "*" })).toBe(true);
  });

  it("that deletes under an ETag tells that the row was missing", async () => {
    const lab = await openExact();
    await lab.others.delete(key, { ifMatch: "*" });
    expect(await lab.once.delete(key, { ifMatch: lab.row.$etag })).toBe(false);
  });

  it("is never applied after its call has ended", async () => {
    const lab = await openExact();
    lab.plan("held", "held");
    expect(await failureOf(lab.once.insert(second))).toMatchObject({
      code: "request.failed",
      outcome: undefined,
      evidence: "etag",
    });
    await lab.release();
    expect(await lab.others.get(second)).toBeUndefined();
    await lab.once.insert(second);
    expect(lab.guards()).toHaveLength(1);
  });

  it("is refused for good where a copy of the request arrives later", async () => {
    const lab = await openExact();
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
    const lab = await openExact();
    lab.plan("doubled");
    await lab.once.insert(second);
    lab.plan("doubled");
    expect(await lab.once.delete(second, { ifMatch: "*" })).toBe(true);
  });

  it("begins again with a new row where the old one was removed", async () => {
    const lab = await openExact();
    await lab.once.insert(second);
    const [guard] = lab.guards();
    await lab.foreign.delete({ partitionKey: "B1", rowKey: guard?.RowKey ?? "" }, { ifMatch: "*" });
    await lab.once.merge(second, { balance: 4 }, { ifMatch: "*" });
    expect(await lab.others.get(second)).toMatchObject({ balance: 4 });
  });

  it("gives up where another program changes the row of each of ten requests first", async () => {
    const lab = await openExact();
    await lab.once.insert(second);
    lab.sent.length = 0;
    const change = async () => {
      const rowKey = lab.guards()[0]?.RowKey ?? "";
      await lab.foreign.insertOrReplace({ partitionKey: "B1", rowKey, properties: { x: edm.int32(1) } });
    };
    lab.before(...Array.from({ length: 20 }, () => change));
    const error = await failureOf(lab.once.insert({ bank: "B1", account: 9 }));
    expect(error).toMatchObject({ code: "entity.condition-not-met", outcome: undefined });
    expect(lab.sent.filter((method) => method === "POST")).toHaveLength(10);
  });

  it("keeps indexes, too", async () => {
    const lab = await openExact();
    const { Member } = await import("../../../generator/src/emit/golden/markers/expected/index.js");
    const members = lab.service.entities(Member, { exactly: "once" });
    await members.insert({ club: "C", member: 1, email: "a@x", town: "Ulm" });
    lab.plan("ok", "unanswered");
    await members.modify({ club: "C", member: 1 }, () => ({ set: { email: "b@x", town: "Bonn" } }));
    expect(await members.byEmail.get({ club: "C", email: "b@x" })).toMatchObject({ member: 1 });
  });

  it("needs a marker", async () => {
    const { service } = await openExact();
    const { Order } = await import("../../../runtime/src/test/shop/index.js");
    expect(() => service.entities(Order, { exactly: "once" })).toThrow("which Order does not have");
    expect(() => service.entities(Account, { exactly: "twice" as never })).toThrow('it must be "once"');
  });
});

describe("a bulk of an entity with a marker", () => {
  it("writes one guard row in each request", async () => {
    const { accounts, guards, sent } = await openExact();
    expect(await accounts.bulk(many)).toEqual({ written: 250 });
    expect(guards("B2")).toHaveLength(1);
    expect(sent).toEqual(["POST", "POST", "POST"]);
  });

  it("resolves a request by one read", async () => {
    const lab = await openExact();
    lab.plan("ok", "unanswered", "lost");
    expect(await lab.accounts.bulk(many)).toEqual({ written: 250 });
    expect(lab.sent).toEqual(["POST", "POST", "GET", "POST", "GET", "POST"]);
  });

  it("knows that held requests are not applied, and sends their items again", async () => {
    const lab = await openExact();
    lab.plan("held", "held");
    expect(await lab.accounts.bulk(many)).toEqual({ written: 250 });
    const before = lab.stored("B2");
    await lab.release();
    expect(lab.stored("B2")).toEqual(before);
  });

  it("determines an unknown outcome before it goes on", async () => {
    const lab = await openExact();
    // Neither the guard nor anything else can be read for a while.
    lab.plan("unanswered", "lost");
    const blocked = lab.tables.faults.add({ operation: "get", times: 3, fault: { kind: "throttle" } });
    expect(await lab.accounts.bulk(many)).toEqual({ written: 250 });
    expect(blocked.applied).toBe(3);
  });

  it("sends the items again where reading the guard row fails at first", async () => {
    const lab = await openExact();
    lab.plan("unanswered", "lost");
    // Two reads after the first request, and one before the second.
    const blocked = lab.tables.faults.add({ operation: "get", times: 3, fault: { kind: "respond", status: 400 } });
    expect(await lab.accounts.bulk(many)).toEqual({ written: 250 });
    expect(blocked.applied).toBe(3);
  });

  it("finds by one read that a request whose outcome was unknown is not applied, and goes on", async () => {
    const lab = await openExact();
    lab.plan("held", "held");
    lab.tables.faults.add({ operation: "get", times: 2, fault: { kind: "respond", status: 400 } });
    expect(await lab.accounts.bulk(many)).toEqual({ written: 250 });
    expect(lab.sent.filter((method) => method === "GET")).toHaveLength(3);
  });

  it("reads each row that it wrote where another program has changed the guard row since", async () => {
    const lab = await openExact();
    lab.plan("ok", "unanswered", "lost");
    // Two reads after the first attempt, and one after the second.
    lab.tables.faults.add({ operation: "get", times: 3, fault: { kind: "respond", status: 400 } });
    const change = async () => {
      const rowKey = lab.guards("B2")[0]?.RowKey ?? "";
      await lab.foreign.insertOrReplace({ partitionKey: "B2", rowKey, properties: { x: edm.int32(1) } });
    };
    lab.tables.faults.add({ operation: "get", nth: 4, fault: { kind: "hook", before: change } });
    expect(await lab.accounts.bulk(many)).toEqual({ written: 250 });
    expect(lab.sent.filter((method) => method === "GET")).toHaveLength(4 + 99);
  });

  it("says once that an outcome is unknown, however often it was sent again", async () => {
    const lab = await openExact();
    lab.plan("unanswered", "lost");
    lab.tables.faults.add({ operation: "get", fault: { kind: "respond", status: 400 } });
    const messages: string[] = [];
    for await (const outcome of lab.accounts.bulk(many.slice(0, 4)))
      if (!outcome.ok) messages.push(outcome.error.message);
    expect(messages.map((message) => message.split("The outcome of the write is unknown").length - 1)).toEqual([
      1, 1, 1, 1,
    ]);
  });

  it("goes on without the items that are refused", async () => {
    const lab = await openExact();
    await lab.others.insert({ bank: "B2", account: 7 });
    const outcomes = [];
    for await (const outcome of lab.accounts.bulk(many)) outcomes.push(outcome);
    const failed = outcomes.filter((outcome) => !outcome.ok);
    expect(failed).toMatchObject([{ index: 7, error: { code: "entity.already-exists" } }]);
    expect(lab.stored("B2")).toHaveLength(251);
  });
});

describe("guard rows", () => {
  it("are skipped by queries, scans, counts and deletions", async () => {
    const lab = await openExact();
    await lab.once.insert(second);
    expect(lab.guards()).toHaveLength(1);
    expect(await lab.accounts.query({ bank: "B1" }).count()).toBe(2);
    expect(await lab.accounts.scan().toArray()).toHaveLength(2);
    expect(await lab.foreign.scan().toArray()).toHaveLength(2);
    expect(await lab.service.partition(Account.partition(key)).query(Account).toArray()).toHaveLength(2);
    expect(await lab.service.deletePartition(Account.partition(key))).toBe(2);
    expect(lab.guards()).toHaveLength(1);
  });

  it("are removed once no request can be on its way", async () => {
    const lab = await openExact();
    await lab.once.insert(second);
    expect(await removeGuardRows(lab.service, "Bank", { minAgeMs: 16 * 60_000 })).toBe(0);
    await expect(removeGuardRows(lab.service, "Bank", { minAgeMs: 1000 })).rejects.toThrow("minAgeMs");
    vi.useFakeTimers({ now: Date.now() + 17 * 60_000, toFake: ["Date"] });
    try {
      expect(await removeGuardRows(lab.service, "Bank", { minAgeMs: 16 * 60_000 })).toBe(1);
    } finally {
      vi.useRealTimers();
    }
    expect(lab.guards()).toHaveLength(0);
    await lab.once.delete(second, { ifMatch: "*" });
  });
});
