import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { openLab } from "./lab.js";

const many = Array.from({ length: 250 }, (_, account) => ({ insert: { bank: "B2", account } }));

describe("a bulk with receipts", () => {
  it("writes one receipt in each request", async () => {
    const { once, receipts, sent } = await openLab();
    expect(await once.bulk(many)).toEqual({ written: 250 });
    expect(receipts("B2")).toHaveLength(1);
    expect(sent).toEqual(["POST", "POST", "POST"]);
  });

  it("resolves a request by one read", async () => {
    const lab = await openLab();
    lab.plan("ok", "unanswered", "lost");
    expect(await lab.once.bulk(many)).toEqual({ written: 250 });
    expect(lab.sent).toEqual(["POST", "POST", "GET", "POST", "GET", "POST"]);
  });

  it("knows that held requests are not applied, and sends their items again", async () => {
    const lab = await openLab();
    lab.plan("held", "held");
    expect(await lab.once.bulk(many)).toEqual({ written: 250 });
    const before = lab.stored("B2");
    await lab.release();
    expect(lab.stored("B2")).toEqual(before);
  });

  it("determines an unknown outcome before it goes on", async () => {
    const lab = await openLab();
    // Neither the receipt nor anything else can be read for a while.
    lab.plan("unanswered", "lost");
    const blocked = lab.tables.faults.add({ operation: "get", times: 3, fault: { kind: "throttle" } });
    expect(await lab.once.bulk(many)).toEqual({ written: 250 });
    expect(blocked.applied).toBe(3);
  });

  it("sends the items again where reading the receipt fails at first", async () => {
    const lab = await openLab();
    lab.plan("unanswered", "lost");
    // Two reads after the first request, and one before the second.
    const blocked = lab.tables.faults.add({ operation: "get", times: 3, fault: { kind: "respond", status: 400 } });
    expect(await lab.once.bulk(many)).toEqual({ written: 250 });
    expect(blocked.applied).toBe(3);
  });

  it("finds by one read that a request whose outcome was unknown is not applied, and goes on", async () => {
    const lab = await openLab();
    lab.plan("held", "held");
    lab.tables.faults.add({ operation: "get", times: 2, fault: { kind: "respond", status: 400 } });
    expect(await lab.once.bulk(many)).toEqual({ written: 250 });
    expect(lab.sent.filter((method) => method === "GET")).toHaveLength(3);
  });

  it("says that the outcome of a request is unknown if another program has changed its receipt since", async () => {
    const lab = await openLab();
    lab.plan("ok", "unanswered", "lost");
    // Two reads after the first attempt, and one after the second.
    lab.tables.faults.add({ operation: "get", times: 3, fault: { kind: "respond", status: 400 } });
    const change = async () => {
      const rowKey = lab.receipts("B2")[0]?.RowKey ?? "";
      await lab.foreign.insertOrReplace({ partitionKey: "B2", rowKey, properties: { x: edm.int32(1) } });
    };
    lab.tables.faults.add({ operation: "get", nth: 4, fault: { kind: "hook", before: change } });
    const outcomes = [];
    for await (const outcome of lab.once.bulk(many)) outcomes.push(outcome);
    const failed = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));
    expect(outcomes.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(99);
    expect(failed.filter((error) => (error as { outcome?: unknown }).outcome === "unknown")).toHaveLength(99);
    expect(new Set(failed.map(({ code }) => code))).toEqual(new Set(["request.failed", "bulk.not-attempted"]));
  });

  it("says once that an outcome is unknown, however often it was sent again", async () => {
    const lab = await openLab();
    lab.plan("unanswered", "lost");
    lab.tables.faults.add({ operation: "get", fault: { kind: "respond", status: 400 } });
    const messages: string[] = [];
    for await (const outcome of lab.once.bulk(many.slice(0, 4))) if (!outcome.ok) messages.push(outcome.error.message);
    expect(messages.map((message) => message.split("The outcome of the write is unknown").length - 1)).toEqual([
      1, 1, 1, 1,
    ]);
  });

  it("goes on without the items that are refused", async () => {
    const lab = await openLab();
    await lab.others.insert({ bank: "B2", account: 7 });
    const outcomes = [];
    for await (const outcome of lab.once.bulk(many)) outcomes.push(outcome);
    const failed = outcomes.filter((outcome) => !outcome.ok);
    expect(failed).toMatchObject([{ index: 7, error: { code: "entity.already-exists" } }]);
    expect(lab.stored("B2")).toHaveLength(251);
  });
});
