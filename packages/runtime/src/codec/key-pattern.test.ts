import { describe, expect, it } from "vitest";
import { dateTime, int32, string } from "../schema/property.js";
import { isSplit, splitKey } from "./key-pattern.js";
import { day } from "./keys/bucket.js";
import { lower } from "./keys/derived-text.js";
import { type KeyPart, propertyPart } from "./keys/key-part.js";
import { pad } from "./keys/pad.js";
import { shard } from "./keys/shard.js";
import { text } from "./keys/text.js";

const at = propertyPart(dateTime("at"), day);
const n = propertyPart(int32("n"), pad(3));
const id = propertyPart(string("id"), text());
const lowerId = propertyPart(string("id"), lower());
const shardOfId = propertyPart(string("id"), shard(text(), 16));
const plan = propertyPart(string("plan", { oneOf: ["free", "a.b"] }), text());

describe("the parts of a key", () => {
  const parts: KeyPart[] = ["e!", id, "!", n];

  it("are the texts between its constants", () => {
    expect([...splitKey(parts, "e!a!007")]).toEqual(["e!", "a", "!", "007"]);
    expect([...splitKey(parts, "e!!000")]).toEqual(["e!", "", "!", "000"]);
    // Keys that were split before are not remembered as others.
    expect([...splitKey(parts, "e!b!008")]).toEqual(["e!", "b", "!", "008"]);
    expect([...splitKey(parts, "e!b!008")]).toEqual(["e!", "b", "!", "008"]);
  });

  it("are all of the key, from its first character to its last", () => {
    const keys = ["e!a!007", "xe!a!007", "e!a!0078", "e!a!07", "E!a!007", "e!a!b!007", "e!a!007"];
    expect(keys.map((key) => isSplit(parts, key))).toEqual([true, false, false, false, false, false, true]);
  });

  it("may be one of several choices, a shard or a derived text", () => {
    const several: KeyPart[] = [plan, "-", shardOfId, "-", lowerId];
    const keys = ["free-07-a", "a.b-15-a", "axb-15-a", "free-7-a", "free-07-A"];
    expect(keys.map((key) => isSplit(several, key))).toEqual([true, true, false, false, false]);
  });
});

describe("a key with another shape", () => {
  it.each<[string, KeyPart[], string]>([
    ["f!a", ["e!", id], 'at index 0 "e!" should follow'],
    ["e!a", ["e!", id, "!", n], 'at index 3 "!" should follow'],
    ["e!0071", ["e!", n], "at index 5 the key should end"],
    ["e!07!a", ["e!", n, "!", id], 'at index 2 {n} has key text "07", which is not a number in 3 digits'],
    ["e!", ["e!", n, "!"], 'at index 2 {n} has key text "", which is not a number in 3 digits'],
    ["e!!", ["e!", n, "!"], 'at index 2 {n} has key text "", which is not a number in 3 digits'],
    ["00100", [n, n], 'at index 3 {n} has key text "00", which is not a number in 3 digits'],
    ["e!x", ["e!", shardOfId], "at index 2 {id} should follow"],
    ["e!x!", ["e!", at, "!"], 'at index 2 {at} has key text "x", which is not of the form day'],
    ["e!paid", ["e!", plan], 'at index 2 {plan} has key text "paid", which is not one of ["free","a.b"]'],
  ])("is refused with the position and the part that differs: %s", (key, parts, message) => {
    expect(() => splitKey(parts, key)).toThrow(expect.objectContaining({ code: "key.malformed", message }));
  });
});
