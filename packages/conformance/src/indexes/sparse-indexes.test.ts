import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { reindex } from "@tablewright/runtime/reindex";
import { beforeAll, expect } from "vitest";
import { Profile } from "../../../runtime/src/test/profiles/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";
import { agreement } from "./agreement.js";

const any = { ifMatch: "*" } as const;
const since = new Date("2024-05-01T00:00:00Z");

describeTargets("indexes of optional properties", targets, ({ running, it }) => {
  let service: TableServiceClient;
  let teams = 0;
  beforeAll(async () => {
    service = running().service;
    await service.createTables([Profile]);
  });

  function setUp() {
    const team = `S${teams++}`;
    const profiles = service.entities(Profile);
    const whole = (id: string, seat: number) => ({
      team,
      who: id,
      handle: `${team}-${id}`,
      seat,
      mood: "calm",
      since,
      note: id,
    });
    const rows = async () => {
      const { entries, wrong } = await agreement(service, Profile, { team });
      return { entries, missing: wrong.filter((each) => each.includes("lacks")) };
    };
    return { team, profiles, whole, rows, key: (id: string) => ({ team, who: id }) };
  }

  it("have rows only of entities that have the properties, whatever writes them", async () => {
    const { team, profiles, whole, rows, key } = setUp();
    await profiles.insert(key("a"));
    expect(await rows()).toEqual({ entries: 0, missing: [] });
    await profiles.insert(whole("b", 1));
    expect(await rows()).toEqual({ entries: 4, missing: [] });
    // Only one of the two properties of an index.
    await profiles.merge(key("a"), { since }, any);
    expect(await profiles.byMood.query({ team }).count()).toBe(1);
    await profiles.merge(key("a"), { mood: "calm" }, any);
    expect(await profiles.byMood.query({ team }).rowKey.startsWith({ mood: "calm" }).count()).toBe(2);
    await profiles.insertOrReplace({ ...whole("c", 2), handle: undefined });
    await profiles.insertOrMerge({ ...key("c"), handle: `${team}-c` });
    expect(await profiles.byHandle.get({ handle: `${team}-C` })).toMatchObject({ who: "c" });
    expect((await rows()).missing).toEqual([]);
    await profiles.replace({ ...key("c"), seat: 3 }, any);
    expect(await profiles.byMood.query({ team }).count()).toBe(2);
    expect(await profiles.byMoodAnywhere.query({ mood: "calm" }).where({ team }).count()).toBe(2);
    expect(await profiles.byHandle.get({ handle: `${team}-c` })).toBeUndefined();
    await profiles.modify(key("b"), () => ({ unset: ["mood", "seat"] }));
    expect(await profiles.bySeat.query({ team }).toArray()).toMatchObject([{ who: "c", seat: 3 }]);
    expect(await profiles.byMood.query({ team }).toArray()).toMatchObject([{ who: "a" }]);
    await profiles.delete(key("a"), any);
    expect(await profiles.byMood.query({ team }).count()).toBe(0);
    expect((await rows()).missing).toEqual([]);
  });

  it("are kept by transactions and bulks", async () => {
    const { team, profiles, whole, rows, key } = setUp();
    await profiles.bulk([{ insert: whole("a", 1) }, { insert: key("b") }, { insert: { ...key("c"), seat: 2 } }]);
    const [a, b] = await Promise.all([profiles.getOrThrow(key("a")), profiles.getOrThrow(key("b"))]);
    // One profile gives up its seat, and the other takes it.
    await service.transaction(Profile.partition({ team }), (tx) => {
      tx.replace(Profile, { who: "a", handle: a.handle }, { from: a });
      tx.merge(Profile, { who: "b" }, { seat: 1, mood: "keen", since }, { from: b });
      tx.insert(Profile, { who: "d", mood: "keen" });
    });
    expect(await profiles.bySeat.get({ team, seat: 1 })).toMatchObject({ who: "b" });
    expect((await profiles.byMood.query({ team }).toArray()).map(({ who }) => who)).toEqual(["b"]);
    const keen = profiles.byMoodAnywhere.query({ mood: "keen" }).where({ team });
    expect((await keen.toArray()).map(({ who }) => who).sort()).toEqual(["b", "d"]);
    await profiles.updateWhere(profiles.query({ team }), { mood: "calm" }, { max: 9 });
    await profiles.deleteWhere(profiles.query({ team }).where({ seat: 1 }), { max: 9 });
    expect(await profiles.bySeat.get({ team, seat: 1 })).toBeUndefined();
    expect((await rows()).missing).toEqual([]);
  });

  it("reindex writes the rows of values that another program has set, and deletes those that it has unset", async () => {
    const { team, profiles, whole, rows, key } = setUp();
    await profiles.insert(whole("a", 1));
    await profiles.insert(key("b"));
    const table = service.table("Profiles");
    const {
      handle: _,
      mood: __,
      seat: ___,
      ...properties
    } = (await table.getOrThrow(Profile.key(key("a")))).properties;
    await table.replace({ ...Profile.key(key("a")), properties }, any);
    await table.merge(Profile.key(key("b")), { seat: edm.int32(7), handle: edm.string(`${team}-b`) }, any);
    expect((await rows()).missing).toHaveLength(2);
    await reindex(service, Profile);
    expect((await rows()).missing).toEqual([]);
    expect((await profiles.bySeat.query({ team }).toArray()).map(({ seat }) => seat)).toEqual([7]);
    expect(await profiles.byMood.query({ team }).count()).toBe(0);
    expect(await profiles.byHandle.get({ handle: `${team}-b` })).toMatchObject({ who: "b" });
  });

  it("select reads some properties of entities, by local and other indexes", async () => {
    const { team, profiles, whole } = setUp();
    await profiles.insert({ ...whole("a", 1), mood: team });
    const anywhere = profiles.byMoodAnywhere.query({ mood: team });
    const $etag = expect.any(String);
    expect(await anywhere.select("note", "seat").toArray()).toEqual([{ note: "a", seat: 1, $etag }]);
    const local = profiles.byMood.query({ team }).entities();
    expect(await local.select("handle").toArray()).toEqual([{ handle: `${team}-a`, $etag }]);
    expect(() => anywhere.select("nots" as never)).toThrow('Did you mean "note"?');
    const [row] = await anywhere.select("who", "team", "mood").toArray();
    await profiles.delete(row as typeof row & { team: string; who: string }, any);
    expect(await anywhere.select("note").toArray()).toEqual([]);
  });
});
