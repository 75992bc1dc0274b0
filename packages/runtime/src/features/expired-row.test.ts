import { describe, expect, it } from "vitest";
import type { EntityPayload } from "../schema/entity-schema.js";
import { dateTime } from "../schema/property.js";
import { isExpired } from "./expiry.js";

const time = "2024-01-02T03:04:05Z";
const now = Date.parse(time);
const ttl = dateTime("until", { name: "ttl" });
const row = (members: object) => members as EntityPayload;

describe("a row", () => {
  it.each<[string, object, number, boolean]>([
    ["its time has come", { ttl: time }, now, true],
    ["its time has passed", { ttl: time }, now + 1, true],
    ["its time is to come", { ttl: time }, now - 1, false],
    ["it has no time", {}, now, false],
    ["its time is null", { ttl: null }, now, false],
    ["its time cannot be read", { ttl: "soon" }, now, false],
    ["only another property has a time", { until: time }, now, false],
  ])("has expired or not, as %s", (_, members, at, expected) => {
    expect(isExpired({ ttl }, row(members), at)).toBe(expected);
  });

  it("never expires if its definition has no time to live", () => {
    expect(isExpired({}, row({ ttl: time }), now)).toBe(false);
  });

  it("is compared with the present", () => {
    const at = (offset: number) => row({ ttl: new Date(Date.now() + offset).toISOString() });
    expect([isExpired({ ttl }, at(-60_000)), isExpired({ ttl }, at(60_000))]).toEqual([true, false]);
  });
});
