import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { CrowdedCounter } from "../tables.gen/index.js";
import { counterKey, factsOf, failureOf, openLab, refused } from "./lab.js";

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

  it("keep their names where modify has a row to insert, and does not need it", async () => {
    const lab = await openLab();
    const add = ({ count }: { readonly count: bigint }) => ({ set: { count: count + 1n } });
    const orInsert = { ...counterKey, count: 1n };
    for (let call = 0; call < 5; call++) await lab.counters.modify(counterKey, add, { orInsert });
    expect(await lab.counters.get(counterKey)).toMatchObject({ count: 5n });
    expect(factsOf(await lab.counters.getOrThrow(counterKey))).toHaveLength(1);
  });

  it("use a name of its own for each call in progress", async () => {
    const lab = await openLab();
    await lab.counters.insert(counterKey);
    const add = () => lab.counters.modify(counterKey, ({ count }) => ({ set: { count: count + 1n } }));
    lab.before(add);
    await add();
    expect(factsOf(await lab.counters.getOrThrow(counterKey))).toHaveLength(2);
    await add();
    expect(factsOf(await lab.counters.getOrThrow(counterKey))).toHaveLength(2);
  });

  it("know that a write was not applied where its fact is missing", async () => {
    const lab = await openLab(1);
    await lab.counters.insert(counterKey);
    const { $etag } = await lab.counters.getOrThrow(counterKey);
    // The next write of the same client removes the fact of the write that replaced the version.
    const take = async () => {
      await lab.otherCounters.modify(counterKey, ({ count }) => ({ set: { count: count + 1n } }));
      await lab.otherCounters.modify(counterKey, ({ count }) => ({ set: { count: count + 1n } }));
    };
    lab.plan("lost");
    lab.before(take);
    const error = await failureOf(lab.counters.merge(counterKey, { count: 9n }, { ifMatch: $etag }));
    expect(error).toMatchObject({ ...refused, evidence: "marker" });
  });

  it("know it also where the row is full of the facts of clients that have ended", async () => {
    const lab = await openLab(1);
    const ended = Buffer.concat([Buffer.alloc(15, 1), Buffer.alloc(15, 2)]);
    const properties = { name: edm.string(counterKey.name), count: edm.int64(0n), writes: edm.binary(ended) };
    const { $etag } = await lab.otherService
      .table("Counters")
      .insert({ ...CrowdedCounter.key(counterKey), properties });
    const others = lab.otherService.entities(CrowdedCounter);
    const add = ({ count }: { readonly count: bigint }) => ({ set: { count: count + 1n } });
    lab.plan("lost");
    lab.before(async () => {
      await others.modify(counterKey, add);
      await others.modify(counterKey, add);
    });
    const counters = lab.service.entities(CrowdedCounter);
    const error = await failureOf(counters.merge(counterKey, { count: 9n }, { ifMatch: $etag }));
    expect(error).toMatchObject({ ...refused, evidence: "marker" });
    expect(factsOf(await others.getOrThrow(counterKey))[1]).toEqual(ended.subarray(0, 15));
  });

  it("know that an insert was not applied where the full row holds an older fact of theirs", async () => {
    const lab = await openLab(1);
    const others = lab.otherService.entities(CrowdedCounter);
    const counters = lab.service.entities(CrowdedCounter);
    const add = ({ count }: { readonly count: bigint }) => ({ set: { count: count + 1n } });
    await others.insert(counterKey);
    await counters.modify(counterKey, add);
    await others.modify(counterKey, add);
    lab.plan("lost");
    const error = await failureOf(counters.insert(counterKey));
    expect(error).toMatchObject({ code: "entity.already-exists", outcome: undefined, evidence: "marker" });
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
