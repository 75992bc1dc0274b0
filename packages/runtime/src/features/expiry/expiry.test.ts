import { afterAll, describe, expect, it, vi } from "vitest";
import { type Filter, filterText } from "../../query/filter/filter.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import { dateTime, dateTimeIso } from "../../schema/property.js";
import { ttl as feature } from "./expiry.js";

const now = "2024-01-02T03:04:05Z";
vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());

const textOf = (filter: Filter) => (typeof filter === "boolean" ? filter : filterText(filter));
const expiryOf = (ttl: object) => feature.expiry?.({ name: "Session", ttl } as unknown as EntitySchema<EntityTypes>);
const unexpired = (ttl: object) => textOf(expiryOf(ttl)?.unexpired() ?? true);
const required = dateTime("until");

describe("the filter for rows that have not expired", () => {
  it.each<[string, object, string]>([
    ["is required", required, `until gt datetime'${now}'`],
    ["has another type in the class", dateTimeIso("until"), `until gt datetime'${now}'`],
    ["has another stored name", dateTime("until", { name: "ttl" }), `ttl gt datetime'${now}'`],
    ["is optional", dateTime("until", { optional: true }), `not (until le datetime'${now}')`],
    ["has a default", dateTime("until", { default: new Date(0) }), `not (until le datetime'${now}')`],
    ["had another type", { ...required, reads: ["Edm.Int64"] }, `not (until le datetime'${now}')`],
  ])("compares the time, and keeps rows without one if there may be some: it %s", (_, ttl, filter) => {
    expect(unexpired(ttl)).toBe(filter);
  });

  it("covers former names, which rows may still have", () => {
    const ttl = { ...required, formerly: ["expiry"] };
    expect(unexpired(ttl)).toMatch(/^not \(/);
  });

  it("is the opposite of that for rows that have", () => {
    expect(textOf(expiryOf(required)?.expired() ?? true)).toBe(`until le datetime'${now}'`);
  });
});
