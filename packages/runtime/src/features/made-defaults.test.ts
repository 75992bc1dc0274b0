import { afterAll, describe, expect, it, vi } from "vitest";
import { User } from "../../../generator/src/emit/golden/kept/expected/index.js";
import { encodeMerge } from "../codec/encode-merge.js";
import type { EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import type { WholeWrite } from "../schema/hooks.js";
import { limits } from "../schema/limits.js";
import { Order } from "../test/shop/index.js";

type Schema = EntitySchema<EntityTypes>;

const makeDefaults = (schema: unknown, entity: object, write?: WholeWrite) =>
  (schema as Schema).hooks.fillIn?.(schema as Schema, entity, write) ?? entity;
const withWriteTimes = (schema: unknown, changes: object, always = false) =>
  (schema as Schema).hooks.fillInChanges?.(schema as Schema, changes, always) ?? changes;
const checkChanges = (schema: unknown, changes: object, unset: readonly string[] = []) =>
  (schema as Schema).hooks.checkChanges?.(schema as Schema, changes, unset);

const now = new Date("2024-01-02T03:04:05Z");
const iso = "2024-01-02T03:04:05.000Z";
const before = new Date(0);
vi.useFakeTimers({ now, toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());

const guid = expect.stringMatching(/^[\da-f]{8}-/) as string;
const given = { tenant: "T", email: "a@b", passwordHash: new Uint8Array([1]) };
/** Times of an entity that was read, or of a copy, which has `$kind`. */
const stamps = { createdAt: before, updatedAt: before, $kind: "user" };

/** Returns what a write adds to an entity. */
function added(write: WholeWrite | undefined, entity: object): object {
  const names = Object.keys(entity);
  const whole = makeDefaults(User.$schema, entity as never, write);
  return Object.fromEntries(
    Object.entries(whole).filter(
      ([name, value]) => !names.includes(name) || value !== (entity as Record<string, unknown>)[name],
    ),
  );
}

describe("the values that a write makes", () => {
  const updates = { updatedAt: now, updatedTicks: 638397614450000000n };
  const creations = { createdAt: now, createdIso: iso };

  it.each<[WholeWrite | undefined, object]>([
    ["insert", { id: guid, ...creations, ...updates }],
    ["replace", { id: guid, ...updates }],
    ["change", updates],
    [undefined, { id: guid, ...creations, ...updates }],
  ])("of %s are the defaults and times that it is to set", (write, expected) => {
    expect(added(write, given)).toEqual(expected);
    expect(added(write, { ...given, id: null, createdAt: undefined })).toEqual(expected);
  });

  it.each<[WholeWrite | undefined, object]>([
    ["insert", { createdIso: iso, ...updates }],
    ["replace", updates],
    ["change", updates],
    [undefined, { createdIso: iso, updatedTicks: updates.updatedTicks }],
  ])("of %s keep given values, but not former times of writes", (write, expected) => {
    expect(added(write, { ...given, id: "x", ...stamps })).toEqual(expected);
  });

  it.each<WholeWrite>(["insert", "replace", "change"])(
    "of %s refuse the time of the write in a plain object",
    (write) => {
      const refused = expect.objectContaining({ code: "value.read-only", property: "updatedAt" }) as Error;
      expect(() => makeDefaults(User.$schema, { ...given, updatedAt: before }, write)).toThrow(refused);
      expect(() => withWriteTimes(User.$schema, { plan: "paid", updatedAt: before })).toThrow(refused);
      const filled = makeDefaults(User.$schema, given);
      expect(makeDefaults(User.$schema, makeDefaults(User.$schema, filled), write)).toMatchObject({ updatedAt: now });
    },
  );

  it("are none if there is nothing to make", () => {
    const whole = { ...given, id: "x", ...stamps, createdIso: iso, updatedTicks: 5n };
    expect(makeDefaults(User.$schema, whole as never)).toBe(whole);
    const order = { total: 5 };
    expect(makeDefaults(Order.$schema, order as never, "insert")).toBe(order);
    expect(makeDefaults(User.$schema, 5 as never, "insert")).toBe(5);
  });
});

describe("the times of changes", () => {
  it("are set together with other changes, or always", () => {
    const times = { updatedAt: now, updatedTicks: 638397614450000000n };
    expect(withWriteTimes(User.$schema, { plan: "paid" })).toEqual({ plan: "paid", ...times });
    expect(withWriteTimes(User.$schema, { plan: "paid", email: undefined })).toMatchObject(times);
    expect(withWriteTimes(User.$schema, { ...stamps, plan: "paid" })).toMatchObject(times);
    for (const nothing of [{}, { plan: undefined, email: null }]) {
      expect(withWriteTimes(User.$schema, nothing)).toBe(nothing);
      expect(withWriteTimes(User.$schema, nothing, true)).toMatchObject(times);
    }
    expect(withWriteTimes(Order.$schema, {}, true)).toEqual({});
  });

  it("do not make a merge out of nothing", () => {
    const key = { tenant: "T", id: "0f8fad5b-d9cb-469f-a165-70867728950e" } as never;
    const merge = (changes: object) => encodeMerge(User.$schema, key, changes as never, limits.storage).body;
    expect(() => merge({ plan: undefined })).toThrow(expect.objectContaining({ code: "write.nothing" }));
    expect(merge({ plan: "paid" })).toContain(`"updatedAt":"2024-01-02T03:04:05Z"`);
  });
});

describe("read-only properties", () => {
  const problem = "is read-only: an insert writes it and nothing changes it afterwards.";

  it.each([
    [{ email: "c@d" }, [], `User.email ${problem} Leave it out of the changes.`],
    [{ invitedBy: "" }, [], `User.invitedBy ${problem} Leave it out of the changes.`],
    [{}, ["invitedBy"], `User.invitedBy ${problem} Leave it out of unset.`],
  ])("are neither set nor unset: %j %j", (changes, unset, message) => {
    expect(() => checkChanges(User.$schema, changes, unset)).toThrow(
      expect.objectContaining({ code: "value.read-only", entity: "User", message }),
    );
  });

  it("may be listed without a value, and other properties with one", () => {
    expect(() =>
      checkChanges(User.$schema, { email: undefined, invitedBy: null, plan: "paid" }, ["plan"]),
    ).not.toThrow();
    expect(() => checkChanges(Order.$schema, { total: 5 }, ["note"])).not.toThrow();
  });
});
