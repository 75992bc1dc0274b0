import { describe, expect, it } from "vitest";
import { exploreWorlds, type SmallWorld } from "./explore-worlds.js";
import { allRules, type Call, type Rules } from "./protocol.js";
import { none, type Value } from "./world.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
/** Number of lost, late or repeated requests in a world of three calls. */
const faults = isSoak ? 3 : 2;

const [x, y] = [0, 1] as const;
const [ann, bob] = [0, 1] as const;
const put = (entity: number, value: Value): Call => ({ op: "put", entity, value });
const insert = (entity: number, value: Value): Call => ({ op: "insert", entity, value });
const remove = (entity: number): Call => ({ op: "delete", entity });
const reindex = (value: 0 | 1): Call => ({ op: "reindex", value });

const worlds: Readonly<Record<string, SmallWorld>> = {
  "two inserts of one value": { calls: [insert(ann, x), insert(bob, x)], entities: [undefined, undefined], faults: 3 },
  "three inserts, two of one entity": {
    calls: [insert(ann, x), insert(ann, x), insert(bob, x)],
    entities: [undefined, undefined],
    faults,
  },
  "one value given up, and taken by another": {
    calls: [put(ann, y), put(bob, x), put(ann, x)],
    entities: [x, none],
    faults,
  },
  "one value unset, and taken by another": {
    calls: [put(ann, none), put(bob, x), put(ann, x)],
    entities: [x, none],
    faults,
  },
  "a deletion, an insert of the same entity, and of another": {
    calls: [remove(ann), insert(ann, x), insert(bob, x)],
    entities: [x, undefined],
    faults,
  },
  "a late insert, a move and a deletion": {
    calls: [insert(ann, x), put(ann, y), remove(ann)],
    entities: [x, undefined],
    faults,
  },
  "a reservation that a crash left behind, and two who want it": {
    calls: [put(ann, x), put(bob, x), insert(ann, x)],
    entities: [none, undefined],
    stale: [ann],
    faults,
  },
  "reindex while values move": { calls: [put(ann, y), put(ann, x), reindex(x)], entities: [y, undefined], faults },
  "reindex while an insert is in progress": {
    calls: [insert(ann, x), reindex(x), insert(bob, x)],
    entities: [undefined, undefined],
    stale: [ann],
    faults,
  },
  "a deletion, an insert and reindex": {
    calls: [remove(ann), insert(ann, x), reindex(x)],
    entities: [x, undefined],
    faults,
  },
};

describe("the protocol of reservations", () => {
  it.each(Object.entries(worlds))("keeps its promises in every state of %s", (_, world) => {
    expect(exploreWorlds(world, allRules)).toMatchObject({ broken: undefined });
  });

  it.each(Object.keys(allRules) as (keyof Rules)[])("needs the rule %s", (rule) => {
    const broken = { ...allRules, [rule]: false };
    const breaks = (world: SmallWorld) => exploreWorlds({ ...world, faults: 1 }, broken).broken !== undefined;
    expect(Object.values(worlds).some(breaks)).toBe(true);
  });
});
