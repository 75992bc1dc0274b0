import { describe, expect, it } from "vitest";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { foldHooks } from "../schema/hooks.js";
import { bucketForms, lowerForms, shardForms } from "../schema/key-forms.js";
import { dateTime, int32, string } from "../schema/property.js";
import { isSplit, splitKey } from "./key-pattern.js";
import type { KeyPart } from "./keys/key-part.js";

foldHooks([bucketForms, lowerForms, shardForms]);

const properties = {
  at: dateTime("at"),
  n: int32("n"),
  id: string("id"),
  plan: string("plan", { oneOf: ["free", "a.b"] }),
} as unknown as EntitySchema<EntityTypes>["properties"];
const text = (name: string, end: string): KeyPart => [name, "text", undefined, undefined, end];

describe("the parts of a key", () => {
  const parts: KeyPart[] = ["e!", text("id", "!"), "!", ["n", "pad", 3]];

  it("are the texts between its constants", () => {
    expect([...splitKey(parts, properties, "e!a!007")]).toEqual(["e!", "a", "!", "007"]);
    expect([...splitKey(parts, properties, "e!!000")]).toEqual(["e!", "", "!", "000"]);
    // Keys that were split before are not remembered as others.
    expect([...splitKey(parts, properties, "e!b!008")]).toEqual(["e!", "b", "!", "008"]);
    expect([...splitKey(parts, properties, "e!b!008")]).toEqual(["e!", "b", "!", "008"]);
  });

  it("are all of the key, from its first character to its last", () => {
    const keys = ["e!a!007", "xe!a!007", "e!a!0078", "e!a!07", "E!a!007", "e!a!b!007", "e!a!007"];
    expect(keys.map((key) => isSplit(parts, properties, key))).toEqual([true, false, false, false, false, false, true]);
  });

  it("may be one of several choices, a shard or a derived text", () => {
    const several: KeyPart[] = [["plan", "text"], "-", ["id", "text", 0, 16], "-", ["id", "lower"]];
    const keys = ["free-07-a", "a.b-15-a", "axb-15-a", "free-7-a", "free-07-A"];
    expect(keys.map((key) => isSplit(several, properties, key))).toEqual([true, true, false, false, false]);
  });
});

describe("a key with another shape", () => {
  it.each<[KeyPart[], string, string]>([
    [["e!", text("id", "!")], "f!a", 'at index 0 "e!" should follow'],
    [["e!", text("id", "!"), "!", ["n", "pad", 3]], "e!a", 'at index 3 "!" should follow'],
    [["e!", ["n", "pad", 3]], "e!0071", "at index 5 the key should end"],
    [
      ["e!", ["n", "pad", 3], "!", text("id", "!")],
      "e!07!a",
      'at index 2 {n} has key text "07", which is not a number in 3 digits',
    ],
    [["e!", ["n", "pad", 3], "!"], "e!", 'at index 2 {n} has key text "", which is not a number in 3 digits'],
    [["e!", ["n", "pad", 3], "!"], "e!!", 'at index 2 {n} has key text "", which is not a number in 3 digits'],
    [
      [
        ["n", "pad", 3],
        ["n", "pad", 3],
      ],
      "00100",
      'at index 3 {n} has key text "00", which is not a number in 3 digits',
    ],
    [["e!", ["id", "text", 0, 16]], "e!x", "at index 2 {id} should follow"],
    [["e!", ["missing", "pad", 3]], "e!x", "at index 2 {missing} should follow"],
    [["e!", ["at", "day"], "!"], "e!x!", 'at index 2 {at} has key text "x", which is not of the form day'],
    [["e!", ["plan", "text"]], "e!paid", 'at index 2 {plan} has key text "paid", which is not one of ["free","a.b"]'],
  ])("is refused with the position and the part that differs: %j %s", (parts, key, message) => {
    expect(() => splitKey(parts, properties, key)).toThrow(expect.objectContaining({ code: "key.malformed", message }));
  });
});
