import { describe, expect, it } from "vitest";
import { Member } from "../../../generator/src/emit/golden/markers/expected/index.js";
import { factsOf, openLab } from "./lab.js";

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
